"""How Sphinx makes the manual: `make docs`."""

project = "cuelog"
extensions = ["myst_parser"]
html_theme = "alabaster"
html_title = "cuelog"
exclude_patterns = ["examples"]
suppress_warnings = ["misc.highlighting_failure", "myst.xref_missing"]
