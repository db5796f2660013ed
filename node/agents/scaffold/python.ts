/** Python with its standard library alone. */
import { prettyJson, readme, type Project, type Stack } from "./project.js";

const RUN = "python3 main.py";

export const pythonStack: Stack = {
  run: RUN,
  files: (project) => [
    {
      path: "README.md",
      text: readme(
        project,
        RUN,
        "It needs Python 3.9 or later and no packages. `npm run build` of calcmesh writes " +
          "`dist/clients/python/calcmesh.py`, which has a method for each operation.",
      ),
    },
    { path: "program.json", text: prettyJson(project.program) },
    { path: "events.json", text: prettyJson(project.events) },
    { path: "main.py", text: main(project) },
  ],
};

function main({ state }: Project): string {
  return `"""Deploys program.json, fires events.json, and checks what came of it."""
import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent
URL = os.environ.get("CALC_URL", "http://127.0.0.1:8287")
EXPECTED = ${JSON.stringify(state)}


def call(path, body, key=None):
    """The answer of the node; ends the program with what it says where it refuses."""
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = "Bearer " + key
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit("%s: %s" % (problem["code"], problem["detail"]))


def main():
    program = json.loads((HERE / "program.json").read_text())
    events = json.loads((HERE / "events.json").read_text())
    key = os.environ.get("CALC_TOKEN") or call("/api/demo-key/mint", {})["key"]
    contract = call("/api/contracts", {"program": program}, key)["contract"]
    print("deployed", contract)
    state, token = "", None
    for data in events:
        fired = call("/api/contracts/%s/fire" % contract, {"data": data}, key)
        state, token = fired["to"], fired["token"] or token
        print("fired %s, now %s" % (json.dumps(data), state))
    if state != EXPECTED:
        sys.exit("the state is %s, not %s" % (state, EXPECTED))
    replay = call("/api/contracts/%s/replay" % contract, {}, key)
    if not replay["identical"]:
        sys.exit("the replay differs: %s" % replay["firstDifference"])
    print("replayed: the same rows")
    verdict = call("/api/calc/verify", {"receipt_id": token}, key)["verdict"]
    if verdict == "invalid":
        sys.exit("the receipt %s is invalid" % token)
    print("receipt %s: %s" % (token, verdict))


if __name__ == "__main__":
    main()
`;
}
