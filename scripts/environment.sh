# Sourced by ./test and ./demo: finds a Python of 3.11 or later, makes .venv with pagemill in
# it, and puts it first in PATH. What is there already and up to date is left alone.

OLDEST="3.11"

# Prints the command of a Python that is new enough; tries PAGEMILL_PYTHON, then usual names.
suitable_python() {
    local candidate
    for candidate in ${PAGEMILL_PYTHON:-} python3 python3.11 python3.12 python3.13 python3.14 python; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "pagemill needs Python $OLDEST or later, but found: $(python3 --version 2>&1 || true)" >&2
    echo "install one, or name it: PAGEMILL_PYTHON=/path/to/python $0" >&2
    exit 2
}

# make_environment dev|runtime: the second needs no checkers and no test tools.
make_environment() {
    local wanted=$1 target="." stamp
    [ "$wanted" = dev ] && target=".[dev]"
    stamp=".venv/made-for-$wanted"
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
        local python
        python=$(suitable_python)
        echo "== making .venv with $("$python" --version)"
        rm -rf .venv
        if ! "$python" -m venv .venv; then
            rm -rf .venv
            echo "$python has no working venv module; on Debian and Ubuntu: apt install python3-venv" >&2
            exit 3
        fi
    fi
    if [ ! -e "$stamp" ] ||
        [ -n "$(find pyproject.toml setup.py src/pagemill/native -newer "$stamp" \
            \( -name '*.toml' -o -name setup.py -o -name '*.[ch]' \) -print -quit)" ]; then
        echo "== installing pagemill ($wanted) into .venv; the first time takes a minute or two"
        .venv/bin/python -m pip install --quiet --disable-pip-version-check -e "$target"
        touch "$stamp"
    fi
    export PATH="$PWD/.venv/bin:$PATH"
    unset PYTHONPATH PYTHONHOME
}
