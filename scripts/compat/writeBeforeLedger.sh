#!/bin/sh
# Writes a data directory as nodes wrote it before there was a ledger: sealed envelopes, and nothing booked. The sources of
# that time are built and run; what they wrote is kept in test/compat/before-ledger and never written again.
#   scripts/compat/writeBeforeLedger.sh TARGET
set -eu
COMMIT=086cb47
PORT=28711
target=$1
root=$(git rev-parse --show-toplevel)
work=$(mktemp -d)
git -C "$root" archive "$COMMIT" | tar -x -C "$work"
ln -s "$root/node_modules" "$work/node_modules"
cd "$work"
npx tsc -p tsconfig.json --outDir dist
node dist/scripts/buildRegistry.js
calc() { node dist/scripts/calc.js --data-dir "$work/data" --quiet --json "$@" >> "$work/out"; }
node dist/scripts/calc.js daemon --data-dir "$work/data" --http "127.0.0.1:$PORT" --p2p off --metrics off --log-level error &
daemon=$!
until curl -fs "http://127.0.0.1:$PORT/api/ready" > "$work/ready"; do sleep 0.2; done
# The operator, then somebody with a key of their own; one operator, a chain, a solver, a label, many at once.
calc compute NM19 m=2 a=3
calc compute NM19 NM23 m=2 a=3 v=5
calc zeta n=1
key=$(curl -fs -X POST "http://127.0.0.1:$PORT/api/demo-key/mint" -H 'content-type: application/json' -d '{}' | sed 's/.*"key":"\([^"]*\)".*/\1/')
ask() {
  curl -fs -X POST "http://127.0.0.1:$PORT/api/calc/compute" -H "authorization: Bearer $key" \
    -H 'content-type: application/json' -d "$1" >> "$work/out"
}
for mass in 1 2 3 4 5 6 7 8; do
  ask "{\"operators\":[\"NM19\"],\"inputs\":{\"m\":$mass,\"a\":3}}" &
done
ask '{"operators":["KO42"],"inputs":{},"domain":"a label with \"credits\":7 in it"}'
ask '{"operators":["NM19","NM23"],"inputs":{"m":2,"a":3,"v":5},"visibility":"record"}'
sleep 1
kill "$daemon"
wait "$daemon" || true
mkdir -p "$target/db"
cp "$work/data/VERSION" "$target/"
cp "$work"/data/db/*.log "$work"/data/db/*.ldb "$work"/data/db/CURRENT "$work"/data/db/MANIFEST-* "$target/db/" 2> /dev/null || true
echo "built and run in $work"
