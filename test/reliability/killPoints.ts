/**
 * A node that dies at named points of its work, again and again, beside a witness that outlives it.
 * What it had acknowledged is looked for in the files it left, before it starts again.
 */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { verifyHeld } from "../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { openStore } from "../../storage/store.js";
import type { Store } from "../../storage/store.js";
import { ARM_SIGNAL, KILL_AT_ENV } from "../../scripts/devnet/killPoints.js";
import type { KillPoint } from "../../scripts/devnet/killPoints.js";
import { digestBody, nowCalcond, Probe, secretIn } from "../../scripts/chaos/probe.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { call, EARTH_MOON, textOf, type Reply } from "../kit/requests.js";
import { linearGenerator } from "../kit/generator.js";
import { checkSpines, equalHeads, until } from "./checker.js";
import { handshakeOf, postEvent } from "./doors.js";

const [VICTIM, WITNESS] = [0, 1];
/** Requests in flight, so that windows hold several results. */
const CLIENTS = 6;
/** A point may come up so often before it kills. */
const HITS_MAX = 12;
const SAID_AGAIN_MS = 100;
const DEATH_MS_MAX = 60_000;
/**
 * Whether a death falls between the write of a window and its answers is luck: rounds go on until
 * one did, at most this many times over.
 */
const TURNS_MAX = 5;
/** Receipts that are computed again at the end. */
const RECOMPUTED_MAX = 1_000;

export interface KillPointFigures {
  readonly rounds: number;
  /** Results and events of others that were acknowledged. */
  readonly acknowledged: number;
  /** Results whose answer was lost, and that had been sealed all the same. */
  readonly doneUntold: number;
  /** Results whose answer was lost, and that were sealed when they were asked for again. */
  readonly undone: number;
  readonly events: number;
  readonly readyMsMax: number;
  readonly equalMs: number;
}

/** One result, wanted once: each has an idempotency key of its own. */
interface Order {
  readonly op: number;
  receipt: string | null;
}

/** Shared, and under a key by which it can be asked for again. */
function ask(node: RunningNode, { op }: Order): Promise<Reply> {
  return call(
    node,
    "POST",
    "/api/calc/compute",
    { operators: ["NM21"], inputs: { ...EARTH_MOON, r: 1e8 + op }, visibility: "shared" },
    { headers: { "idempotency-key": `op-${op}` } },
  );
}

class Victim {
  readonly wishes: Order[] = [];
  /** Ids of events of others that it said it holds. */
  readonly taken: string[] = [];
  readonly #probe: Probe;
  /** The event of the probe's that comes next: each follows the one before. */
  #inDoubt: { readonly id: string; readonly text: string } | null = null;
  doneUntold = 0;
  undone = 0;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  async open(): Promise<void> {
    this.#inDoubt = await this.#probe.open();
  }

  /** Until the connection breaks: what was not answered then is in doubt. */
  async load(node: RunningNode): Promise<void> {
    await Promise.all([
      ...Array.from({ length: CLIENTS }, () => this.#wish(node)),
      this.#hand(node),
    ]);
  }

  async #wish(node: RunningNode): Promise<void> {
    for (;;) {
      const order: Order = { op: this.wishes.length, receipt: null };
      this.wishes.push(order);
      const reply = await ask(node, order).catch(() => null);
      if (reply === null) return;
      expect(reply.status, reply.text).to.equal(200);
      order.receipt = textOf(reply.body, "receipt_id");
    }
  }

  async #hand(node: RunningNode): Promise<void> {
    const { author, secret } = this.#probe;
    for (let i = 0; ; i += 1) {
      const { id, text } = this.#inDoubt ?? (await this.#probe.append("digest", digestBody(i)));
      this.#inDoubt = { id, text };
      const reply = await postEvent(node, text, handshakeOf(author, secret, text)).catch(
        () => null,
      );
      if (reply === null) return;
      if (reply.status === 200) {
        expect(reply.body).to.include({ accepted: true, state: "linked" });
        this.taken.push(id);
        this.#inDoubt = null;
      } else {
        // More than an author may say: refused, and so not acknowledged.
        expect(reply.status, reply.text).to.equal(429);
        await delay(SAID_AGAIN_MS);
      }
    }
  }

  get acknowledged(): readonly string[] {
    return this.wishes.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
  }

  /** Asks again for what is in doubt, under the same keys. */
  async resolve(node: RunningNode, isSealed: (op: number) => boolean): Promise<void> {
    for (const order of this.wishes.filter(({ receipt }) => receipt === null)) {
      const reply = await ask(node, order);
      expect(reply.status, reply.text).to.equal(200);
      const replayed = reply.headers.get("idempotent-replayed") === "true";
      expect(replayed, `operation ${order.op} was sealed before`).to.equal(isSealed(order.op));
      order.receipt = textOf(reply.body, "receipt_id");
      if (replayed) this.doneUntold += 1;
      else this.undone += 1;
    }
  }
}

