"""Pages for people, rendered here: templates, styles and small scripts, in four languages.

They show what the services of this package answer; nothing is ruled or counted here.
"""
