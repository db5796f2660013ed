/** Runs with one fault each, written down rather than drawn, and the figure it is held to. */
import { checkAtRest } from "./checks/checks.js";
import type { DiskImage } from "./disk.js";
import type { SimNode } from "./node.js";
import { CLAIMED_NAMES, OWNERS } from "./customers/owners.js";
import { drive, REST_MS_MAX, startAll, untilHeadsEqual, untilSettled } from "./checks/rest.js";
import { SlowLiar } from "./slowLiar.js";
import { World } from "./world.js";
import type { Violation } from "./world.js";

export interface ScenarioReport {
  readonly seed: string;
  readonly violations: readonly Violation[];
  readonly digest: string;
  readonly verdicts: Readonly<Record<string, number>>;
  /** Measures, by name; times in virtual milliseconds. */
  readonly measures: Readonly<Record<string, number>>;
}

export const WARM_UP_MS = 12_000;

export function namesOf(nodes: readonly SimNode[]): string[] {
  return nodes.map(({ place }) => place);
}

function addHonest(world: World, count: number): void {
  for (let i = 0; i < count; i += 1) world.add({ place: `n${i}` });
}

function cut(world: World, from: readonly SimNode[], to: readonly SimNode[]): void {
  for (const a of from) for (const b of to) if (a !== b) world.wire.cut(a.place, b.place);
}

