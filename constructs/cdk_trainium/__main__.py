"""``python -m cdk_trainium`` is ``trnctl``."""

from .cli import main

if __name__ == "__main__":
    main()
