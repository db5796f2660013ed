/** Waiting for the end of what faults have left behind. */
import { forksFrozen } from "./checkForks.js";
import { headsEqual, namesEqual } from "./checks.js";
import { allPlaced } from "./checkShared.js";
import type { World } from "../world.js";

export const REST_MS_MAX = 120_000;
const LOOK_MS = 500;

/**
 * @returns virtual milliseconds until every honest node held every honest head and the same names,
 * or null
 */
export async function untilHeadsEqual(world: World, msMax = REST_MS_MAX): Promise<number | null> {
  const { loop } = world;
  const fromMs = loop.nowMs;
  while (loop.nowMs - fromMs < msMax) {
    await loop.run(LOOK_MS);
    const isAtRest = namesEqual(world) && (await loop.complete(headsEqual(world), msMax));
    if (isAtRest) return loop.nowMs - fromMs;
  }
  return null;
}

/**
 * The longest patience with a holder that was not reached is 120 calconds, and so is the time
 * between two audits.
 */
const SETTLE_MS_MAX = 300_000;

/**
 * @returns virtual milliseconds until all honest nodes had frozen the same authors, everybody who
 * was seen with two histories among them, and every shared receipt was with its holders; or null
 */
export async function untilSettled(world: World, msMax = SETTLE_MS_MAX): Promise<number | null> {
  const { loop } = world;
  const fromMs = loop.nowMs;
  while (loop.nowMs - fromMs < msMax) {
    const isSettled =
      (await loop.complete(forksFrozen(world), msMax)) === null &&
      (await loop.complete(allPlaced(world), msMax));
    if (isSettled) return loop.nowMs - fromMs;
    await loop.run(2 * LOOK_MS);
  }
  return null;
}

/** Starts all nodes, one shortly after the other, and lets them find each other. */
export async function startAll(world: World, warmUpMs: number): Promise<void> {
  for (const [i, node] of world.nodes.entries())
    world.loop.after(i * 50, () => {
      node.start();
    });
  await world.loop.run(warmUpMs);
}

/** Clients ask nodes that are drawn anew each time. */
export async function drive(
  world: World,
  places: readonly string[],
  operations: number,
  gapMsMax: number,
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
