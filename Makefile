# One command for each purpose. Every target sets up what it needs; `make help` lists them.

VENV := .venv
BIN := $(VENV)/bin
TOOLS := .tools
REPORTS := .reports
PYTEST := $(BIN)/python -m pytest -q
FAST := not slow and not browser and not postgres and not node
NODE_PINS := tests/support/oidc_provider

export PYTHON

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test check forget style types tests test-slow test-sdks twins bench demands pins system clean

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | sort | while IFS='|' read -r name words; do \
	  printf '%-12s %s\n' "$$name" "$$words"; done

demo: $(VENV)/.run-ready ## Watch it work; AUTO=1 plays the person, ERA=2025-11-25 or 2026-07-28 picks one
	@$(BIN)/python -m elicitor.cli.demo $(if $(AUTO),--auto) $(if $(ERA),--era $(ERA))

test: forget style types tests ## All that must hold before a change goes in; minutes

check: style types ## The fast part, for daily use: some minutes
	$(PYTEST) -m "$(FAST)" --ignore=tests/house --deselect=tests/cli/test_demo.py

forget:
	@rm -f $(REPORTS)/demands.json

style: $(VENV)/.test-ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.test-ready
	$(BIN)/mypy

tests: $(VENV)/.test-ready $(TOOLS)/.ready system
	$(PYTEST) -m "not slow" --demands $(REPORTS)/demands.json

test-slow: $(VENV)/.test-ready $(TOOLS)/.ready system ## What takes long: slow tests, each file by its own twin, other SDKs
	$(PYTEST) -m slow
	$(MAKE) --no-print-directory twins
	$(MAKE) --no-print-directory test-sdks

twins: $(VENV)/.test-ready $(TOOLS)/.ready system ## How much of each file its own test covers
	$(BIN)/python scripts/twin_coverage.py

test-sdks: $(VENV)/.test-ready ## The same tests on the oldest and on the newest SDK that we promise
	./scripts/try_sdks.sh "mcp==2.2.0" "mcp>=2.2,<3"

bench: $(VENV)/.test-ready ## Figures for benchmarks/README.md
	@status=0; for program in benchmarks/bench_*.py; do \
	  $(BIN)/python "$$program" || status=1; echo; done; exit $$status

demands: ## Every demand, attack and case, with its tests and how they ended in the last `make test`
	@$(MAKE) --no-print-directory $(VENV)/.test-ready >&2
	@test -e $(REPORTS)/demands.json || $(MAKE) --no-print-directory tests >&2 || echo "the tests failed" >&2
	@PYTHONPATH=tests $(BIN)/python -m plugins.demands_table $(REPORTS)/demands.json

pins: ## Renew everything that is pinned; needs uv and npm
	cd requirements && \
	  pin='uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url' && \
	  $$pin --no-header --no-annotate run.in -o run.txt && \
	  $$pin --no-header --no-annotate --constraint run.txt test.in -o test.txt
	cd $(NODE_PINS) && rm -f package-lock.json && \
	  npm install --package-lock-only --ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved && \
	  python3 $(CURDIR)/scripts/strip_lock.py package-lock.json

clean: ## Take away what the targets made
	rm -rf $(VENV) $(TOOLS) $(REPORTS) .mypy_cache .ruff_cache .pytest_cache .hypothesis

system:
	@./scripts/set_up_system.sh

$(VENV)/.run-ready: requirements/run.txt pyproject.toml scripts/set_up_python.sh
	@./scripts/set_up_python.sh $(VENV) $<
	@touch $@

$(VENV)/.test-ready: requirements/test.txt pyproject.toml scripts/set_up_python.sh
	@./scripts/set_up_python.sh $(VENV) $<
	@touch $@

$(TOOLS)/.ready: $(NODE_PINS)/package-lock.json scripts/set_up_node.sh
	@./scripts/set_up_node.sh $(TOOLS)
	@touch $@
