# make demo    set up, then read, judge, compare and publish a real model
# make forces  every company and fleet of examples/ with pages, sheets and lists of parts, in build/forces
# make test    set up, then run every test
# make test COVERAGE=1   the same, measured; fails below the floor in pyproject.toml
# make test EXAMPLES=500  the same, with ten times the examples of every property
# make lint    ruff and mypy; prettier, eslint and tsc for JavaScript, where node and npm are
# make manual  the manual with its search, in build/manual
# make reference   renew docs/reference: commands, keys, rules, findings, JSON and Python, as the code has them
# make rooms   renew the table of rooms in docs/ARCHITECTURE.md
# make pins    renew requirements-dev.txt: the newest versions that pyproject.toml allows, with hashes; and the hashes
#              of scripts/checkers, which come with npm
# make app     a folder to unpack for people without Python, in dist, and tried as they have it (takes minutes)
# make version V=0.3.0   what is released now; V=0.4.0.dev0 for what is worked on after it
# make release  wheel, sdist, app folder, checksums and notes, in dist
# make bench   our time against the peers', in one run (ONLY=publishing and ONLY=gallery take long)
# make corpus DIR=folder   read every model of a folder, compare pairs that must count alike
# make fuzz    feed the reader broken files for a minute (SECONDS=600 for longer, SEED=1 for the same ones again)
# make soak    the next three for a minute each (SECONDS=3600 for longer)
# make soak-saving      keep the workbench busy: a file saved again and again
# make soak-asking      the same with wrong requests (soak-workbench is both)
# make soak-table       play random games at the table, in Python and in JavaScript, and compare
# make bombs   run commands on files made to be slow or large (ALL=1 for every command on all of them)
# make verdicts DIR=folder   judge every model of a folder twice: as it is, and as a frame of a company

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
SECONDS ?= 60
# Where a complete LDraw library is; empty where none can be had, with the reason in build/library.why.
LIBRARY = $$(mkdir -p build && scripts/fetch-library 2>build/library.why || true)
# The same for a browser and for the checkers of pages and models.
BROWSER = $$(mkdir -p build && scripts/fetch-browser 2>build/browser.why || true)
CHECKERS = $$(mkdir -p build && scripts/fetch-checkers 2>build/checkers.why || true)

# Tests start hundreds of processes: none of them shall compile our modules again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo forces pictures test read-tests lint rooms reference manual pins app version release bench corpus verdicts fuzz soak soak-workbench soak-saving soak-asking soak-table bombs clean

$(READY): pyproject.toml requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# The newest versions that pyproject.toml allows, for every system, each with its hashes. Holds no address.
pins:
	@test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet uv; }
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --quiet \
	  --custom-compile-command "make pins" --output-file requirements-dev.txt
	cd scripts/checkers && npm install --silent --package-lock-only --omit-lockfile-registry-resolved

pictures: $(READY)
	@for one in doc table workbench; do \
	  LDRAWDIR="$(LIBRARY)" BRICKYARD_TEST_BROWSER="$(BROWSER)" $(BIN)/python -m scripts.make_$${one}_pictures || exit 1; done

demo: $(READY)
	@LDRAWDIR="$(LIBRARY)" BRICKYARD=$(BIN)/brickyard sh scripts/demo

forces: $(READY)
	@LDRAWDIR="$(LIBRARY)" BRICKYARD=$(BIN)/brickyard sh scripts/forces

WITH_ALL_THAT = BRICKYARD_TEST_LIBRARY="$(LIBRARY)" BRICKYARD_TEST_BROWSER="$(BROWSER)" \
	BRICKYARD_TEST_CHECKERS="$(CHECKERS)"

test: $(READY)
	@$(WITH_ALL_THAT) $(BIN)/python -m pytest -n auto --dist worksteal $(if $(COVERAGE),--cov --cov-report=term)

# Each worker of a clean clone would rewrite the assertions of all tests by itself.
read-tests: $(READY)
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	scripts/lint-javascript

# The tables of rooms in docs/ARCHITECTURE.md.
rooms: $(READY)
	@$(BIN)/python -m scripts.make_rooms

reference: $(READY)
	@$(BIN)/python -m scripts.make_manual --reference

manual: $(READY)
	@$(BIN)/python -m scripts.make_manual

app: $(READY)
	@$(BIN)/python -m scripts.make_app
	@BRICKYARD_TEST_BROWSER="$(BROWSER)" $(BIN)/python -m scripts.try_app

version: $(READY)
	@test -n "$(V)" || { echo "make version V=0.3.0"; exit 2; }
	@$(BIN)/python -m scripts.make_release --version "$(V)"

release: $(READY)
	@$(BIN)/python -m scripts.make_release
	@BRICKYARD_TEST_BROWSER="$(BROWSER)" $(BIN)/python -m scripts.try_app

bench: $(READY)
	@$(BIN)/python -m benchmarks.run $(if $(ONLY),--only $(ONLY))

corpus: $(READY)
	@test -n "$(DIR)" || { echo "make corpus DIR=folder-with-models"; exit 2; }
	@$(BIN)/python scripts/read_corpus.py "$(DIR)"

fuzz: $(READY)
	@$(BIN)/python scripts/fuzz.py --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

soak: soak-workbench soak-table

soak-workbench: soak-saving soak-asking

soak-saving: $(READY)
	@$(BIN)/python -m scripts.soak_serve --only saving --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

soak-asking: $(READY)
	@$(BIN)/python -m scripts.soak_serve --only asking --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

soak-table: $(READY)
	@BRICKYARD_TEST_BROWSER="$(BROWSER)" $(BIN)/python -m scripts.soak_table --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

bombs: $(READY)
	@LDRAWDIR="$(LIBRARY)" $(BIN)/python -m scripts.bombs $(if $(ALL),--all)

verdicts: $(READY)
	@test -n "$(DIR)" || { echo "make verdicts DIR=folder-with-models"; exit 2; }
	@LDRAWDIR="$(LIBRARY)" $(BIN)/python -m scripts.corpus_verdicts "$(DIR)"

clean:
	rm -rf build dist $(VENV)
