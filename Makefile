# One command for each purpose. Every target sets up what it needs; `make help` lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := src tests

.DEFAULT_GOAL := help
.PHONY: help demo test check test-slow pins clean packages

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort

$(VENV)/.test-ready: requirements/test.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "elicitor needs Python 3.11 or newer"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip --upgrade >/dev/null
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.run-ready: requirements/run.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "elicitor needs Python 3.11 or newer"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(VENV)/.run-ready ## Watch it work; AUTO=1 plays the person, ERA=2025-11-25 or 2026-07-28 picks one
	@$(BIN)/python -m elicitor.cli.demo $(if $(AUTO),--auto) $(if $(ERA),--era $(ERA))

packages: ## Install the servers and the browser that tests need (Debian, as root)
	@./scripts/install_packages.sh

test: $(VENV)/.test-ready packages ## All that must hold: format, lint, types, tests
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -m "not slow"

check: $(VENV)/.test-ready ## The fast part, for daily use
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -m "not slow and not browser and not postgres and not node"

test-slow: $(VENV)/.test-ready packages ## What takes long
	$(BIN)/python -m pytest -q -m slow

pins: ## Renew requirements/*.txt
	cd requirements && for name in run test; do \
	  uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header --no-annotate $$name.in -o $$name.txt; done

clean: ## Take away what the targets made
	rm -rf $(VENV) .tools .reports .mypy_cache .ruff_cache .pytest_cache
