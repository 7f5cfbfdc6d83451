"""The service: HTTP, pages, live stream and commands, joined in one place."""
