/**
 * Runs on networks as they are: most nodes behind translators of addresses, lines that are slow,
 * ways that lose large packets. Each is held to a figure, and what breaks it is a violation.
 */
import { headsEqual } from "./checks/checks.js";
import type { SimNode } from "./node.js";
import type { Plant } from "./plants.js";
import { drive, REST_MS_MAX, startAll, untilHeadsEqual } from "./checks/rest.js";
import { finish, namesOf, WARM_UP_MS, type ScenarioReport } from "./scenarios.js";
import { SlowLiar } from "./slowLiar.js";
import { World } from "./world.js";

/** A receipt through a neighbour, and one behind a translator at all. */
const FOUND_MS_MAX = 1_000;
/** Nodes that lost their only public peer meet again at another so soon after it came. */
const MET_MS_MAX = 60_000;
const NAMED_MS_MAX = 10_000;
/** Bytes a second of 256 kbit/s. */
const SLOW_LINE = 32_000;
/** A receipt of 850 kB, which take 27 s at that rate. */
const BIG_ROWS = 8_950;
const BIG_MS_MAX = 40_000;

/** Keys by which a plant is given to a node. */
interface Planted {
  readonly plant?: Plant | null;
}

/** Addresses of documentation (RFC 5737) stand for public ones, as nobody is called there. */
const publicIp = (n: number): string => `203.0.113.${n + 1}`;
const homeIp = (n: number): string => `192.168.${n}.10`;
const translatorIp = (n: number): string => `198.51.100.${n + 1}`;

interface Translated {
  readonly world: World;
  /** The first runs from the start; the second is known to all, and comes later. */
  readonly publics: readonly [SimNode, SimNode];
  readonly hidden: readonly SimNode[];
}

/** @param plant in the public nodes */
function translated(
  seed: string,
  {
    hidden: count,
    relay = false,
    plant = null,
  }: Planted & { readonly hidden: number; readonly relay?: boolean },
): Translated {
  const world = new World({ seed });
  const publics = [0, 1].map((n) =>
    world.add({
      place: `p${n}`,
      bootstrap: [],
      site: { ip: publicIp(n), behind: null },
      relay: relay ? "serve" : "off",
      plant,
    }),
  );
  const bootstrap = publics.map(({ author }) => author.publicKey);
  const hidden = Array.from({ length: count }, (_, n) =>
    world.add({
      place: `h${n}`,
      bootstrap,
      site: { ip: homeIp(n), behind: translatorIp(n) },
      relay: "use",
    }),
  );
  return { world, publics: [publics[0]!, publics[1]!], hidden };
}

interface Search {
  readonly found: number;
  readonly wanted: number;
  readonly slowestMs: number;
}

/** Each reader asks for each receipt at once; an answer that it is not there ends the search. */
async function searched(
  world: World,
  readers: readonly SimNode[],
  ids: readonly string[],
): Promise<Search> {
  const fromMs = world.loop.nowMs;
  let [found, slowestMs] = [0, 0];
  const look = async (reader: SimNode, id: string): Promise<void> => {
    const text = await reader.up!.receipts.find(id).catch(() => null);
    if (text !== null) found += 1;
    else
      world.violate("I11", `${reader.place} does not find the shared receipt ${id.slice(0, 16)}`);
    slowestMs = Math.max(slowestMs, world.loop.nowMs - fromMs);
  };
  const searches = readers.flatMap((reader) => ids.map((id) => look(reader, id)));
  await world.loop.complete(Promise.all(searches), REST_MS_MAX);
  return { found, wanted: searches.length, slowestMs };
}

/** @returns ids of shared receipts that these nodes seal now, one after the other */
async function sealShared(
  world: World,
  nodes: readonly SimNode[],
  count: number,
): Promise<readonly string[]> {
  const entries = Array.from({ length: count }, (_, i) =>
    world.compute(nodes[i % nodes.length]!, true),
  );
  await world.loop.runUntil(() => entries.every(({ state }) => state === "ok"), REST_MS_MAX, 5);
  return entries.flatMap(({ outcome }) => (outcome === null ? [] : [outcome.receiptId]));
}

/**
 * One public node, and others that only call it. Each finds what any of them has just sealed; the
 * public node goes for good, another that all know of comes, and they meet there.
 */
