# What a contributor does. `just` alone checks and tests; `just --list` lists the rest.

export PATH := justfile_directory() / ".venv/bin:" + env("PATH")
compile := "uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --fork-strategy fewest"

# Everything that must be green before a commit is shared.
default: test

# Set up all that the tests need, and run nothing.
setup:
    ./pioche setup

# All checks, then all tests.
test *words:
    ./pioche test {{ words }}

# All checks and no tests: form, types, arrows, spelling, sizes.
check:
    python tools/check.py

# Put right what can be put right by itself.
fix:
    ruff check --fix .
    ruff format .

# How long our files and functions are, beside what we aim at.
sizes:
    python tools/sizes.py

# Compile all games ahead.
build:
    ./pioche build

# Write the lock files anew from pyproject.toml (needs uv); read the difference.
lock *options:
    {{ compile }} {{ options }} pyproject.toml --group setup --output-file requirements.lock
    {{ compile }} {{ options }} pyproject.toml --group test --extra bench --extra lab --extra postgres --extra rl --constraint requirements.lock --output-file requirements-test.lock
    {{ compile }} {{ options }} --group node --output-file requirements-node.lock

# Count the move sequences of each length: `just perft uno --depth 4`.
perft *words:
    python tools/perft.py {{ words }}

# Change a game's rules here and there, and print what no test noticed: `just mutate uno`.
mutate *words:
    python tools/mutate.py {{ words }}

# How much of the code the tests reach, branch by branch.
coverage *words:
    coverage run -m pytest {{ words }}
    coverage combine --quiet
    coverage report

# The pages and types that are generated from the messages of the server.
wire:
    python tools/wire.py

# The page that says what learners see, from the games' layouts.
observations:
    python tools/observations.py

# Serve, for playing.
serve *words:
    ./pioche serve {{ words }}

# Pictures of every page and table at every size, of a server that runs: `PIOCHE_URL=… just screenshots`.
screenshots *words:
    cd web && npm run --silent screenshots -- {{ words }}

# How soon a table answers and how smoothly cards fly, beside the budgets, on a server that runs.
measure *words:
    cd web && npm run --silent measure -- {{ words }}

# Our figures beside the peers', measured now.
bench *words:
    ./pioche bench {{ words }}

# The figures of docs/benchmarks.md, from the JSON of a bench.
benchmarks *files:
    python tools/benchmarks.py {{ files }}

# A report of docs/reports (a minute on two quiet cores): `just report anthem`.
report game:
    ./pioche balance {{ game }} --out docs/reports/{{ game }}.html --out docs/reports/{{ game }}.md

# The files of a release, in dist/ (needs uv).
release: test
    uv build