/** @param settledMs until all heads were equal at the end, or null when they never were */
export async function finish(
  world: World,
  settledMs: number | null,
  measures: Record<string, number>,
): Promise<ScenarioReport> {
  await untilSettled(world);
  await world.loop.complete(checkAtRest(world, settledMs !== null), REST_MS_MAX);
  const { seed, violations, loop, verdicts } = world;
  return {
    seed,
    violations,
    digest: loop.digest(),
    measures,
    verdicts: Object.fromEntries([...verdicts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The slowest healing of some rounds, and Infinity when one never ended. */
function slowest(healedMs: readonly (number | null)[]): number {
  return Math.max(...healedMs.map((ms) => ms ?? Number.POSITIVE_INFINITY));
}

export const PARTITIONS = ["half", "third", "one-way"] as const;
type Partition = (typeof PARTITIONS)[number];

/** Groups that do not hear each other for a while, with clients on both sides. */
export async function partitions(
  seed: string,
  {
    nodes,
    rounds,
    cutMs,
    operations,
  }: {
    readonly nodes: number;
    readonly rounds: number;
    readonly cutMs: number;
    readonly operations: number;
  },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  const random = world.random.stream("partitions");
  addHonest(world, nodes);
  await startAll(world, WARM_UP_MS);
  const healedMs: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const kind: Partition = PARTITIONS[round % PARTITIONS.length]!;
    const mixed = random.shuffled(world.nodes);
    const left = mixed.slice(0, Math.round(nodes / (kind === "third" ? 3 : 2)));
    const right = mixed.filter((node) => !left.includes(node));
    cut(world, left, right);
    if (kind !== "one-way") cut(world, right, left);
    await drive(world, namesOf(world.nodes), operations, cutMs / operations);
    await world.loop.run(cutMs / 2);
    world.wire.mendAll();
    healedMs.push(await untilHeadsEqual(world));
  }
  return finish(world, healedMs.at(-1) ?? null, { rounds, healedMsMax: slowest(healedMs) });
}

/** Loss, duplicates, delay and reordering that never end. */
export async function badLines(
  seed: string,
  { nodes, operations }: { readonly nodes: number; readonly operations: number },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  addHonest(world, nodes);
  Object.assign(world.wire.weather, {
    lossChance: 0.1,
    duplicateChance: 0.3,
    delayMsMin: 0,
    delayMsMax: 2_000,
  });
  await startAll(world, 4 * WARM_UP_MS);
  await drive(world, namesOf(world.nodes), operations, 200);
  const settledMs = await untilHeadsEqual(world, 2 * REST_MS_MAX);
  const { lost, duplicated, delivered } = world.wire.counts;
  const copies = await world.loop.complete(sealedCopies(world), REST_MS_MAX);
  return finish(world, settledMs, {
    acknowledged: world.history.sealed,
    ...copies,
    lost,
    duplicated,
    delivered,
    settledMs: settledMs ?? Number.POSITIVE_INFINITY,
  });
}

/** Over all nodes: the fewest and the most envelopes that the spines a node holds stand for. */
async function sealedCopies(
  world: World,
): Promise<{ readonly fewest: number; readonly most: number }> {
  const counts: number[] = [];
  for (const { up } of world.honest) {
    if (up === null) continue;
    let sealed = 0;
    for (const author of await up.store.spine.authors()) {
      for (const { header, body } of await up.store.spine.range(
        author,
        0,
        Number.MAX_SAFE_INTEGER,
      )) {
        const kind = /"kind":"([^"]+)"/.exec(header)?.[1];
        if (kind === "seal") sealed += Number(/"count":(\d+)/.exec(body ?? "")?.[1] ?? Number.NaN);
      }
    }
    counts.push(sealed);
  }
  return { fewest: Math.min(...counts), most: Math.max(...counts) };
}

/** Authors whose key and disk are in use twice, each copy in one of two halves that then meet. */
export async function forkedAuthors(
  seed: string,
  { honest, liars }: { readonly honest: number; readonly liars: number },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  addHonest(world, honest);
  const firsts = Array.from({ length: liars }, (_, i) => world.add({ place: `f${i}` }));
  for (const { author } of firsts) world.liars.add(author.publicKey);
  await startAll(world, WARM_UP_MS);
  await drive(world, namesOf(world.nodes), 20, 200);
  await world.loop.run(20_000);
  const images = firsts.map((node) => {
    node.crash(false);
    return node.disk.image();
  });
  const seconds = firsts.map(({ place, author: { seed: key } }, i) =>
    copyOf(world, `${place}b`, key, images[i]!),
  );
  const half = Math.floor(honest / 2);
  const left = [...world.honest.slice(0, half), ...firsts];
  const right = [...world.honest.slice(half), ...seconds];
  cut(world, left, right);
  cut(world, right, left);
  await world.loop.run(30_000);
  for (const node of [...firsts, ...seconds]) node.start();
  await world.loop.run(WARM_UP_MS);
  const forkers = namesOf([...firsts, ...seconds]);
  await drive(world, forkers, 6 * liars, 300);
  // Anyone who chance passed over has written nothing to be proven.
  for (const one of forkers) await drive(world, [one], 1, 300);
  await world.loop.run(20_000);
  world.wire.mendAll();
  const metMs = world.loop.nowMs;
  const wanted = firsts.map(({ author }) => author.publicKey);
  const isProven = ({ up }: SimNode): boolean => {
    const { frozen } = up!.mesh.snapshot();
    return wanted.every((key) => frozen.includes(key));
  };
  const firstMeetingMs = await untilHalvesMeet(world, left, right, metMs);
  const done = await world.loop.runUntil(() => world.honest.every(isProven), REST_MS_MAX);
  const provenMs = done ? world.loop.nowMs - metMs : Number.POSITIVE_INFINITY;
  const settledMs = await untilHeadsEqual(world);
  const sealedForked = await sealedBy(world, [...firsts, ...seconds]);
  return finish(world, settledMs, {
    liars,
    provenMs,
    sealedForked,
    firstMeetingMs,
    afterMeetingMs: provenMs - firstMeetingMs,
  });
}

/** Until a node that is kept out for its two histories was let in to be shown them. */
const SHOWN_MS_MAX = 120_000;

/** @returns how many of them seal once each was told that its key has two histories, or had the time for it */
async function sealedBy(world: World, forkers: readonly SimNode[]): Promise<number> {
  const isTold = ({ up }: SimNode): boolean => up?.sealer.blocked === "SELF_EQUIVOCATION";
  await world.loop.runUntil(() => forkers.every(isTold), SHOWN_MS_MAX);
  const asked = forkers.map((node) => world.compute(node, false));
  await world.loop.run(WARM_UP_MS);
  return asked.filter(({ state }) => state === "ok").length;
}

/** Milliseconds from the healing until some connection goes from one half to the other. */
async function untilHalvesMeet(
  world: World,
  left: readonly SimNode[],
  right: readonly SimNode[],
  fromMs: number,
): Promise<number> {
  const theirs = new Set(right.map(({ peerId }) => peerId));
  const ours = new Set(left.map(({ peerId }) => peerId));
  const isAcross = ({ net }: SimNode): boolean =>
    net?.peers().some((peer) => theirs.has(peer) && !ours.has(peer)) ?? false;
  await world.loop.runUntil(() => left.some(isAcross), REST_MS_MAX, 50);
  return world.loop.nowMs - fromMs;
}

function copyOf(world: World, place: string, seed: Uint8Array, image: DiskImage): SimNode {
  const node = world.add({ place, seed });
  node.disk.restore(image);
  return node;
}

/** A node whose disk is exchanged for an older copy, with its peers there. */
export async function restoredBackups(
  seed: string,
  {
    nodes,
    rounds,
    operations,
    guarded = true,
  }: {
    readonly nodes: number;
    readonly rounds: number;
    readonly operations: number;
    readonly guarded?: boolean;
  },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  const random = world.random.stream("backups");
  for (let i = 0; i < nodes; i += 1) world.add({ place: `n${i}`, guarded });
  await startAll(world, WARM_UP_MS);
  let resumedMsMax = 0;
  let lost = 0;
  for (let round = 0; round < rounds; round += 1) {
    const node = random.pick(world.nodes);
    const image = node.disk.image();
    const fromOp = world.history.nextOp;
    await drive(world, namesOf(world.nodes), operations, 300);
    await untilHeadsEqual(world);
    const { seq } = node.up!.spine.tip!;
    node.crash(random.chance(0.5));
    node.disk.restore(image);
    world.history.rollBack(node.place, fromOp);
    await world.loop.run(random.between(500, 5_000));
    node.start();
    const fromMs = world.loop.nowMs;
    const isBack = (): boolean => {
      const parts = node.up;
      return parts !== null && parts.sealer.blocked === null && (parts.spine.tip?.seq ?? -1) >= seq;
    };
    await world.loop.runUntil(isBack, REST_MS_MAX, 100);
    if (!isBack()) lost += 1;
    resumedMsMax = Math.max(resumedMsMax, world.loop.nowMs - fromMs);
    await drive(world, [node.place], 3, 300);
  }
  const settledMs = await untilHeadsEqual(world);
  return finish(world, settledMs, { rounds, resumedMsMax, lost });
}

/** Calconds by which an event may be ahead of the clock of who takes it. */
const AHEAD_CALCONDS_MAX = 2;

/**
 * Clocks that are wrong: some within half a second, the others by `skewsMs`.
 * Measures what nodes with good clocks took and refused.
 */
export async function wrongClocks(
  seed: string,
  {
    nodes,
    skewsMs,
    operations,
  }: { readonly nodes: number; readonly skewsMs: readonly number[]; readonly operations: number },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  const random = world.random.stream("clocks");
  for (let i = 0; i < nodes; i += 1) {
    world.add({ place: `n${i}`, clockOffsetMs: i === 0 ? 500 : random.between(-500, 500) });
  }
  const skewed = skewsMs.map((ms, i) => world.add({ place: `w${i}`, clockOffsetMs: ms }));
  // Nothing is promised to who cannot tell the time.
  for (const { author } of skewed) world.liars.add(author.publicKey);
  const watch = new AheadWatch(world);
  await startAll(world, WARM_UP_MS);
  await drive(world, namesOf(world.nodes), operations, 300);
  const settledMs = await untilHeadsEqual(world);
  const aheadMax = await world.loop.complete(watch.stop(), REST_MS_MAX);
  const { FUTURE_CALCOND: future = 0, STALE_HANDSHAKE: stale = 0 } = Object.fromEntries(
    world.verdicts,
  );
  return finish(world, settledMs, {
    settledMs: settledMs ?? Number.POSITIVE_INFINITY,
    refused: future + stale,
    aheadMax,
  });
}

const AHEAD_LOOK_MS = 200;

/** Looks again and again at what the nodes have just taken. */
class AheadWatch {
  readonly #world: World;
  readonly #looking: Promise<void>;
  #most = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(world: World) {
    this.#world = world;
    this.#looking = this.#look();
  }

  /** @returns the most calconds by which anything taken was ahead of its taker's clock */
  async stop(): Promise<number> {
    this.#stopped = true;
    await this.#looking;
    return this.#most;
  }

  async #look(): Promise<void> {
    while (!this.#stopped) {
      await this.#world.loop.sleep(AHEAD_LOOK_MS);
      this.#most = Math.max(this.#most, await furthestAhead(this.#world));
    }
  }
}

