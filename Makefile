# Everything sets itself up in .venv; only `apt-get` would need root, and nothing here calls it.
PYTHON ?= python3
SPEED ?= 1
RULES ?= fsm
VENV := .venv
BIN := $(VENV)/bin
DONE := $(VENV)/.installed-test
PLAY := $(VENV)/.installed

.PHONY: rehearse test lint long kills soak bench clean

# The whole box on this terminal: keys, LED clock, sound where there is a device. SPEED=20 for a first look; RULES=city.
rehearse: $(PLAY)
	$(BIN)/nightbox rehearse --rules $(RULES) --speed $(SPEED)

# Everything that is quick enough to run always: lint, types, layers, tests.
test: lint
	$(BIN)/python -m pytest -rs

lint: $(DONE)
	$(BIN)/ruff check nightbox tests sounds
	$(BIN)/mypy
	$(BIN)/lint-imports

# The long run of the properties, and the kills: what CI runs after `test`.
long: $(DONE)
	$(BIN)/python -m pytest -rs -n auto -m long tests

kills: $(DONE)
	$(BIN)/python -m tests.kills.drive --runs 40 --jobs 8

soak: $(DONE)
	$(BIN)/python -m tests.kills.drive --runs 200 --jobs 8
	NIGHTBOX_EXAMPLES=soak $(BIN)/python -m pytest -rs -n auto -m long

# Exactness, latency, cost: run alone, on a quiet machine. Needs pulseaudio for what the room hears.
bench: $(DONE)
	$(BIN)/python -m tests.bench $(BENCH)

$(PLAY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nightbox needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV) || (echo "no venv module: sudo apt-get install python3-venv" >&2; exit 1)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[sound,serial]'
	touch $@

$(DONE): $(PLAY)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[sound,serial,test]'
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
