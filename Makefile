# Everything a newcomer types. Needs GNU make and Python 3.11 or newer, nothing else.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
DATA := .cuelog
PORT := 8000
KAFKA_PORT := 9092
ARGS :=

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime-installed
DEV := $(VENV)/.dev-installed
PROJECT := pyproject.toml requirements/build.txt
CHECKS := check-format check-lint check-imports check-deps check-types

.PHONY: help run test test-faults docs audit check $(CHECKS) bench kafka notebooks lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Options of run: DATA=directory (default $(DATA)), PORT=number (default $(PORT))."
	@echo "Options of kafka: DATA, KAFKA_PORT=number (default $(KAFKA_PORT))."
	@echo "Options of test: ARGS='anything pytest takes'. Of all: PYTHON=interpreter."

run: $(RUNTIME) ## load the example matches and serve them on 127.0.0.1
	@$(BIN)/cuelog serve --examples --data "$(DATA)" --port "$(PORT)"

# One pytest run, so that its closing line counts everything: the checks below, quick tests, slow
# tests, then what needs a part from outside (tests/conftest.py keeps this order).
test: $(DEV) ## check and test everything
	@$(BIN)/python -m pytest --numprocesses auto --dist loadgroup --no-loadscope-reorder \
		--cov=domain --cov-report=term --cov-fail-under=95 $(ARGS)

# The same as in `make test`, and what takes minutes: every point to be killed at, full disks, load.
test-faults: $(DEV) ## break it in every way there is a test of
	@$(BIN)/python -m pytest -m "" tests/faults $(ARGS)

check: $(DEV) ## format, lint, layers, dependencies, types
	@$(MAKE) --keep-going $(CHECKS)

check-format:
	$(BIN)/ruff format --check .

check-lint:
	$(BIN)/ruff check .

check-imports:
	$(BIN)/lint-imports

check-deps:
	$(BIN)/deptry .

check-types:
	$(BIN)/pyright --pythonpath $(BIN)/python

# Sphinx and what it needs stay out of the environment of the tests.
docs: python-found ## make the manual as pages in build/docs
	@test -x build/manual/bin/python || $(PYTHON) -m venv build/manual
	@build/manual/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@build/manual/bin/python -m pip install --quiet --disable-pip-version-check --group docs
	@build/manual/bin/sphinx-build -q -W --keep-going -b html docs build/docs
	@echo "build/docs/index.html"

audit: python-found ## look for known flaws of what is pinned, write build/sbom.json
	@test -x build/audit/bin/python || $(PYTHON) -m venv build/audit
	@build/audit/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@build/audit/bin/python -m pip install --quiet --disable-pip-version-check --group audit
	@build/audit/bin/cyclonedx-py requirements requirements/runtime.txt --pyproject pyproject.toml \
		--output-reproducible --of JSON -o build/sbom.json
	build/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements/runtime.txt

# pooltool wants its own versions of what we use too. The Kafka part needs what its tests need.
build/peers/.installed: pyproject.toml | python-found
	@test -x build/peers/bin/python || $(PYTHON) -m venv build/peers
	@build/peers/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@build/peers/bin/python -m pip install --quiet --disable-pip-version-check --group peers
	@touch $@

bench: $(DEV) build/peers/.installed ## measure beside limits and peers, ARGS='--quick' 1 in 20
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks $(ARGS)

kafka: $(DEV) ## run a Kafka broker on 127.0.0.1 (needs Maven and Java 17)
	@$(BIN)/python -m tests.kafka.broker --data "$(DATA)-kafka" --port $(KAFKA_PORT)

notebooks: $(DEV) ## open the notebooks in the browser
	@$(BIN)/marimo edit notebooks $(ARGS)

# The pins hold versions and hashes and no address, so they serve any index.
COMPILE := build/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate

lock: python-found ## renew the pins in requirements/
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip install --quiet uv
	$(COMPILE) --group build --output-file requirements/build.txt
	$(COMPILE) pyproject.toml --output-file requirements/runtime.txt
	$(COMPILE) pyproject.toml --group dev --constraint requirements/runtime.txt \
		--output-file requirements/dev.txt

clean: ## remove what was built, never a data directory
	rm -rf $(VENV) build dist .coverage .hypothesis .import_linter_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: python-found
python-found:
	@test -n "$(PYTHON)" || { echo "cuelog needs Python 3.11 or newer: make PYTHON=..." >&2; exit 1; }

# The stamps make a second start quick. The editable install needs uv_build on the path. The pins are
# complete: pip need not look for more, and asked to it takes the newest of "name[extra]" for unpinned.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
INSTALL_PROJECT := PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(INSTALL) --no-build-isolation --editable .

$(RUNTIME): requirements/runtime.txt $(PROJECT) | python-found
	@echo "setting up $(VENV) ..."
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) --require-hashes -r requirements/build.txt -r requirements/runtime.txt
	@$(INSTALL_PROJECT)
	@touch $@

# Holds all of the runtime pins too.
$(DEV): requirements/dev.txt $(PROJECT) | python-found
	@echo "setting up $(VENV) for tests ..."
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(INSTALL_PROJECT)
	@touch $(RUNTIME) $@
