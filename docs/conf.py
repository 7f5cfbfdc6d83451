"""How Sphinx makes the manual: `make docs`."""

project = "cuelog"
extensions = ["myst_parser"]
html_theme = "alabaster"
html_theme_options = {"page_width": "1100px", "show_powered_by": False}
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_title = "cuelog"
exclude_patterns = ["examples"]
suppress_warnings = ["misc.highlighting_failure", "myst.xref_missing"]
