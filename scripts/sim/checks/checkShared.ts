/** Shared receipts at rest: where they have to be, and that anyone can have them. */
import { epochsAt, epochSeed } from "../../../protocol/placement/epoch.js";
import { rankNodes } from "../../../protocol/placement/rendezvous.js";
import type { PlacedNode } from "../../../protocol/placement/rendezvous.js";
import { RECEIPT_HOLDERS, shardOf } from "../../../protocol/placement/shards.js";
import type { ComputeEntry } from "../history.js";
import type { LifeParts, SimNode } from "../node.js";
import { Memo } from "../memo.js";
import { relayIn } from "../wires/relays.js";
import type { World } from "../world.js";

/** A shared receipt that a client was given, and the places where it has to be. */
interface Wanted {
  readonly id: string;
  readonly sealedAt: string;
  readonly places: readonly string[];
}

/** Nodes that are said nothing bad of: others have no part in the placement. */
function members({ honest }: World): readonly SimNode[] {
  return honest.filter(({ up }) => up !== null);
}

/**
 * Who has to hold what now; null while the clocks of the nodes are in different epochs, or somebody
 * takes part who keeps none of the rules.
 */
function wanted(world: World): readonly Wanted[] | null {
  const nodes = members(world);
  const isLiarAmong = world.nodes.some(
    ({ up, author: { publicKey } }) =>
      up !== null &&
      world.liars.has(publicKey) &&
      nodes.some((node) => !node.up!.mesh.snapshot().frozen.includes(publicKey)),
  );
  const epochs = new Set(nodes.map(({ clock }) => epochsAt(clock.calcond()).join()));
  if (isLiarAmong || epochs.size !== 1) return null;
  const { crypto, network } = world;
  const seeds = epochsAt(nodes[0]!.clock.calcond()).map((epoch) =>
    epochSeed(crypto, epoch, network),
  );
  const groups = byReach(nodes);
  const placeOf = new Map(nodes.map(({ author, place }) => [author.publicKey, place]));
  return sharedReceipts(world).map(({ outcome, place }) => {
    const id = outcome.receiptId;
    const shard = shardOf(crypto, id);
    const holders = seeds.flatMap((seed) =>
      groups.flatMap((placed) => rankNodes(crypto, seed, shard, placed)).slice(0, RECEIPT_HOLDERS),
    );
    const places = [...new Set(holders)].map((key) => placeOf.get(key)!).sort();
    return { id, sealedAt: place, places };
  });
}

/** Who can be called from everywhere holds first, then who can be over a relay. */
function byReach(nodes: readonly SimNode[]): readonly (readonly PlacedNode[])[] {
  const reachOf = ({ site, net }: SimNode): number => {
    if (site?.behind === null) return 2;
    return net?.addresses().some((address) => relayIn(address) !== null) === true ? 1 : 0;
  };
  return [2, 1, 0].map((reach) =>
    nodes
      .filter((node) => reachOf(node) === reach)
      .map(({ author, capacity }) => ({ node: author.publicKey, capacity })),
  );
}

/** Of nodes that keep the rules and are there. */
export function sharedReceipts(
  world: World,
): readonly (ComputeEntry & { readonly outcome: NonNullable<ComputeEntry["outcome"]> })[] {
  const places = new Set(members(world).map(({ place }) => place));
  return world.history.acknowledged().filter(({ shared, place }) => shared && places.has(place));
}

/** More than the distinct receipts of one run. */
const RECEIPTS_MAX = 4_096;
/** What the copies held by several nodes were found to be: the same text is the same receipt. */
const verdicts = new WeakMap<World, Memo<boolean>>();

async function holds(world: World, { receipts, store }: LifeParts, id: string): Promise<boolean> {
  const kept = await store.blobs.get(id);
  if (kept === undefined) return (await receipts.shared(id)) !== null;
  const known = verdicts.get(world) ?? new Memo<boolean>(RECEIPTS_MAX);
  verdicts.set(world, known);
  return known.get(`${id} ${kept}`, () => receipts.isReceipt(id, kept));
}

async function missing(
  world: World,
  list: readonly Wanted[],
  enough: number,
): Promise<readonly string[]> {
  const nodes = new Map(world.nodes.map((node) => [node.place, node]));
  const found: string[] = [];
  for (const { id, places } of list) {
    for (const place of places) {
      const up = nodes.get(place)!.up;
      if (up === null || !(await holds(world, up, id))) {
        found.push(`${place} should hold the shared receipt ${id.slice(0, 16)}, and does not`);
      }
      if (found.length >= enough) return found;
    }
  }
  return found;
}

/** Whether every shared receipt is with all its holders. */
export async function allPlaced(world: World): Promise<boolean> {
  const list = wanted(world);
  return list === null || (await missing(world, list, 1)).length === 0;
}

const REPORTED_MAX = 16;

/** I11: each shared receipt is with its holders, and a node that has it not can fetch it. */
export async function checkShared(world: World): Promise<void> {
  const list = wanted(world);
  if (list === null) return;
  for (const why of await missing(world, list, REPORTED_MAX)) world.violate("I11", why);
  const random = world.random.stream("readers");
  const nodes = members(world);
  await Promise.all(
    list.map(async ({ id, sealedAt, places }) => {
      const others = nodes.filter(({ place }) => place !== sealedAt && !places.includes(place));
      const reader = random.pick(others.length > 0 ? others : nodes);
      if (await isFound(reader, id)) return;
      world.violate("I11", `${reader.place} cannot fetch the shared receipt ${id.slice(0, 16)}`);
    }),
  );
}

/** Readers ask again: the wires may be bad. */
const READS_MAX = 4;

async function isFound({ up }: SimNode, id: string): Promise<boolean> {
  for (let i = 0; i < READS_MAX; i += 1) {
    // It says so, too, where nodes that should have it were not reached.
    const found = up?.receipts.find(id).catch(() => null);
    if (((await found) ?? null) !== null) return true;
  }
  return false;
}
