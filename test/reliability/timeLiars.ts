/** Members that show a wrong time to daemons, and a new daemon whose own clock is wrong. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { clock, Probe, secretIn } from "../../scripts/chaos/probe.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { call, force, sealed } from "../kit/requests.js";
import { equalHeads, until } from "./checker.js";

const ARGS = ["--rate-limits", "off", "--log-level", "warn"];
const FIRST_PROBE = 200;
const BACK_MS_MAX = 60_000;
const STEP_MS = 1_000;

/** Each node computes once a second. @returns how many results were not sealed */
async function unsealedDuring(nodes: readonly RunningNode[], seconds: number): Promise<number> {
  let unsealed = 0;
  for (let second = 0; second < seconds; second += 1) {
    for (const node of nodes) {
      const { body } = await call(node, "POST", "/api/calc/compute", force());
      if (typeof body["receipt_id"] !== "string") unsealed += 1;
    }
    await delay(STEP_MS);
  }
  return unsealed;
}

export interface LiarFigures {
  readonly liars: number;
  readonly unsealedWhileThere: number;
  readonly unsealedAfter: number;
}

/** So many members, ahead by so much, stay so long at each of four nodes, and leave. */
export async function liedToMesh({
  liars,
  aheadMs,
  seconds,
}: {
  readonly liars: number;
  readonly aheadMs: number;
  readonly seconds: number;
}): Promise<LiarFigures> {
  const dir = temporaryDir("time-liars");
  const cluster = await Cluster.start({ dir: join(dir.path, "nodes"), count: 4, args: ARGS });
  const probes: Probe[] = [];
  const shownClock = { nowNs: () => clock.nowNs() + BigInt(aheadMs) * 1_000_000n };
  try {
    expect(await unsealedDuring(cluster.nodes, 2), "not sealed before").to.equal(0);
    for (let n = 0; n < liars; n += 1) {
      const secret = secretIn(cluster.secretFile);
      const probe = await Probe.start(FIRST_PROBE + n, secret, [], { shownClock });
      probes.push(probe);
      for (const node of cluster.nodes) await probe.join(node);
    }
    const unsealedWhileThere = await unsealedDuring(cluster.nodes, seconds);
    for (const probe of probes.splice(0)) await probe.stop();
    const unsealedAfter = await unsealedDuring(cluster.nodes, seconds);
    for (const node of cluster.nodes)
      expect((await call(node, "GET", "/api/ready")).status, node.output()).to.equal(200);
    return { liars, unsealedWhileThere, unsealedAfter };
  } finally {
    for (const probe of probes) await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}

export interface NewcomerFigures {
  readonly sealedWrong: number;
  readonly backMs: number;
}

/** A node that starts for the first time with a wrong clock, among two that it is told of. */
export async function newNodeAhead(aheadMs: number): Promise<NewcomerFigures> {
  const NEW = 2;
  const dir = temporaryDir("new-node");
  const cluster = await Cluster.start({
    dir: join(dir.path, "nodes"),
    count: 3,
    clockOffsetsMs: [0, 0, aheadMs],
    args: ARGS,
  });
  const probe = await Probe.start(FIRST_PROBE, secretIn(cluster.secretFile));
  try {
    const node = cluster.node(NEW);
    let sealedWrong = 0;
    for (let i = 0; i < 10; i += 1) {
      const { body } = await call(node, "POST", "/api/calc/compute", force());
      expect(body["value"]).to.be.a("number");
      if (body["receipt_id"] !== undefined) sealedWrong += 1;
      await delay(STEP_MS / 2);
    }
    expect((await call(node, "GET", "/api/ready")).status).to.equal(503);
    cluster.setClock(NEW, 0);
    const backMs = await until("sealing by the right clock", BACK_MS_MAX, async () => {
      const { body } = await call(node, "POST", "/api/calc/compute", force());
      return typeof body["receipt_id"] === "string";
    });
    await sealed(node, force());
    await probe.join(cluster.node(0));
    await equalHeads(probe, cluster.nodes, 30_000);
    return { sealedWrong, backMs };
  } finally {
    await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}
