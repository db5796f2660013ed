/**
 * What strangers cost a node that has no part in their market: open jobs at rest, and claims about
 * nothing. A whole node in virtual time, and processor time of the process; run with --expose-gc.
 */
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { LooseSpine, openingBody } from "../market/strangers.js";
import { LocalMesh } from "../market/localMesh.js";
import type { LocalNode } from "../market/localMesh.js";
import { cpuSeconds } from "./meshEvents.js";
import type { Row } from "./report.js";

const JOBS = 20_000;
const ASKERS = 10;
const CLAIMS = 17_000;
const REST_CALCONDS = 200;
const CALCOND_S = 0.777000777;
const SHARE_MAX_PCT = 0.5;
const CLAIM_BYTES_MAX = 200;

export async function benchMarketRest(): Promise<readonly Row[]> {
  const mesh = new LocalMesh();
  const node = await mesh.add("node");
  await mesh.add("other");
  await mesh.pass(3);
  const quiet = await restShare(mesh);
  const claimBytes = await claimed(mesh, node);
  const { net } = node.node.services.spine;
  const openS = await cost(async () => {
    for (let n = 0; n < ASKERS; n += 1) {
      const spine = new LooseSpine(`bench ${n}`, net, () => mesh.time.calcond);
      for (let job = 0; job < JOBS / ASKERS; job += 1) {
        const body = openingBody(spine, {
          net,
          calcond: mesh.time.calcond,
          engineVersion: node.node.services.marketVersion,
          chain: ["KO42", "NM19"],
          inputsHash: nodeCrypto.sha256Hex(`${n} ${job}`),
        });
        await hear(node, await spine.append("job.open", body));
      }
    }
  });
  // Words are said for them first: behind that nothing is left to do.
  const saidS = await cost(() => mesh.pass(REST_CALCONDS));
  const busy = await restShare(mesh);
  await mesh.stop();
  return [
    { name: "a core at rest without jobs", value: quiet, unit: "%" },
    {
      name: `a core at rest with ${JOBS.toLocaleString("en")} open jobs of strangers`,
      value: busy,
      unit: "%",
      target: `under ${SHARE_MAX_PCT}`,
    },
    { name: "to take one of them in", value: (1e3 * openS) / JOBS, unit: "ms" },
    { name: "to say words for one of them", value: (1e3 * saidS) / JOBS, unit: "ms" },
    {
      name: "memory and disk of the market for a claim about nothing",
      value: claimBytes,
      unit: "bytes",
      target: `under ${CLAIM_BYTES_MAX}`,
    },
  ];
}

/** Part of a core that a node takes while nothing is said. */
async function restShare(mesh: LocalMesh): Promise<number> {
  const seconds = await cost(() => mesh.pass(REST_CALCONDS));
  return (100 * seconds) / (REST_CALCONDS * CALCOND_S);
}

async function cost(work: () => Promise<void>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  return cpuSeconds(begun);
}

/** Bytes that a claim about a job that nobody opened takes, in memory and on the disk. */
async function claimed(mesh: LocalMesh, node: LocalNode): Promise<number> {
  const { net } = node.node.services.spine;
  const before = heldBytes(node);
  for (let n = 0; n < CLAIMS; n += 1) {
    const spine = new LooseSpine(`claim ${n}`, net, () => mesh.time.calcond);
    await hear(node, await spine.append("work.claim", { job: nodeCrypto.sha256Hex(`no ${n}`) }));
  }
  await mesh.settle();
  return (heldBytes(node) - before) / CLAIMS;
}

function heldBytes({ raw }: LocalNode): number {
  globalThis.gc?.();
  let disk = 0;
  for (const [key, value] of raw.contents()) disk += key.length + value.length;
  return disk + process.memoryUsage().heapUsed;
}

/** As if it had come over the mesh: kept, then taken in. */
async function hear({ node, store }: LocalNode, event: EncodedEvent): Promise<void> {
  const accepted: AcceptedEvent = { ...event, type: "event", state: "linked" };
  const operations = node.services.marketBook.effect(accepted);
  if (operations.length > 0) await store.write(operations);
  node.services.market.take(accepted);
}