/** Calconds by which the newest event held by a node with a good clock is ahead of that clock. */
async function furthestAhead(world: World): Promise<number> {
  let most = Number.NEGATIVE_INFINITY;
  for (const { up, clock } of world.honest) {
    for (const author of (await up?.store.spine.authors()) ?? []) {
      const tip = await up!.store.spine.tip(author);
      if (tip !== undefined) most = Math.max(most, tip.calcond - clock.calcond());
    }
  }
  return most;
}

/** Whether nothing was taken that is further ahead than clocks may differ. */
export function keepsTime({ measures }: ScenarioReport): boolean {
  return measures["aheadMax"]! <= AHEAD_CALCONDS_MAX;
}

const CALCOND_MS = 777;
/** From the sight of a claim until it is held, and some time for the last statement to arrive. */
const HELD_AFTER_MS = 150 * CALCOND_MS;
/** How far back thieves date their claims; entrances refuse what is older. */
const BACKDATED_CALCONDS = [1, 30, 119] as const;

/**
 * The same names claimed on both sides of a partition that also divides the witnesses, and again by
 * somebody who dates his claims back. The first to be seen has to hold each of them, everywhere.
 */
export async function nameRaces(seed: string): Promise<ScenarioReport> {
  const world = new World({ seed });
  const random = world.random.stream("names");
  addHonest(world, 7);
  await startAll(world, WARM_UP_MS);
  const [n0, n1, n2, n3, n4, n5, n6] = world.nodes;
  const [left, right] = [
    [n0!, n1!, n4!, n5!],
    [n2!, n3!, n6!],
  ];
  cut(world, left, right);
  cut(world, right, left);
  for (const name of CLAIMED_NAMES) world.claim(random.pick(left), 0, name);
  await world.loop.run(20_000);
  for (const name of CLAIMED_NAMES) world.claim(random.pick(right), 1, name);
  await world.loop.run(20_000);
  for (const [i, name] of CLAIMED_NAMES.entries()) {
    world.claim(random.pick(right), 2, name, BACKDATED_CALCONDS[i % BACKDATED_CALCONDS.length]);
  }
  await world.loop.run(20_000);
  world.wire.mendAll();
  const healedMs = await untilHeadsEqual(world);
  await world.loop.run(HELD_AFTER_MS);
  const settledMs = await untilHeadsEqual(world);
  let held = 0;
  for (const { up, clock } of world.nodes) {
    for (const name of CLAIMED_NAMES) {
      const { book } = up!.names;
      const holder = book.history(name)?.tenures.at(-1)?.claim.body.owner;
      if (book.state(name, clock.calcond()) === "held" && holder === OWNERS[0]!.publicKey)
        held += 1;
    }
  }
  const rivals = world.history
    .claims()
    .filter(({ owner, state }) => owner > 0 && state === "ok").length;
  return finish(world, settledMs, {
    wanted: world.nodes.length * CLAIMED_NAMES.length,
    held,
    rivals,
    healedMs: healedMs ?? Number.POSITIVE_INFINITY,
  });
}

