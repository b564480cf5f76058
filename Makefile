# `make play` plays, `make test` tests. Both set up what they need first: a virtual environment in
# .venv, the packages of pyproject.toml, and the system libraries that Qt wants.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
QT := $(VENV)/.qt-libraries-$(shell uname -n | tr -c 'A-Za-z0-9\n' -)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup play test test-compiled bench wheel check lint format clean

help:
	@echo "make play     race against bots on a server of your own (a window, or text without a display)"
	@echo "make test     all checks and all tests"
	@echo "make test-compiled  the tests of what is compiled: rules, races, a move's way"
	@echo "make bench    all benchmarks in a short form: ratios, what is wanted, and a picture"
	@echo "make wheel    a wheel in dist/, with rules and races compiled if there is a C compiler"
	@echo "make check    only the checks: format, lint, types, import rules"
	@echo "make format   format the code and mend what the linter can mend"
	@echo "make setup    only install what the others need"
	@echo "make clean    remove all that these commands made, .venv too"
	@echo "Another Python: make PYTHON=python3.12 test"

setup: $(STAMP) $(QT)

# Which libraries the system has is asked again on another machine, and after each change of its packages.
$(QT): $(STAMP) $(wildcard /var/lib/dpkg/status)
	@$(BIN)/python -m tools.setup.qt_libraries
	@touch "$@"

# Made again only when pyproject.toml changes.
$(STAMP): pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Samedeal needs Python 3.11 or newer, and $(PYTHON) is older or not there." >&2; \
		echo "Name another one so: make PYTHON=python3.12 test" >&2; exit 1; }
	@"$(PYTHON)" -m tools.setup.venv $(VENV)
	@touch $@

play: setup
	@$(BIN)/samedeal play --demo

check: lint
	@$(BIN)/mypy

lint: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports --no-logo

# mypy takes as long as it takes to set up what the tests need: both at once. So does looking for the
# tests, which compiles them: their processes would each do it again, all at the same time.
# pytest comes last: its closing line is the last one printed, and tells of what could not be found.
test: lint
	@$(BIN)/mypy & types=$$!; \
		for tool in reader_bus typescript browser postgres; do \
			$(BIN)/python -m tools.setup.$$tool || { kill $$types; exit 1; }; \
		done; \
		$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1; \
		wait $$types
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --maxprocesses=8 --dist worksteal

# Beside the tests, not among them: to compile takes minutes. Nothing compiled knows the database.
test-compiled: setup
	@PYTEST_ADDOPTS="$$PYTEST_ADDOPTS -k 'not postgres'" $(BIN)/python -m tools.compiled.trial

# Each of them tells what it lacks, and how to get that; nothing is installed for it.
bench: setup
	@$(BIN)/python -m bench

wheel: setup
	@SAMEDEAL_COMPILE=$${SAMEDEAL_COMPILE-1} $(BIN)/python -m pip wheel -v --no-deps --wheel-dir dist . \
		| grep --line-buffered -e Compiling -e "pure Python" -e rror -e filename

format: setup
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .cache/typescript
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
