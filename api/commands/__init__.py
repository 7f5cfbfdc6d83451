"""The commands of ``cuelog``, each imported only when it is run."""