export async function behindTranslators(
  seed: string,
  { receipts, ...options }: Planted & { readonly hidden: number; readonly receipts: number },
): Promise<ScenarioReport> {
  const { world, publics, hidden } = translated(seed, options);
  const [first, second] = publics;
  await startWithout(world, second);
  const readers = [first, ...hidden];
  const ids = await sealShared(world, hidden, receipts);
  const fresh = await searched(world, readers, ids);
  if (fresh.slowestMs > FOUND_MS_MAX)
    world.violate("I19", `the last of ${fresh.wanted} searches took ${fresh.slowestMs} ms`);
  const refused = await aloneWith(world, first, hidden[0]!);
  second.start();
  const fromMs = world.loop.nowMs;
  const met = (): boolean =>
    hidden.every(({ net }) => net?.peers().includes(second.peerId) === true);
  await world.loop.runUntil(met, REST_MS_MAX, 50);
  const metMs = world.loop.nowMs - fromMs;
  if (metMs > MET_MS_MAX) world.violate("I19", `they have not met again in ${metMs} ms`);
  const settledMs = await untilEqualAmong(world, [second, ...hidden]);
  const more = await sealShared(world, hidden, receipts);
  const later = await searched(world, [second, ...hidden], [...ids, ...more]);
  if (later.slowestMs > FOUND_MS_MAX)
    world.violate("I19", `with another public node a search took ${later.slowestMs} ms`);
  first.start();
  const backMs = await untilHeadsEqual(world);
  return finish(world, backMs, {
    wanted: fresh.wanted,
    found: fresh.found,
    slowestMs: fresh.slowestMs,
    refused,
    metMs,
    equalMs: settledMs,
    laterFound: later.found,
    laterWanted: later.wanted,
    laterMs: later.slowestMs,
  });
}

/** All but one, which comes later. */
async function startWithout(world: World, absent: SimNode): Promise<void> {
  for (const [i, node] of world.nodes.entries())
    if (node !== absent)
      world.loop.after(i * 50, () => {
        node.start();
      });
  await world.loop.run(WARM_UP_MS);
}

/**
 * The only public node goes, and a node asks for what nobody has while the others are out of reach.
 * @returns 1 where it says that it does not know, 0 where it says that there is none
 */
async function aloneWith(world: World, gone: SimNode, asker: SimNode): Promise<number> {
  gone.crash(true);
  await world.loop.runUntil(() => asker.net?.peers().length === 0, REST_MS_MAX, 50);
  const id = world.crypto.sha256Hex("a receipt that nobody has");
  const asked = asker.up!.receipts.find(id).then(
    () => 0,
    () => 1,
  );
  const refused = await world.loop.complete(asked, REST_MS_MAX);
  if (refused === 0) world.violate("I19", `${asker.place} says that a receipt is nowhere`);
  return refused;
}

/** @returns virtual milliseconds until these held the same; Infinity when they never did */
async function untilEqualAmong(world: World, nodes: readonly SimNode[]): Promise<number> {
  const fromMs = world.loop.nowMs;
  const others = world.nodes.filter((node) => !nodes.includes(node));
  for (;;) {
    await world.loop.run(250);
    if (await world.loop.complete(headsEqual(world, others), REST_MS_MAX))
      return world.loop.nowMs - fromMs;
    if (world.loop.nowMs - fromMs > REST_MS_MAX) return Number.POSITIVE_INFINITY;
  }
}

/** Nodes behind translators that reach each other over relays alone, if at all. */
export async function startHidden(
  seed: string,
  options: { readonly hidden: number; readonly relay: boolean },
): Promise<Translated> {
  const all = translated(seed, options);
  await startAll(all.world, WARM_UP_MS);
  return all;
}

/** Over public nodes that are relays by their operator's choice all reach each other. */
export async function overRelays(
  seed: string,
  options: Planted & { readonly hidden: number },
): Promise<ScenarioReport> {
  const { world, hidden } = translated(seed, { ...options, relay: true });
  const fromMs = world.loop.nowMs;
  await startAll(world, 0);
  const others = new Set(hidden.map(({ peerId }) => peerId));
  const linked = ({ net, peerId }: SimNode): number =>
    net?.peers().filter((peer) => peer !== peerId && others.has(peer)).length ?? 0;
  const all = (): boolean => hidden.every((node) => linked(node) === hidden.length - 1);
  await world.loop.runUntil(all, REST_MS_MAX, 100);
  const linkedMs = world.loop.nowMs - fromMs;
  for (const node of hidden) {
    const missing = hidden.length - 1 - linked(node);
    if (missing > 0) world.violate("I20", `${node.place} reaches ${missing} of the others nowhere`);
  }
  await drive(world, namesOf(hidden), 2 * hidden.length, 200);
  const settledMs = await untilHeadsEqual(world);
  return finish(world, settledMs, { linkedMs, pairs: hidden.length * (hidden.length - 1) });
}

