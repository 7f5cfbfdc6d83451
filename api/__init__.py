"""The service: HTTP, pages, live stream and commands, joined in one place."""

import os

# Before anything imports numpy: on the small matrices of ratings the threads of BLAS wait for each
# other, five times as long as one of them takes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
