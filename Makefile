# Windows has no make: README.md shows the same in pip lines.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# More for pip, such as the index of torch's builds without CUDA, which are much smaller on Linux.
PIP_ARGS ?=
WORKERS ?= 2
CUDA_WORKERS ?= $(WORKERS)
ENVIRONMENTS := $(VENV)/environments
SPHINX := $(BIN)/python -m sphinx --quiet --fail-on-warning -c docs -d build/doctrees

.PHONY: help demo setup test test-fast test-nightly test-compiled test-settings test-interpreted test-examples test-cuda test-cuda-agents test-openspiel test-pokerkit test-referees coverage check check-js pyright format docs site bench clean

help:
	@echo "make demo   install, train getaway for a few minutes on a CPU, print the evaluation"
	@echo "make test   install what tests need and run all of them"
	@echo "make check  lint, format, types, spelling: what pre-commit and CI run"
	@echo "make site   build the documentation into site/"
	@echo "also: test-fast test-nightly test-compiled test-settings test-interpreted test-examples test-cuda test-cuda-agents test-openspiel test-pokerkit test-referees coverage check-js pyright format docs bench clean"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.train: $(BIN)/python pyproject.toml setup.py constraints.txt
	$(BIN)/python -m pip install --quiet $(PIP_ARGS) -c constraints.txt -e ".[train]"
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml setup.py constraints.txt
	$(BIN)/python -m pip install --quiet $(PIP_ARGS) -c constraints.txt -e ".[dev]"
	@touch $@ $(VENV)/.train

# For the tests beside another library, which want other versions than the rest.
$(ENVIRONMENTS)/tests_%/.installed: $(VENV)/.dev tests/%/requirements.txt
	$(BIN)/python -m tests.environments tests_$* tests/$*/requirements.txt
	@touch $@

$(ENVIRONMENTS)/tests_openspiel/.installed: docs/examples/openspiel.txt

setup: $(VENV)/.dev

demo: $(VENV)/.train
	$(BIN)/cardzoo train getaway --steps 6000000

PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup
# An index error in compiled code is silent without these checks. They are the same in code that is optimised less.
CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1
BY_DAY := -m "not nightly"

test: $(VENV)/.dev
	$(CHECKED) $(PYTEST) $(BY_DAY) --durations=20

test-fast: $(VENV)/.dev
	$(CHECKED) $(PYTEST) -m "not slow and not nightly"

# What `test` and `test-cuda` have no time for: all tests as users run the games, every setting with checked indices,
# the rules as plain Python, the agents compiled for a GPU, and thousands of games beside other libraries'.
test-nightly: test-compiled test-settings test-interpreted test-cuda-agents test-referees

test-compiled: $(VENV)/.dev
	$(PYTEST)

test-settings: $(VENV)/.dev
	EVERY_SETTING=1 $(CHECKED) $(PYTEST) tests/contract tests/engine tests/table/web/test_secrecy.py

test-interpreted: $(VENV)/.dev
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not nightly" tests/engine tests/games tests/contract

# The same, and which lines no test has run: a compiled line is invisible to coverage.
coverage: $(VENV)/.dev
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not nightly" --cov --cov-report=term:skip-covered --cov-report=xml

# The examples of libraries that want other versions than the rest, each in an environment of its own; with checks of
# indices, what they compile serves the tests too.
test-examples: $(VENV)/.dev
	$(CHECKED) $(BIN)/python -m tests.examples.run

# The rules compiled for a GPU, and played in CUDA's simulator, of some games: neither needs a GPU.
test-cuda: $(VENV)/.dev
	WORKERS=$(CUDA_WORKERS) $(BIN)/python -m tests.cuda.run $(BY_DAY)

# The same, and the rules and agents of all games compiled for a GPU.
test-cuda-agents: $(VENV)/.dev
	WORKERS=$(CUDA_WORKERS) $(BIN)/python -m tests.cuda.run

# The games as OpenSpiel's, in its own checks and algorithms; with checks of indices, what these tests compile and what
# the others compile serves both. `test-referees` leaves none of them out.
test-openspiel: $(ENVIRONMENTS)/tests_openspiel/.installed
	$(CHECKED) $(ENVIRONMENTS)/tests_openspiel/bin/python -m pytest -n $(WORKERS) --dist loadgroup $(BY_DAY) --durations=5 tests/openspiel/test_*.py

# Texas hold'em as PokerKit's, with unequal stacks.
test-pokerkit: $(ENVIRONMENTS)/tests_pokerkit/.installed
	$(CHECKED) $(ENVIRONMENTS)/tests_pokerkit/bin/python -m pytest -n $(WORKERS) --durations=5 tests/pokerkit/test_*.py

# Both, with many more games in lock step.
test-referees: $(VENV)/.dev
	CARDZOO_OPENSPIEL_GAMES=2000 $(MAKE) test-openspiel BY_DAY=
	CARDZOO_POKERKIT_GAMES=2000 CARDZOO_POKERKIT_DRAWS=1000000 $(MAKE) test-pokerkit

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -p cardzoo.envs -p cardzoo.agents -p cardzoo.table -p cardzoo.testing -p cardzoo.training -p cardzoo.commands -m cardzoo_command
	$(BIN)/codespell
	$(BIN)/python -m docs.words
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m docs.build_pages --check
	$(SPHINX) -b dummy . build/dummy

# A linter for the pages of the table; it needs Node.js.
check-js:
	npm install --silent --no-audit --no-fund --no-package-lock
	npx --no-install eslint table/web/static

# A second type checker, of what users import: mypy, in `check`, looks at everything. It needs Node.js too.
pyright: $(VENV)/.dev
	npm install --silent --no-audit --no-fund --no-package-lock
	npx --no-install pyright

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.dev
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m docs.build_pages

# A warning, such as of a link to nothing, ends it; `check` looks for the same ones without writing the pages.
site: $(VENV)/.dev
	$(SPHINX) . site
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m docs.films site/films

bench: $(VENV)/.train
	$(BIN)/cardzoo bench

clean:
	rm -rf $(VENV) build dist site src/*.egg-info .pytest_cache .mypy_cache .ruff_cache
