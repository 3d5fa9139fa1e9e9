#!/bin/sh
# Starts the program of this release with the Node.js in PATH.
set -e
program=$0
while [ -h "$program" ]; do
  target=$(readlink -- "$program")
  case $target in
    /*) program=$target ;;
    *) program=$(dirname -- "$program")/$target ;;
  esac
done
folder=$(cd -- "$(dirname -- "$program")/.." && pwd)
if ! command -v node > /dev/null; then
  echo "Node.js 20.19 or newer is needed and was not found in PATH." >&2
  exit 1
fi
exec node "$folder/tooling/tribehall.mjs" "$@"