/**
 * A large receipt at a node with a slow line, and readers elsewhere that ask for it at once.
 */
export async function slowLine(
  seed: string,
  { nodes, plant = null }: Planted & { readonly nodes: number },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  for (let i = 0; i < nodes; i += 1) world.add({ place: `n${i}`, plant });
  await startAll(world, WARM_UP_MS);
  const [source, reader] = world.nodes;
  world.wire.slow(source!.place, SLOW_LINE);
  const { outcome } = await world.loop.complete(world.table(source!, BIG_ROWS), REST_MS_MAX);
  const id = outcome?.receiptId ?? "";
  const receipt = await world.loop.complete(source!.up!.receipts.shared(id), REST_MS_MAX);
  const bytes = receipt?.length ?? 0;
  const fromMs = world.loop.nowMs;
  const asked = reader!.up!.receipts.find(id).then(
    (found) => found !== null,
    () => false,
  );
  const found = await world.loop.complete(asked, 10 * REST_MS_MAX);
  const tookMs = world.loop.nowMs - fromMs;
  if (!found || tookMs > BIG_MS_MAX)
    world.violate("I21", `a receipt of ${bytes} bytes: ${found ? "late" : "not found"}`);
  world.wire.quicken(source!.place);
  const settledMs = await untilHeadsEqual(world);
  return finish(world, settledMs, { bytes, found: Number(found), tookMs });
}

/** A node whose way loses large packets: it has to say so, soon after it has met a peer. */
export async function blackHole(
  seed: string,
  { nodes, plant = null }: Planted & { readonly nodes: number },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  for (let i = 0; i < nodes; i += 1) world.add({ place: `n${i}`, plant });
  const lost = world.nodes.at(-1)!;
  world.wire.sites.narrow(lost.place);
  for (const node of world.nodes) if (node !== lost) node.start();
  await world.loop.run(WARM_UP_MS);
  await drive(world, namesOf(world.nodes.slice(0, -1)), 8, 200);
  lost.start();
  await world.loop.runUntil(() => (lost.net?.peers().length ?? 0) > 0, REST_MS_MAX, 50);
  const fromMs = world.loop.nowMs;
  const named = (): boolean =>
    lost.up?.mesh.diagnosis.view().findings.some(({ code }) => code === "LARGE_PACKETS") ?? false;
  await world.loop.runUntil(named, REST_MS_MAX, 50);
  const namedMs = named() ? world.loop.nowMs - fromMs : Number.POSITIVE_INFINITY;
  if (namedMs > NAMED_MS_MAX)
    world.violate("I22", `${lost.place} does not say that its way loses large packets`);
  world.wire.sites.widen(lost.place);
  const settledMs = await untilHeadsEqual(world);
  return finish(world, settledMs, { namedMs, settledMs: settledMs ?? Number.POSITIVE_INFINITY });
}

const LIE_MS = 60_000;
const SECOND_MS = 1_000;

/**
 * Members of one network that show a clock a minute ahead stay at all nodes for a while and leave.
 * Each node computes once a second: everything has to be sealed, while they are there and after.
 */
export async function timeLiars(
  seed: string,
  {
    nodes,
    liars,
    seconds,
  }: { readonly nodes: number; readonly liars: number; readonly seconds: number },
): Promise<ScenarioReport> {
  const world = new World({ seed });
  for (let n = 0; n < nodes; n += 1) {
    const site = { ip: publicIp(n), behind: null };
    world.add({ place: `n${n}`, site, clockOffsetMs: 0 });
  }
  await startAll(world, WARM_UP_MS);
  const members = Array.from({ length: liars }, (_, n) => {
    const place = `x${n}`;
    world.wire.sites.settle(place, { ip: translatorIp(n), behind: null });
    return new SlowLiar(world, { place, invented: 0, aheadMs: LIE_MS });
  });
  for (const liar of members) await liar.start();
  await computesEachSecond(world, seconds);
  const reached = members.reduce((sum, { connections }) => sum + connections, 0);
  for (const liar of members) liar.stop();
  await computesEachSecond(world, seconds);
  await world.loop.run(SECOND_MS);
  const unsealed = world.history.computes().filter(({ state }) => state !== "ok").length;
  if (unsealed > 0) world.violate("I23", `${unsealed} results were not sealed`);
  const settledMs = await untilHeadsEqual(world);
  return finish(world, settledMs, { reached, unsealed, acknowledged: world.history.sealed });
}

async function computesEachSecond(world: World, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    for (const node of world.nodes) world.compute(node, false);
    await world.loop.run(SECOND_MS);
  }
}
