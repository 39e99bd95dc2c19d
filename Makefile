# Needs nothing but Python 3.11 or newer and make. `make` alone lists the targets.

PYTHON ?= python3
ARGS ?=

VENV := .venv
STAMP := $(VENV)/.installed
BROWSER := $(VENV)/.browser
LOCK_VENV := .venv-lock
COMPILE := $(LOCK_VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock" pyproject.toml

# One sentence instead of a traceback out of pip when the interpreter is missing or too old.
REQUIRE_PYTHON = @$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "tablectl needs Python 3.11 or newer, and '$(PYTHON)' is not: name one with make PYTHON=/path/to/python3.11." >&2; \
	exit 1; }

.DEFAULT_GOAL := help
.PHONY: help $(VENV) run test test-browser screenshots check bench bench-console siege blackjack-edge fuzz deliveries crash-campaign clause-bite row-bite broken-builds mutants fmt lock clean
.DELETE_ON_ERROR:

help: ## List the targets
	@awk -F ':.*## ' '/^[$$()A-Za-z_.-]+:.*## / { sub(/^\$$\(VENV\)/, "$(VENV)", $$1); printf "  %-15s %s\n", $$1, $$2 }' \
		$(firstword $(MAKEFILE_LIST))

$(VENV): $(STAMP) ## Build the virtual environment with the locked tools

# Cleared each time, so that a package dropped from the lock does not linger.
$(STAMP): requirements-dev.txt pyproject.toml
	$(REQUIRE_PYTHON)
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	$(VENV)/bin/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# Beside the tools of every day: the wheel that drives a browser is large.
$(BROWSER): $(STAMP) requirements-browser.txt
	$(VENV)/bin/python -m pip install --quiet --require-hashes -r requirements-browser.txt
	@touch $@

run: $(STAMP) ## Run the controller (ARGS="--rounds 2")
	$(VENV)/bin/tablectl run --console $(ARGS)

test: $(STAMP) ## Run the tests (ARGS="-k wheel")
	$(VENV)/bin/python -m pytest -n auto $(ARGS)

test-browser: $(BROWSER) ## Drive the console in a real chromium (CHROMIUM=/path; ARGS="-k jam")
	$(VENV)/bin/python -m pytest -n 2 tests/browser $(ARGS)

screenshots: $(BROWSER) ## Take the pictures of the console anew (ARGS="three_card_poker")
	$(VENV)/bin/python -m tests.browser.screenshots docs/console $(ARGS)

check: $(STAMP) ## Lint, check the formatting, the types and the tracing of clauses
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/python -m tablectl clauses --check

bench: $(STAMP) ## Run the benchmarks (ARGS passes options on)
	$(VENV)/bin/python -m benchmarks $(ARGS)

bench-console: $(BROWSER) ## From a byte to a pixel, and what fifty pages cost the table (ARGS="--turns 1")
	$(VENV)/bin/python -m benchmarks.console $(ARGS)

siege: $(STAMP) ## Besiege the door of a table while a shoe times it (ARGS="--guesses 1000")
	$(VENV)/bin/python -m benchmarks.siege $(ARGS)

blackjack-edge: $(STAMP) ## A million rounds by basic strategy beside published figures (ARGS="--rounds 100000")
	$(VENV)/bin/python -m benchmarks.blackjack $(ARGS)

fuzz: $(STAMP) ## Feed readers and drivers by the million (ARGS="--seconds 60 codec")
	$(VENV)/bin/python -m tests.fuzz $(ARGS)

deliveries: $(STAMP) ## Kill controller, lines and devices in any order (ARGS="--runs 10000")
	$(VENV)/bin/python -m tests.wire.deliveries $(ARGS)

crash-campaign: $(STAMP) ## Die at every point of a round; nothing is lost or doubled (ARGS="--every 10")
	$(VENV)/bin/python -m tests.crash_campaign $(ARGS)

clause-bite: $(STAMP) ## Switch each clause off; its tests have to notice (ARGS="--game three_card_poker")
	$(VENV)/bin/python -m tests.clause_bite $(ARGS)

row-bite: $(STAMP) ## Let each row of rulings rule otherwise; its scenarios have to notice
	$(VENV)/bin/python -m tests.clause_bite.rows $(ARGS)

broken-builds: $(STAMP) ## Break the controller in every known way; the soak has to catch it
	$(VENV)/bin/python -m tests.broken_builds $(ARGS)

mutants: $(STAMP) ## Change the rules a little in many places; the scenarios have to notice
	$(VENV)/bin/python -m tests.mutants $(ARGS)

fmt: $(STAMP) ## Format the code and mend what the linter can
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

# The dev lock is held to the runtime lock, so that what is tested is what is shipped.
lock: ## Write the requirements files anew (ARGS=--upgrade for newer versions)
	$(REQUIRE_PYTHON)
	$(PYTHON) -m venv --clear $(LOCK_VENV)
	$(LOCK_VENV)/bin/python -m pip install --quiet uv
	$(COMPILE) $(ARGS) --output-file requirements.txt
	$(COMPILE) $(ARGS) --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	$(COMPILE) $(ARGS) --extra browser --constraint requirements-dev.txt --output-file requirements-browser.txt
	rm -rf $(LOCK_VENV)

clean: ## Remove everything that was built
	rm -rf $(VENV) $(LOCK_VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
