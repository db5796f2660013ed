/**
 * A node whose data directory is put back to an older copy, while its peers remember more of it.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Clock } from "../../protocol/ports.js";
import { clock, Probe, secretIn } from "../../scripts/chaos/probe.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { call, force, listOf, sealed, spineOf } from "../kit/requests.js";
import { linearGenerator } from "../kit/generator.js";
import { checkSpines, equalHeads, until } from "./checker.js";

const RESTORED = 0;
const NODES = 3;
/** What a copy is old when it is put back, by the clocks of all nodes: no real hour passes. */
const HOUR_MS = 3_600_000;
const LOST_MAX = 20;
const READY_MS_MAX = 60_000;
const FOUND_MS_MAX = 30_000;

export interface RestoreFigures {
  readonly rounds: number;
  /**
   * Own events that were not in a restored copy and were taken over from peers, over all rounds.
   */
  readonly takenOver: number;
  /** From the start of the process to its sealing again. */
  readonly readyMsMax: number;
  readonly equalMs: number;
  /**
   * Until its peers had frozen it, after it was told that it is alone and was not; null where that
   * was not tried.
   */
  readonly foundMs: number | null;
}

/** The clock that a probe and all nodes go by. */
class ShiftedClock implements Clock {
  offsetMs = 0;

  nowNs(): bigint {
    return clock.nowNs() + BigInt(this.offsetMs) * 1_000_000n;
  }
}

class Restores {
  readonly #cluster: Cluster;
  readonly #probe: Probe;
  readonly #copy: string;
  readonly #clock: ShiftedClock;
  takenOver = 0;
  readyMsMax = 0;

  constructor(cluster: Cluster, probe: Probe, copy: string, clock: ShiftedClock) {
    this.#cluster = cluster;
    this.#probe = probe;
    this.#copy = copy;
    this.#clock = clock;
  }

  /** An hour passes on all clocks at once, so that what is put back is that old. */
  #anHourLater(): void {
    this.#clock.offsetMs += HOUR_MS;
    for (const { n } of this.#cluster.members) this.#cluster.setClock(n, this.#clock.offsetMs);
  }

  get #dataDir(): string {
    return this.#cluster.members[RESTORED]!.dataDir;
  }

  async isReady(): Promise<boolean> {
    return (await call(this.#cluster.node(RESTORED), "GET", "/api/ready")).status === 200;
  }

  /** Seals so many results, and waits until its peers hold them. */
  async seal(count: number): Promise<void> {
    const node = this.#cluster.node(RESTORED);
    for (let i = 0; i < count; i += 1) await sealed(node, force("shared"));
    await equalHeads(this.#probe, this.#cluster.nodes, READY_MS_MAX);
  }

  /**
   * Keeps what is there as the copy, and puts the copy before it in its place. The process is dead.
   */
  swap(): void {
    const next = `${this.#copy}.next`;
    cpSync(this.#dataDir, next, { recursive: true });
    rmSync(this.#dataDir, { recursive: true });
    cpSync(this.#copy, this.#dataDir, { recursive: true });
    rmSync(this.#copy, { recursive: true });
    cpSync(next, this.#copy, { recursive: true });
    rmSync(next, { recursive: true });
  }

  keep(): void {
    cpSync(this.#dataDir, this.#copy, { recursive: true });
  }

  /** Started on an older copy it takes its longer spine over, and goes on behind it. */
  async restored(lost: number): Promise<void> {
    const before = await spineOf(this.#cluster.node(RESTORED));
    await this.#cluster.kill(RESTORED);
    this.swap();
    this.#anHourLater();
    const begun = performance.now();
    const node = await this.#cluster.restart(RESTORED);
    await until("being ready to seal", READY_MS_MAX, () => this.isReady());
    this.readyMsMax = Math.max(this.readyMsMax, performance.now() - begun);
    const [held] = await this.#probe.events(node, node.api.publicKey, before.size - 1, 1);
    expect(held?.header.seq, "its own newest event").to.equal(before.size - 1);
    this.takenOver += lost;
    await this.seal(lost);
    expect((await spineOf(node)).size).to.be.at.least(before.size + lost);
  }

  /** While nobody can be asked nothing is sealed; as soon as somebody can, it goes on by itself. */
  async unreachable(): Promise<void> {
    const others = this.#cluster.members.map(({ n }) => n).filter((n) => n !== RESTORED);
    const before = await spineOf(this.#cluster.node(RESTORED));
    await this.#cluster.kill(RESTORED);
    this.swap();
    this.#cluster.partition([[RESTORED], others]);
    const node = await this.#cluster.restart(RESTORED);
    const { body } = await call(node, "POST", "/api/calc/compute", force());
    expect(body["value"]).to.be.a("number");
    expect(body["receipt_id"]).to.equal(undefined);
    expect(body).to.include({ unsealed_reason: "RESTORE_GUARD", credits: 0 });
    expect(await this.isReady()).to.equal(false);
    this.#cluster.heal();
    await until("being ready to seal", READY_MS_MAX, () => this.isReady());
    expect((await spineOf(node)).size).to.be.at.least(before.size);
    await this.seal(1);
  }

  /**
   * Told that it is alone it seals at once. Where that is not true its peers prove it: the
   * operator's word counts.
   */
  async alone(): Promise<number> {
    const others = this.#cluster.members.map(({ n }) => n).filter((n) => n !== RESTORED);
    await this.#cluster.kill(RESTORED);
    this.swap();
    this.#cluster.partition([[RESTORED], others]);
    const node = await this.#cluster.restart(RESTORED, ["--i-am-alone"]);
    await sealed(node, force());
    this.#cluster.heal();
    return until("proof of two histories", FOUND_MS_MAX, async () => {
      const frozen = await Promise.all(
        others.map(async (n) => {
          const { body } = await call(this.#cluster.node(n), "GET", "/api/mesh/status");
          return JSON.stringify(listOf(body, "frozen")).includes(node.api.publicKey);
        }),
      );
      return frozen.every(Boolean);
    });
  }
}

export async function restoredNode({
  rounds,
  seed,
  alone,
}: {
  readonly rounds: number;
  readonly seed: number;
  readonly alone: boolean;
}): Promise<RestoreFigures> {
  const random = linearGenerator(seed);
  const dir = temporaryDir("restores");
  const cluster = await Cluster.start({
    dir: join(dir.path, "nodes"),
    count: NODES,
    faults: true,
    clockOffsetsMs: [],
    args: ["--rate-limits", "off", "--log-level", "error"],
  });
  const shifted = new ShiftedClock();
  const probe = await Probe.start(94, secretIn(cluster.secretFile), [], { clock: shifted });
  const restores = new Restores(cluster, probe, join(dir.path, "copy"), shifted);
  try {
    await restores.seal(1);
    await cluster.kill(RESTORED);
    restores.keep();
    await cluster.restart(RESTORED);
    await until("being ready to seal", READY_MS_MAX, () => restores.isReady());
    for (let round = 0; round < rounds; round += 1) {
      const lost = 1 + Math.floor(LOST_MAX * random());
      await restores.seal(lost);
      await restores.restored(lost);
    }
    await restores.unreachable();
    const equalMs = await equalHeads(probe, cluster.nodes, READY_MS_MAX);
    await checkSpines(cluster.nodes);
    const foundMs = alone ? await restores.alone() : null;
    return {
      rounds,
      equalMs,
      foundMs,
      takenOver: restores.takenOver,
      readyMsMax: restores.readyMsMax,
    };
  } finally {
    await probe.stop();
    await cluster.stop();
    dir.remove();
  }
}
