/** A shell script over curl: nothing else is needed. */
import { prettyJson, readme, type Project, type Stack } from "./project.js";

const RUN = "sh run.sh";

export const curlStack: Stack = {
  run: RUN,
  files: (project) => [
    {
      path: "README.md",
      text: readme(project, RUN, "The events stand in `events.ndjson`, one a line."),
    },
    { path: "program.json", text: prettyJson(project.program) },
    {
      path: "events.ndjson",
      text: project.events.map((data) => `${JSON.stringify({ data })}\n`).join(""),
    },
    { path: "run.sh", text: script(project) },
  ],
};

function script({ state }: Project): string {
  return `#!/bin/sh
# Deploys program.json, fires events.ndjson, and checks what came of it.
set -eu
cd "$(dirname "$0")"
URL=\${CALC_URL:-http://127.0.0.1:8287}
EXPECTED=${state}

# The first text of a name in JSON without line breaks.
field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }
fail() { echo "$1" >&2; exit 1; }

KEY=\${CALC_TOKEN:-$(curl -sS "$URL/api/demo-key/mint" -H 'Content-Type: application/json' -d '{}' | field key)}
[ -n "$KEY" ] || fail "no key: set CALC_TOKEN"
call() {
  path=$1
  shift
  curl -sS "$URL$path" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"
}

BODY=$(printf '{"program":%s}' "$(cat program.json)")
MADE=$(call /api/contracts -d "$BODY")
ID=$(echo "$MADE" | field contract)
[ -n "$ID" ] || fail "not deployed: $MADE"
echo "deployed $ID"

TOKEN=
while IFS= read -r event; do
  FIRED=$(call "/api/contracts/$ID/fire" -d "$event")
  TO=$(echo "$FIRED" | field to)
  [ -n "$TO" ] || fail "not fired: $FIRED"
  SEALED=$(echo "$FIRED" | field token)
  TOKEN=\${SEALED:-$TOKEN}
  echo "fired $event, now $TO"
done < events.ndjson
[ "$TO" = "$EXPECTED" ] || fail "the state is $TO, not $EXPECTED"

REPLAY=$(call "/api/contracts/$ID/replay" -d '{}')
case $REPLAY in *'"identical":true'*) echo "replayed: the same rows" ;; *) fail "replay: $REPLAY" ;; esac
VERDICT=$(call /api/calc/verify -d "{\\"receipt_id\\":\\"$TOKEN\\"}" | field verdict)
[ "$VERDICT" = valid ] || [ "$VERDICT" = sound ] || fail "the receipt $TOKEN is $VERDICT"
echo "receipt $TOKEN: $VERDICT"
`;
}
