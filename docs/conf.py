"""The documentation site; build it with `make docs`."""

from cdk_trainium import __version__

project = "cdk-trainium"
author = "The cdk-trainium authors"
version = release = __version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3
html_theme = "alabaster"
html_theme_options = {
    "description": "Infrastructure as code for AWS Trainium",
    "fixed_sidebar": True,
    "page_width": "1100px",
}
html_title = f"cdk-trainium {__version__}"
html_show_sphinx = False
html_copy_source = False
