/**
 * From process start to the first sealed answer on an empty data directory, and resident memory
 * when idle.
 */
import { setTimeout as delay } from "node:timers/promises";
import { spawnSync } from "node:child_process";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import { residentMegabytes } from "./compare/processorTime.js";
import { median, type Row } from "./report.js";

const ROUNDS = 5;
const IDLE_MS = 5_000;

export async function benchStart(): Promise<readonly Row[]> {
  const startMs: number[] = [];
  const bareMs: number[] = [];
  let idleMb = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bareStart = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    bareMs.push(performance.now() - bareStart);
    const dir = temporaryDir("start");
    const begin = performance.now();
    const node = await startNode({ dataDir: dir.path, args: ["--log-level", "warn"] });
    startMs.push(performance.now() - begin);
    if (round === ROUNDS - 1) {
      await delay(IDLE_MS);
      idleMb = residentMegabytes(node.child.pid!);
    }
    await node.stop();
    dir.remove();
  }
  return [
    {
      name: "start to first sealed answer, empty directory",
      value: median(startMs),
      unit: "ms",
      target: "at most 1500",
    },
    { name: "bare node process, start to end", value: median(bareMs), unit: "ms" },
    { name: "start / bare node", value: median(startMs) / median(bareMs), unit: "ratio" },
    { name: "resident memory, idle", value: idleMb, unit: "MB", target: "at most 150" },
  ];
}
