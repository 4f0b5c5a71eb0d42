"""``python -m cdk_trainium`` is ``trnctl``."""

from .cli import main

main()
