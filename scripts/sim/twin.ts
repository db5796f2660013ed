/** A node whose key and disk are in use twice for a while: whatever both write is two histories. */
import type { SimNode } from "./node.js";
import type { World } from "./world.js";

const PLACE = "t0";
const BEGIN_MS_MAX = 15_000;
const OVERLAP_MS_MAX = 30_000;
const OPERATIONS = 4;

/** Adds the node now and its copy later. @returns when the copy is gone again */
export async function makeTwin(world: World): Promise<void> {
  const random = world.random.stream("twin");
  const { loop } = world;
  const first = world.add({ place: PLACE });
  world.liars.add(first.author.publicKey);
  first.start();
  await loop.sleep(random.between(4_000, BEGIN_MS_MAX));
  first.crash(random.chance(0.5));
  // Who does not ask peers for its own head goes on from its disk at once.
  const second = world.add({ place: `${PLACE}b`, seed: first.author.seed, guarded: false });
  second.disk.restore(first.disk.image());
  world.loop.note(`twin ${PLACE}`);
  first.start();
  second.start();
  await busy(world, [first, second]);
  await loop.sleep(random.between(1_000, OVERLAP_MS_MAX));
}

async function busy(world: World, nodes: readonly SimNode[]): Promise<void> {
  for (let i = 0; i < OPERATIONS; i += 1) {
    await world.loop.sleep(1_000);
    for (const node of nodes) world.compute(node, false);
  }
}
