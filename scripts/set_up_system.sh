#!/bin/sh
# Installs what the tests need and neither pip nor npm brings: PostgreSQL, Chromium, and fonts that have every letter.
set -eu

has() {
  for place in "$@"; do
    [ -e "$place" ] && return
  done
  return 1
}

missing=""
has /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb || command -v initdb >/dev/null 2>&1 ||
  missing="$missing postgresql"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
has /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf || missing="$missing fonts-dejavu-core"
has /usr/share/fonts/truetype/noto/NotoSans-Regular.ttf || missing="$missing fonts-noto-core"
has /usr/share/fonts/opentype/noto/NotoSansCJK-*.ttc || missing="$missing fonts-noto-cjk"

# shellcheck disable=SC2086
[ -z "$missing" ] || exec "$(dirname "$0")/apt_install.sh" "The test run" $missing
