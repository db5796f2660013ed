/** Waiting for the end of what faults have left behind. */
import { headsEqual, namesEqual } from "./checks.js";
import type { World } from "./world.js";

export const REST_MS_MAX = 120_000;
const LOOK_MS = 500;

/**
 * @returns virtual milliseconds until every honest node held every honest head and the same names, or
 * null
 */
export async function untilHeadsEqual(world: World, msMax = REST_MS_MAX): Promise<number | null> {
  const { loop } = world;
  const fromMs = loop.nowMs;
  while (loop.nowMs - fromMs < msMax) {
    await loop.run(LOOK_MS);
    const isAtRest = namesEqual(world) && await loop.complete(headsEqual(world), msMax);
    if (isAtRest) return loop.nowMs - fromMs;
  }
  return null;
}

/** Starts all nodes, one shortly after the other, and lets them find each other. */
export async function startAll(world: World, warmUpMs: number): Promise<void> {
  for (const [i, node] of world.nodes.entries()) world.loop.after(i * 50, () => { node.start(); });
  await world.loop.run(warmUpMs);
}

/** Clients ask nodes that are drawn anew each time. */
export async function drive(
  world: World, places: readonly string[], operations: number, gapMsMax: number,
): Promise<void> {
  const random = world.random.stream(`drive ${world.loop.events}`);
  const nodes = world.nodes.filter(({ place }) => places.includes(place));
  const run = async (): Promise<void> => {
    for (let i = 0; i < operations; i += 1) {
      await world.loop.sleep(random.between(1, gapMsMax));
      world.compute(random.pick(nodes), random.chance(0.3));
    }
  };
  await world.loop.complete(run(), operations * gapMsMax + REST_MS_MAX);
}