/** Verdicts on messages that took nothing in and are no repetition. */
function refusedBy({ verdicts }: World): number {
  return [...verdicts]
    .filter(([code]) => code !== "ACCEPTED" && code !== "DUPLICATE")
    .reduce((sum, [, count]) => sum + count, 0);
}

/**
 * A mesh to which nothing happens but its work: an operation a second for a while.
 * Measures timers and open requests of the node that has most of them, messages that anybody refused,
 * and how soon an event that was said is durable at each other node.
 */
export async function steadyMesh(
  seed: string,
  { nodes, seconds }: { readonly nodes: number; readonly seconds: number },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  const random = world.random.stream("steady");
  addHonest(world, nodes);
  await startAll(world, WARM_UP_MS);
  const before = world.spreadMs.length;
  const refusedBefore = refusedBy(world);
  let timersMax = 0;
  let askingMax = 0;
  for (let second = 0; second < seconds; second += 1) {
    world.compute(random.pick(world.nodes), random.chance(0.3));
    await world.loop.run(1_000);
    timersMax = Math.max(timersMax, ...world.nodes.map(({ timers }) => timers));
    askingMax = Math.max(askingMax, ...world.nodes.map(({ net }) => net?.asking ?? 0));
  }
  const settledMs = await untilHeadsEqual(world);
  const spreadMs = world.spreadMs.slice(before).sort((a, b) => a - b);
  return finish(world, settledMs, {
    acknowledged: world.history.sealed,
    timersMax,
    askingMax,
    refused: refusedBy(world) - refusedBefore,
    heard: spreadMs.length,
    spreadMsP99: spreadMs[Math.floor(0.99 * spreadMs.length)] ?? Number.POSITIVE_INFINITY,
    events: world.loop.events,
    settledMs: settledMs ?? Number.POSITIVE_INFINITY,
  });
}

