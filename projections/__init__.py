"""Tables out of the log: disposable, rebuilt by replay at any time.

``schema`` declares the tables. ``projector`` follows a log and folds each match (``live``), which
writes itself down in a ``book``: strokes, ``innings``, ``racks``, and its row in ``matches``.
``rows`` makes columns of that and ``store`` keeps them in DuckDB with the positions they reach, in
one transaction. ``lock`` gives a data directory its one projector. What is read is declared in
``records``; this package knows no log.
"""
