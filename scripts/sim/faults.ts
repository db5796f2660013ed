/** What may befall simulated nodes: each fault begins, lasts for a while, and ends by itself. */
import { FAIR_DISK } from "./disk.js";
import { FAIR_WIRE } from "./wires/wire.js";
import type { SimNode } from "./node.js";
import type { SeededRandom } from "./random.js";
import type { World } from "./world.js";

const RESTART_MS_MAX = 8_000;
const CLOCK_STEP_MS_MAX = 700;

type Fault = (world: World, random: SeededRandom) => Promise<void>;

function someNode({ nodes }: World, random: SeededRandom): SimNode {
  return random.pick(nodes);
}

/** Killed, or without power, and back after a while. */
const crash: Fault = async (world, random) => {
  const node = someNode(world, random);
  node.crash(random.chance(0.5));
  await world.loop.sleep(random.between(100, RESTART_MS_MAX));
  node.start();
};

/** An orderly restart. */
const restart: Fault = async (world, random) => {
  const node = someNode(world, random);
  await node.stop();
  await world.loop.sleep(random.between(100, RESTART_MS_MAX));
  node.start();
};

function cutBetween(
  world: World,
  from: readonly SimNode[],
  to: readonly SimNode[],
  cut: boolean,
): void {
  for (const a of from) {
    for (const b of to) {
      if (a === b) continue;
      if (cut) world.wire.cut(a.place, b.place);
      else world.wire.mend(a.place, b.place);
    }
  }
}

/** Two groups that do not hear each other. */
const partition: Fault = async (world, random) => {
  const nodes = random.shuffled(world.nodes);
  const size = 1 + random.int(Math.floor(nodes.length / 2));
  const [left, right] = [nodes.slice(0, size), nodes.slice(size)];
  cutBetween(world, left, right, true);
  cutBetween(world, right, left, true);
  await world.loop.sleep(random.between(3_000, 30_000));
  cutBetween(world, left, right, false);
  cutBetween(world, right, left, false);
};

/** One node is heard by some others and does not hear them, or the other way round. */
const oneWayCut: Fault = async (world, random) => {
  const [deaf, ...others] = random.shuffled(world.nodes);
  const some = others.slice(0, 1 + random.int(others.length));
  const [from, to] = random.chance(0.5) ? [some, [deaf!]] : [[deaf!], some];
  cutBetween(world, from, to, true);
  await world.loop.sleep(random.between(3_000, 30_000));
  cutBetween(world, from, to, false);
};

/** Connections that only one end still has. */
const halfOpen: Fault = async (world, random) => {
  const [a, b] = random.shuffled(world.nodes);
  cutBetween(world, [a!], [b!], true);
  cutBetween(world, [b!], [a!], true);
  await a!.net?.disconnect(b!.peerId);
  cutBetween(world, [a!], [b!], false);
  cutBetween(world, [b!], [a!], false);
};

/** Messages are lost, late, doubled and overtaken. */
const badWeather: Fault = async (world, random) => {
  const { weather } = world.wire;
  weather.lossChance = random.between(0, 0.2);
  weather.duplicateChance = random.between(0, 0.3);
  weather.delayMsMax = random.between(30, 2_000);
  await world.loop.sleep(random.between(5_000, 30_000));
  Object.assign(weather, FAIR_WIRE);
};

/** A disk that takes its time. */
const slowDisk: Fault = async (world, random) => {
  const { weather } = someNode(world, random).disk;
  weather.slowChance = 0.5;
  weather.slowMsMax = random.between(100, 3_000);
  weather.readDelayChance = 0.5;
  weather.readMsMax = 100;
  await world.loop.sleep(random.between(2_000, 15_000));
  Object.assign(weather, FAIR_DISK);
};

/** A disk that reports errors, with and without having written. */
const failingDisk: Fault = async (world, random) => {
  const { weather } = someNode(world, random).disk;
  weather.failChance = random.between(0.1, 0.6);
  await world.loop.sleep(random.between(1_000, 8_000));
  Object.assign(weather, FAIR_DISK);
};

/** Nobody hears from a node for a while, and then everything at once. */
const pause: Fault = async (world, random) => {
  const { place } = someNode(world, random);
  world.wire.pause(place);
  await world.loop.sleep(random.between(500, 20_000));
  world.wire.resume(place);
};

/** Somebody sets a clock, within what the mesh tolerates. */
const clockStep: Fault = async (world, random) => {
  const { clock } = someNode(world, random);
  const ms = random.between(-CLOCK_STEP_MS_MAX, CLOCK_STEP_MS_MAX);
  clock.step(ms);
  await world.loop.sleep(random.between(2_000, 20_000));
  clock.step(-ms);
};

/** A line of 128 to 512 kbit/s for a while. */
const slowLine: Fault = async (world, random) => {
  const { place } = someNode(world, random);
  world.wire.slow(place, random.between(16_000, 64_000));
  await world.loop.sleep(random.between(5_000, 30_000));
  world.wire.quicken(place);
};

/** A way that loses large packets. */
const lostPackets: Fault = async (world, random) => {
  const { place } = someNode(world, random);
  world.wire.sites.narrow(place);
  await world.loop.sleep(random.between(5_000, 30_000));
  world.wire.sites.widen(place);
};

/** A node moves behind a translator of addresses: its connections end, and nobody calls it. */
const translator: Fault = async (world, random) => {
  const node = someNode(world, random);
  world.wire.sites.hide(node.place);
  for (const peer of node.net?.peers() ?? []) await node.net?.disconnect(peer);
  await world.loop.sleep(random.between(10_000, 40_000));
  world.wire.sites.show(node.place);
};

/** Nodes stop one by one and come back in another order. */
const swizzle: Fault = async (world, random) => {
  const stopped = random.shuffled(world.nodes).slice(0, 2 + random.int(world.nodes.length - 1));
  for (const node of stopped) {
    node.crash(random.chance(0.5));
    await world.loop.sleep(random.between(100, 2_000));
  }
  for (const node of random.shuffled(stopped)) {
    node.start();
    await world.loop.sleep(random.between(100, 2_000));
  }
};

export const FAULTS = {
  crash,
  restart,
  partition,
  oneWayCut,
  halfOpen,
  badWeather,
  slowDisk,
  failingDisk,
  pause,
  clockStep,
  lostPackets,
  slowLine,
  swizzle,
  translator,
} satisfies Readonly<Record<string, Fault>>;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS).sort() as readonly FaultKind[];

/** Everything is well again: from here on nodes must find back together. */
export function heal(world: World): void {
  const { wire } = world;
  wire.mendAll();
  wire.sites.heal();
  wire.quicken(...world.nodes.map(({ place }) => place));
  Object.assign(wire.weather, FAIR_WIRE);
  for (const { disk, place } of world.nodes) {
    Object.assign(disk.weather, FAIR_DISK);
    wire.resume(place);
  }
  for (const node of world.nodes) node.start();
  world.loop.note("healed");
}
