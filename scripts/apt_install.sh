#!/bin/sh
# apt_install.sh WHY PACKAGE...: installs Debian packages, or says which are missing and what for.
set -eu

why=$1
shift
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "$why needs what Debian calls: $*" >&2
  echo "Only root on Debian or Ubuntu can install it from here. Install it in your system's way and try again." >&2
  exit 1
fi
echo "installing for $why: $*" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ apt-get -qq -o Acquire::Retries=3 update &&
  apt-get -qq -o Acquire::Retries=3 install -y --no-install-recommends "$@"; } >"$log" 2>&1 || {
  tail -n 20 "$log" >&2
  echo "$why needs $*, and apt-get could not install it; its last words are above." >&2
  exit 1
}
