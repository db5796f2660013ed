/** A node whose clock goes wrong and right again among others that are right, or nearly so. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { CALCOND_NS } from "../../protocol/limits.js";
import { clock, Probe, secretIn } from "../../scripts/chaos/probe.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { call, force, numberOf, spineOf } from "../kit/requests.js";
import {
  checkAcknowledged,
  checkSpines,
  equalHeads,
  eventsJudged,
  History,
  sealingClient,
  until,
} from "./checker.js";

/** Within what all of them may be off: nothing is refused for it. */
const RIGHT_MS = [500, -500, 0, 250] as const;
/** The one whose clock goes wrong. */
const SKEWED = 3;
/** Nothing is taken that is further ahead of the clock of who takes it. */
const AHEAD_CALCONDS_MAX = 2;
const NOTICED_MS_MAX = 60_000;
/** A daemon reads how far its clock is off so often, and a little more. */
const CLOCK_READ_MS = 100;
const BACK_MS_MAX = 60_000;
/** The probe, whose links are never cut. */
const STRANGERS = 1;
const NOTICED = "nothing is sealed while this clock is off that of the peers";

export interface ClockOptions {
  /** Results to be sealed, by all nodes together, while all clocks are nearly right. */
  readonly results: number;
  /** Milliseconds by which one clock goes wrong, one after the other. */
  readonly offsetsMs: readonly number[];
  /**
   * Its links are cut for a moment when its clock changes: who connects anew compares clocks at
   * once.
   */
  readonly reconnect: boolean;
  /** Starts it again with a clock that is off by so much. */
  readonly restartOffsetMs: number | null;
}

export interface ClockFigures {
  readonly acknowledged: number;
  /** Messages refused for their time while all clocks were nearly right. */
  readonly refused: number;
  readonly noticedMs: readonly number[];
  /** Results sealed by a clock that had been set wrong. */
  readonly sealedWrong: number;
  readonly backMs: readonly number[];
  /** Most calconds by which an event held anywhere was ahead of its holder's clock. */
  readonly aheadMax: number;
}

/** Looks, again and again, how far what the right nodes hold of one author is ahead of them. */
class AheadWatch {
  readonly #cluster: Cluster;
  readonly #probe: Probe;
  readonly #author: string;
  readonly #looking: Promise<void>;
  #stopped = false;
  aheadMax = Number.NEGATIVE_INFINITY;

  constructor(cluster: Cluster, probe: Probe, author: string) {
    this.#cluster = cluster;
    this.#probe = probe;
    this.#author = author;
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#looking;
  }

  /** Calcond of the newest event of the author that a node holds. */
  async #newest(node: RunningNode): Promise<number | undefined> {
    const tip = (await this.#probe.tips(node)).find(([author]) => author === this.#author);
    if (tip === undefined) return undefined;
    return (await this.#probe.events(node, this.#author, tip[1], 1))[0]?.header.calcond;
  }

  async #look(): Promise<void> {
    while (!this.#stopped) {
      for (const { node, n } of this.#cluster.members) {
        if (n === SKEWED || node === null) continue;
        const newest = await this.#newest(node).catch(() => undefined);
        if (newest === undefined) continue;
        // By the clock of who holds it, which is off a little itself.
        const ownCalcond = Number((clock.nowNs() + BigInt(RIGHT_MS[n]!) * 1_000_000n) / CALCOND_NS);
        this.aheadMax = Math.max(this.aheadMax, newest - ownCalcond);
      }
      await delay(200);
    }
  }
}

class Skew {
  readonly #cluster: Cluster;
  readonly #probe: Probe;
  readonly #reconnect: boolean;
  readonly noticedMs: number[] = [];
  readonly backMs: number[] = [];
  /** Results that it sealed by a wrong clock. */
  sealedWrong = 0;

  constructor(cluster: Cluster, probe: Probe, reconnect: boolean) {
    this.#cluster = cluster;
    this.#probe = probe;
    this.#reconnect = reconnect;
  }

  async #set(offsetMs: number): Promise<void> {
    this.#cluster.setClock(SKEWED, offsetMs);
    if (!this.#reconnect) return;
    const others = this.#cluster.members.map(({ n }) => n).filter((n) => n !== SKEWED);
    this.#cluster.partition([others, [SKEWED]]);
    const { api } = this.#cluster.node(SKEWED);
    await until("being alone", 10_000, async () => {
      const { body } = await call({ api }, "GET", "/api/mesh/status");
      return numberOf(body, "peers") <= STRANGERS;
    });
    this.#cluster.heal();
  }

