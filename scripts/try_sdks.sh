#!/bin/sh
# try_sdks.sh REQUIREMENT...: runs the tests that touch the MCP SDK once with each of these in place of the pinned one.
# Each has a virtual environment of its own that is thrown away; the one of the project stays as it is.
set -eu

here=$(dirname "$0")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
failed=""

for wanted in "$@"; do
  rm -rf "$place/venv"
  "$here/set_up_python.sh" "$place/venv" requirements/test.txt
  "$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "$wanted"
  version=$("$place/venv/bin/python" -c 'from importlib.metadata import version; print(version("mcp"))')
  echo "== $wanted: mcp $version"
  tests="tests/house"
  [ -d tests/sdk ] && tests="$tests tests/sdk tests/asking"
  # shellcheck disable=SC2086
  # FastMCP, which is optional, has a floor of its own.
  "$place/venv/bin/python" -m pytest -q -p no:cacheprovider --ignore=tests/sdk/test_client_fastmcp.py \
    -m "not slow and not browser and not postgres and not node" $tests || failed="$failed $version"
done

[ -z "$failed" ] || {
  echo "the tests fail with mcp$failed" >&2
  exit 1
}
