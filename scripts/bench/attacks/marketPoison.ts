/**
 * What a stranger's poison costs the nodes of a market, kind by kind: processor time of a whole node
 * to hear it and for what follows, and how long honest jobs take beside it. Whole nodes in virtual
 * time.
 */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import type { EncodedEvent } from "../../../protocol/seal/event.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { callOf, LocalMesh, principalOf, readAnswer } from "../../market/localMesh.js";
import type { LocalNode } from "../../market/localMesh.js";
import { LooseSpine, noise, poison } from "../../market/strangers.js";
import { cpuSeconds } from "../meshEvents.js";
import type { Row } from "../report.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
const CREDITS = 100_000;
const POISONS = 20;
const JOBS = 5;
const REST_CALCONDS = 200;
/** Columns that make no table: the computation throws. */
const NO_TABLE = canonicalize({ columns: { bad: 0 } });
const GRAVITY = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };

const KINDS = [
  { name: "a dispute whose computation throws", isWhole: true, inputs: () => NO_TABLE },
  { name: "one whose inputs never come", isWhole: true, inputs: (n: number) => `absent ${n}` },
  { name: "one that does not check", isWhole: false, inputs: () => NO_TABLE },
] as const;

type Say = (mesh: LocalMesh, asker: LocalNode, n: number) => Promise<readonly EncodedEvent[]>;

async function market(): Promise<readonly [LocalMesh, LocalNode]> {
  const mesh = new LocalMesh();
  const asker = await mesh.add("asker");
  await mesh.add("keeper");
  for (const name of ["one", "two"]) {
    const node = await mesh.add(name, { transfers: { origins: ["*"] } });
    await mesh.contribute(node, name);
  }
  await asker.node.services.ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -CREDITS },
      { account: `paid:${ASKER}`, delta: CREDITS },
    ],
  });
  const { store } = asker;
  const hash = nodeCrypto.sha256Hex(NO_TABLE);
  await store.write(store.market.documentOps(hash, NO_TABLE, Number.MAX_SAFE_INTEGER));
  await mesh.pass(3);
  return [mesh, asker];
}

/** @returns calconds of the longest, and processor time of all nodes for one */
async function honest(mesh: LocalMesh, asker: LocalNode): Promise<readonly [number, number]> {
  let most = 0;
  const begun = process.cpuUsage();
  for (let n = 0; n < JOBS; n += 1) {
    const asked = { operators: ["NM21"], inputs: GRAVITY, class: "replicated" as const, k: 2 };
    const { id } = await readAnswer(asker.node.handlers.jobOpen(asked, CALL));
    if (typeof id !== "string") throw new TypeError("a job without an id");
    let state: unknown = "open";
    const took = await mesh.until("an honest job ends", async () => {
      ({ state } = await readAnswer(asker.node.handlers.jobGet({ id }, CALL)));
      return state !== "open";
    });
    if (state !== "done") throw new Error(`an honest job is ${String(state)}`);
    most = Math.max(most, took);
  }
  return [most, cpuSeconds(begun) / JOBS];
}

function disputed(isWhole: boolean, inputs: (n: number) => string): Say {
  return (mesh, asker, n) => {
    const { marketVersion, spine } = asker.node.services;
    const loose = (name: string): LooseSpine =>
      new LooseSpine(`${name} ${n}`, spine.net, () => mesh.time.calcond);
    return poison(
      {
        asker: loose("asker"),
        contributor: loose("contributor"),
        challenger: loose("challenger"),
        executor: loose("executor"),
      },
      {
        net: spine.net,
        calcond: mesh.time.calcond,
        engineVersion: marketVersion,
        chain: ["KO42", "NM19"],
        inputsHash: nodeCrypto.sha256Hex(inputs(n)),
        isWhole,
      },
    );
  };
}

/** Every other kind of event about a job that nobody opened. */
const aboutNothing: Say = (mesh, asker, n) => {
  const { net } = asker.node.services.spine;
  const spine = new LooseSpine(`noise ${n}`, net, () => mesh.time.calcond);
  return noise(spine, nodeCrypto.sha256Hex(`no job ${n}`), net);
};

async function hear({ node, store }: LocalNode, event: EncodedEvent): Promise<void> {
  const { market: listener, marketBook } = node.services;
  const accepted: AcceptedEvent = { ...event, type: "event", state: "linked" };
  await store.write(marketBook.effect(accepted));
  listener.take(accepted);
}

async function poisoned(name: string, say: Say): Promise<readonly Row[]> {
  const [mesh, asker] = await market();
  try {
    const [quiet, quietS] = await honest(mesh, asker);
    const idleS = await rest(mesh);
    const said: EncodedEvent[] = [];
    for (let n = 0; n < POISONS; n += 1) said.push(...(await say(mesh, asker, n)));
    const bytes = said.reduce((sum, { text }) => sum + text.length, 0) / POISONS;
    const begun = process.cpuUsage();
    for (const event of said) for (const node of mesh.nodes) await hear(node, event);
    await mesh.settle();
    const heardS = cpuSeconds(begun);
    const [beside, besideS] = await honest(mesh, asker);
    const afterS = Math.max(0, (await rest(mesh)) - idleS);
    const all = POISONS * mesh.nodes.length;
    const jobS = Math.max(0, besideS - quietS) * JOBS;
    return [
      { name: `${name}: its events`, value: bytes, unit: "bytes" },
      { name: `${name}: to hear it`, value: (1e3 * heardS) / all, unit: "ms a node" },
      {
        name: `${name}: for what follows`,
        value: (1e3 * (jobS + afterS)) / all,
        unit: "ms a node",
      },
      { name: `${name}: longest job before`, value: quiet, unit: "calconds" },
      {
        name: `${name}: longest job beside ${POISONS}`,
        value: beside,
        unit: "calconds",
        target: "under twice that before",
      },
    ];
  } finally {
    await mesh.stop();
  }
}

/** Processor time while nothing is asked for. */
async function rest(mesh: LocalMesh): Promise<number> {
  const begun = process.cpuUsage();
  await mesh.pass(REST_CALCONDS);
  return cpuSeconds(begun);
}

export async function benchMarketPoison(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { inputs, isWhole, name } of KINDS)
    rows.push(...(await poisoned(name, disputed(isWhole, inputs))));
  rows.push(...(await poisoned("words about no job", aboutNothing)));
  return rows;
}