  #timesNoticed(): number {
    return this.#cluster.node(SKEWED).output().split(NOTICED).length - 1;
  }

  async goesWrong(offsetMs: number): Promise<void> {
    const before = this.#timesNoticed();
    await this.#set(offsetMs);
    const node = this.#cluster.node(SKEWED);
    await delay(CLOCK_READ_MS);
    this.noticedMs.push(
      await until("noticing the wrong clock", NOTICED_MS_MAX, async () => {
        const { body } = await call(node, "POST", "/api/calc/compute", force());
        if (body["receipt_id"] !== undefined) this.sealedWrong += 1;
        return this.#timesNoticed() > before;
      }),
    );
    await this.staysSilent(["CLOCK_SKEW", "CLOCK_BACKWARDS"]);
  }

  /** It computes, and neither seals nor says anything. */
  async staysSilent(reasons: readonly string[]): Promise<void> {
    const node = this.#cluster.node(SKEWED);
    const { size } = await spineOf(node);
    let said = 0;
    this.#probe.onArrival = ({ data }) => {
      if (Buffer.from(data).includes(`sender=${node.api.publicKey}`)) said += 1;
    };
    for (let i = 0; i < 5; i += 1) {
      const { status, body, text } = await call(node, "POST", "/api/calc/compute", force());
      expect(status, text).to.equal(200);
      expect(body["value"]).to.be.a("number");
      expect(body["receipt_id"], "sealed with a wrong clock").to.equal(undefined);
      expect(body["unsealed_reason"]).to.be.oneOf([...reasons]);
      await delay(200);
    }
    expect((await call(node, "GET", "/api/ready")).status).to.equal(503);
    expect((await spineOf(node)).size, "the spine of the node with the wrong clock").to.equal(size);
    expect(said, "messages of the node with the wrong clock").to.equal(0);
  }

  /** Nobody tells it but its peers' clocks. */
  async goesRight(): Promise<void> {
    await this.#set(RIGHT_MS[SKEWED]);
    const node = this.#cluster.node(SKEWED);
    this.backMs.push(
      await until("sealing again", BACK_MS_MAX, async () => {
        const { body } = await call(node, "POST", "/api/calc/compute", force());
        return typeof body["receipt_id"] === "string";
      }),
    );
  }
}

async function nearlyRight(cluster: Cluster, history: History, results: number): Promise<number> {
  const ending = new AbortController();
  const load = cluster.members.map(({ n, node }) =>
    sealingClient(n, node!, history, ending.signal),
  );
  // However long they take: a machine that others use seals few in a second. Clients end by
  // themselves when their node does.
  await Promise.race([history.acknowledged(results), Promise.all(load)]);
  ending.abort();
  await Promise.all(load);
  expect(
    (await history.read()).filter(({ outcome }) => outcome !== "ok"),
    "not sealed",
  ).to.deep.equal([]);
  let refused = 0;
  for (const node of cluster.nodes) {
    for (const code of ["FUTURE_CALCOND", "STALE_HANDSHAKE"])
      refused += await eventsJudged(node, "gossip", code);
  }
  return refused;
}

export async function skewedMesh({
  results,
  offsetsMs,
  reconnect,
  restartOffsetMs,
}: ClockOptions): Promise<ClockFigures> {
  const dir = temporaryDir("clocks");
  const cluster = await Cluster.start({
    dir: join(dir.path, "nodes"),
    count: RIGHT_MS.length,
    faults: true,
    clockOffsetsMs: RIGHT_MS,
    args: ["--rate-limits", "off", "--log-level", "error", "--metrics", "127.0.0.1:0"],
  });
  const history = new History(join(dir.path, "history.jsonl"));
  const probe = await Probe.start(95, secretIn(cluster.secretFile));
  let watch: AheadWatch | null = null;
  try {
    await probe.join(cluster.node(0));
    const refused = await nearlyRight(cluster, history, results);
    await equalHeads(probe, cluster.nodes, 30_000);
    watch = new AheadWatch(cluster, probe, cluster.node(SKEWED).api.publicKey);
    const skew = new Skew(cluster, probe, reconnect);
    for (const offsetMs of offsetsMs) {
      await skew.goesWrong(offsetMs);
      await skew.goesRight();
    }
    if (restartOffsetMs !== null) {
      await cluster.stopNode(SKEWED);
      cluster.setClock(SKEWED, restartOffsetMs);
      await cluster.restart(SKEWED);
      await skew.staysSilent(["RESTORE_GUARD", "CLOCK_SKEW"]);
      await skew.goesRight();
    }
    await watch.stop();
    expect(watch.aheadMax).to.be.within(-Number.MAX_VALUE, AHEAD_CALCONDS_MAX);
    await equalHeads(probe, cluster.nodes, 30_000);
    const acknowledged = await checkAcknowledged(history, (n) => cluster.node(n));
    await checkSpines(cluster.nodes);
    const { noticedMs, backMs, sealedWrong } = skew;
    return { acknowledged, refused, noticedMs, sealedWrong, backMs, aheadMax: watch.aheadMax };
  } finally {
    await watch?.stop();
    await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}