/** What the dead process left: whole, linear, with all it acknowledged and all it had said. */
async function checkLeft(
  store: Store,
  publicKey: string,
  victim: Victim,
  from: { readonly wish: number; readonly taken: number },
  tip: { readonly seq: number; readonly id: string } | null,
): Promise<ReadonlySet<number>> {
  expect(await store.spine.firstHole(publicKey), "a hole in the spine").to.equal(null);
  for (const id of victim.acknowledged.slice(from.wish)) {
    expect(await store.envelopes.byId(id), `receipt ${id}`).to.not.equal(undefined);
  }
  for (const id of victim.taken.slice(from.taken)) {
    expect(await store.spine.has(id), `event ${id} of another node`).to.equal(true);
  }
  if (tip !== null) {
    const held = await store.spine.event(publicKey, tip.seq);
    expect(held?.id, `event ${tip.seq}, which the witness was told of`).to.equal(tip.id);
  }
  const chain = await store.envelopes.chain();
  const sealed = new Map<number, number>();
  for await (const [, window] of store.envelopes.windowsFrom(0, Number.MAX_SAFE_INTEGER)) {
    for (const { text } of window) {
      const r = /"r":(\d+)/.exec(text)?.[1];
      if (r === undefined) throw new Error(`no distance in ${text}`);
      const op = Number(r) - 1e8;
      sealed.set(op, (sealed.get(op) ?? 0) + 1);
    }
  }
  expect([...sealed.values()].reduce((sum, times) => sum + times, 0)).to.equal(chain?.count);
  expect(
    [...sealed].filter(([, times]) => times > 1),
    "sealed twice",
  ).to.deep.equal([]);
  return new Set(sealed.keys());
}

export async function killedAtPoints({
  points,
  rounds,
  seed,
}: {
  readonly points: readonly KillPoint[];
  readonly rounds: number;
  readonly seed: number;
}): Promise<KillPointFigures> {
  const random = linearGenerator(seed);
  const dir = temporaryDir("killpoints");
  const environment = new Map<number, Readonly<Record<string, string>>>();
  const arm = (round: number): void => {
    const hits = 1 + Math.floor(HITS_MAX * random());
    environment.set(VICTIM, { [KILL_AT_ENV]: `${points[round % points.length]!}:${hits}` });
  };
  arm(0);
  const cluster = await Cluster.start({
    dir: dir.path,
    count: 2,
    environment,
    // What a native server writes passes no function that could be watched.
    args: ["--rate-limits", "off", "--log-level", "error", "--http-adapter", "node"],
  });
  const secret = secretIn(cluster.secretFile);
  const [probe, other] = [await Probe.start(97, secret), await Probe.start(96, secret)];
  const victim = new Victim(other);
  let readyMsMax = 0;
  try {
    await victim.open();
    await probe.join(cluster.node(WITNESS));
    const { publicKey } = cluster.node(VICTIM).api;
    let round = 0;
    const isShort = (): boolean =>
      round < rounds || (victim.doneUntold === 0 && round < TURNS_MAX * rounds);
    for (; isShort(); round += 1) {
      const from = { wish: victim.acknowledged.length, taken: victim.taken.length };
      await oneDeath(cluster, victim, environment.get(VICTIM)![KILL_AT_ENV]!);
      const tip = (await probe.tips(cluster.node(WITNESS))).find(
        ([author]) => author === publicKey,
      );
      const store = await openStore({ dir: cluster.members[VICTIM]!.dataDir });
      const sealed = await checkLeft(
        store,
        publicKey,
        victim,
        from,
        tip === undefined ? null : { seq: tip[1], id: tip[2] },
      ).finally(() => store.close());
      arm(round + 1);
      const node = await cluster.restart(VICTIM);
      readyMsMax = Math.max(readyMsMax, cluster.members[VICTIM]!.readyMs);
      await until(
        "being ready to seal",
        30_000,
        async () => (await call(node, "GET", "/api/ready")).status === 200,
      );
      await victim.resolve(node, (op) => sealed.has(op));
    }
    return await judged(cluster, probe, victim, { rounds: round, readyMsMax });
  } finally {
    await Promise.all([probe.stop(), other.stop()]);
    await cluster.stop();
    dir.remove();
  }
}

async function oneDeath(cluster: Cluster, victim: Victim, at: string): Promise<void> {
  const node = cluster.node(VICTIM);
  const died = once(node.child, "exit", { signal: AbortSignal.timeout(DEATH_MS_MAX) }).catch(() => {
    throw new Error(`${at} was not reached`);
  });
  const load = victim.load(node);
  node.child.kill(ARM_SIGNAL);
  // A client that finds something wrong ends the wait.
  await load;
  await died;
  expect(node.child.signalCode).to.equal("SIGKILL");
}

async function judged(
  cluster: Cluster,
  probe: Probe,
  victim: Victim,
  so: Pick<KillPointFigures, "rounds" | "readyMsMax">,
): Promise<KillPointFigures> {
  const equalMs = await equalHeads(probe, cluster.nodes, 30_000);
  await checkSpines(cluster.nodes);
  const node = cluster.node(VICTIM);
  const modules = { crypto: nodeCrypto, registry: builtinRegistry() };
  const all = victim.acknowledged;
  const stride = Math.ceil(all.length / RECOMPUTED_MAX);
  for (const id of all.filter((_, i) => i % stride === 0)) {
    const { body } = await call(node, "GET", `/api/receipts/${id}`);
    const { valid, reasons } = verifyHeld(modules, body, {
      id,
      key: node.api.publicKey,
      nowCalcond: nowCalcond(),
    });
    expect(valid, reasons.join("; ")).to.equal(true);
  }
  const tip = (await probe.tips(node)).find(([author]) => author === node.api.publicKey);
  return {
    ...so,
    equalMs,
    doneUntold: victim.doneUntold,
    undone: victim.undone,
    acknowledged: all.length + victim.taken.length,
    events: (tip?.[1] ?? -1) + 1,
  };
}
