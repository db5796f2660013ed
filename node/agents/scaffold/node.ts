/** JavaScript for Node.js, without packages. */
import { prettyJson, readme, type Project, type Stack } from "./project.js";

const RUN = "npm start";

export const nodeStack: Stack = {
  run: RUN,
  files: (project) => [
    {
      path: "README.md",
      text: readme(
        project,
        RUN,
        "It needs Node.js 20 or later and no packages. docs/clients.md of calcmesh has a typed client of all " +
          "operations.",
      ),
    },
    {
      path: "package.json",
      text: prettyJson({
        name: project.name,
        version: "0.1.0",
        private: true,
        type: "module",
        scripts: { start: "node main.mjs" },
        engines: { node: ">=20" },
      }),
    },
    { path: "program.json", text: prettyJson(project.program) },
    { path: "events.json", text: prettyJson(project.events) },
    { path: "calc.mjs", text: CALLS },
    { path: "main.mjs", text: main(project) },
  ],
};

/** Shared with the page, which runs the same steps. */
export const CALLS = `// Calls of a node: JSON in, JSON out, and an Error with what the node says.
export class Node {
  constructor(url, key) {
    this.url = url.replace(/\\/$/, "");
    this.key = key;
  }

  async call(path, body) {
    const headers = { "content-type": "application/json" };
    if (this.key) headers.authorization = "Bearer " + this.key;
    const reply = await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(answer.code + ": " + answer.detail);
    return answer;
  }
}

/** @param say told each step. @throws Error where something is not as expected */
export async function run(node, { program, events, expected, say }) {
  if (!node.key) node.key = (await node.call("/api/demo-key/mint", {})).key;
  const { contract } = await node.call("/api/contracts", { program });
  say("deployed " + contract);
  let state = "";
  let token = null;
  for (const data of events) {
    const fired = await node.call("/api/contracts/" + contract + "/fire", { data });
    state = fired.to;
    token = fired.token ?? token;
    say("fired " + JSON.stringify(data) + ", now " + state);
  }
  if (state !== expected) throw new Error("the state is " + state + ", not " + expected);
  const replay = await node.call("/api/contracts/" + contract + "/replay", {});
  if (!replay.identical) throw new Error("the replay differs: " + JSON.stringify(replay.firstDifference));
  say("replayed: the same rows");
  const { verdict } = await node.call("/api/calc/verify", { receipt_id: token });
  if (verdict === "invalid") throw new Error("the receipt " + token + " is invalid");
  say("receipt " + token + ": " + verdict);
  return { contract, state, token, verdict };
}
`;

function main({ state }: Project): string {
  return `import { readFileSync } from "node:fs";
import { Node, run } from "./calc.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const { CALC_URL = "http://127.0.0.1:8287", CALC_TOKEN } = process.env;
await run(new Node(CALC_URL, CALC_TOKEN), {
  program: read("program.json"),
  events: read("events.json"),
  expected: ${JSON.stringify(state)},
  say: console.log,
});
`;
}
