#!/bin/sh
# set_up_python.sh VENV REQUIREMENTS: a virtual environment with what is pinned there, and elicitor itself.
# Any Python from 3.11 on will do; PYTHON names another than the first that is found.
set -eu

venv=$1
requirements=$2
here=$(dirname "$0")

is_new_enough() {
  command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
  for name in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if is_new_enough "$name"; then
      echo "$name"
      return
    fi
  done
  echo "elicitor needs Python 3.11 or newer. Install one, or name it: make PYTHON=/path/to/python3.12" >&2
  exit 1
}

has_pip() {
  is_new_enough "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1
}

make_venv() {
  python=$(find_python)
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    "$here/apt_install.sh" "The virtual environment" "$package"
  fi
  rm -rf "$venv"
  "$python" -m venv "$venv"
}

if is_new_enough "$venv/bin/python" && ! has_pip; then
  "$venv/bin/python" -m ensurepip --upgrade >/dev/null 2>&1 || true
fi
has_pip || make_venv

echo "installing $requirements into $venv" >&2
pip="$venv/bin/python -m pip install --quiet --disable-pip-version-check"
$pip --require-hashes -r "$requirements"
$pip --no-deps --no-build-isolation --editable .
