/** A reactor that a solver drives, and its exported trajectory computed again. */
import { expect } from "chai";
import { provedLog, provedLogAgain } from "../../api/console/engine/proveLog.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { payloadOf } from "../../protocol/log/exported.js";
import { readRow } from "../../protocol/log/row.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { JsonObject } from "../../protocol/ports.js";
import { TrajectoryReplay, type ReplayVerdict } from "../../protocol/reactors/replay.js";
import { solverCards } from "../../protocol/solvers/cards.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { prepareJob } from "../../protocol/solvers/execute.js";
import type { ServedNode } from "./served.js";

const PATH = "/api/calc/reactor";
const STEPS = 2;

/** The shortest of a card's examples. */
async function exampleOf(id: string): Promise<JsonObject> {
  const card = solverCards.find((one) => one.id === id)!;
  const solver = await loadSolver(id);
  const priced = card.examples.map(({ body }) => ({ body, work: prepareJob(solver, body).work }));
  priced.sort((a, b) => (a.work < b.work ? -1 : 1));
  return priced[0]!.body;
}

/** Inputs that a run which goes on from a state has from there. */
const AT_FIRST: ReadonlySet<string> = new Set([
  "grid theta0",
  "lattice initial",
  "lattice velocity",
]);

/** Inputs as a program has them: a text that is a value stands in quotes. */
function constants(id: string, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const text = JSON.stringify(value);
      if (AT_FIRST.has(`${id} ${name}`)) return [name, `n == 0.0 ? ${text} : none`];
      return [name, typeof value === "string" ? text : value];
    }),
  );
}

export async function replayed(text: string): Promise<ReplayVerdict> {
  const replay = new TrajectoryReplay({ crypto: nodeCrypto, registry: builtinRegistry() });
  const lines = text.trimEnd().split("\n").slice(1);
  for (const [i, line] of lines.entries()) {
    const read = readRow(line);
    if (read.ok) await replay.row(read.row, payloadOf(lines[i + 1] ?? ""));
  }
  return replay.verdict;
}

/** What makes a reactor of a solver by its shortest example. */
export async function reactorOfSolver(id: string): Promise<JsonObject> {
  return { solver: id, transition: { inputs: constants(id, await exampleOf(id)) } };
}

/** Two steps of a solver by its shortest example, and what computing them again comes to. */
export async function stepsOfSolver(served: ServedNode, id: string): Promise<void> {
  const key = await served.account();
  const response = await served.call("POST", PATH, { key, body: await reactorOfSolver(id) });
  expect(response.status, response.text).to.equal(201);
  const name = String(response.body["reactor"]);
  for (let n = 1; n <= STEPS; n += 1) {
    const step = await served.call("POST", `${PATH}/${name}/step`, { key, body: { n: n - 1 } });
    expect(step.status, step.text).to.equal(200);
    expect(Object(step.body["x"])["value"]).to.be.a("number");
  }
  const log = await served.call("GET", `${PATH}/trajectory?reactor=${name}`, {
    key,
    headers: { accept: "application/x-ndjson" },
  });
  const verdict = await replayed(log.text);
  expect(verdict).to.include({
    steps: STEPS,
    replayed: STEPS,
    notReplayed: 0,
    firstDifference: null,
  });
  // A page weighs the runs at first, and makes them apart from all else.
  const registry = builtinRegistry();
  const { again, proved } = await provedLog(registry, log.text);
  expect(proved).to.include({ verdict: "sound", firstBad: null });
  expect(again?.solvers).to.deep.equal([id]);
  const inPage = await provedLogAgain(registry, log.text, [id], () => undefined);
  expect(inPage).to.deep.include({ verdict: "valid", replay: verdict });
}