/**
 * A name claimed at an author in use twice, where its two histories have parted already: one half
 * of the mesh holds the claim, and the other never will. Measures nodes in which the claim counts,
 * before the halves meet and at rest.
 */
export async function doubledClaim(seed: string): Promise<ScenarioReport> {
  const world = new World({ seed });
  addHonest(world, 5);
  const first = world.add({ place: "f0" });
  world.liars.add(first.author.publicKey);
  await startAll(world, WARM_UP_MS);
  await world.loop.run(8_000);
  first.crash(false);
  const second = copyOf(world, "f0b", first.author.seed, first.disk.image());
  const [left, right] = [world.honest.slice(0, 2), world.honest.slice(2)];
  cut(world, [...left, first], [...right, second]);
  cut(world, [...right, second], [...left, first]);
  await world.loop.run(30_000);
  first.start();
  second.start();
  await world.loop.run(WARM_UP_MS);
  const [name] = CLAIMED_NAMES;
  world.compute(second, false);
  world.claim(first, 0, name);
  await world.loop.run(20_000);
  const counted = (): number =>
    world.honest.filter(({ up }) => up!.names.book.history(name) !== null).length;
  const apart = counted();
  world.wire.mendAll();
  const settledMs = await untilHeadsEqual(world);
  return finish(world, settledMs, { apart, atRest: counted() });
}

/**
 * Members that list spines nobody wrote, hold whoever asks for them, and open spines under ever new
 * keys, while the others work. Measures how long it takes until all heads are equal, and what the
 * liars got.
 */
export async function inventedAuthors(
  seed: string,
  {
    nodes,
    liars,
    invented,
    operations,
  }: {
    readonly nodes: number;
    readonly liars: number;
    readonly invented: number;
    readonly operations: number;
  },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  addHonest(world, nodes);
  await startAll(world, WARM_UP_MS);
  const members = Array.from(
    { length: liars },
    (_, i) => new SlowLiar(world, { place: `x${i}`, invented }),
  );
  for (const liar of members) await liar.start();
  await world.loop.run(WARM_UP_MS);
  for (let operation = 0; operation < operations; operation += 1) {
    await drive(world, namesOf(world.nodes), 1, 300);
    for (const liar of members) await liar.invent();
  }
  const settledMs = await untilHeadsEqual(world);
  const held = members.reduce((sum, liar) => sum + liar.held, 0);
  for (const liar of members) liar.stop();
  return finish(world, settledMs, {
    acknowledged: world.history.sealed,
    held,
    settledMs: settledMs ?? Number.POSITIVE_INFINITY,
  });
}
