"""Tables out of the log: disposable, rebuilt by replay at any time."""
