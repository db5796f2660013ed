/**
 * One fresh process: loads what its argument names and prints the milliseconds and bytes it took.
 */
import { benchPackage } from "./packages.js";

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  registry: async () => {
    const { createHash } = await import("node:crypto");
    const { builtinRegistry } = await import("../../protocol/operators/index.js");
    return builtinRegistry((text) => createHash("sha256").update(text).digest("hex"));
  },
  mathjs: () => benchPackage("mathjs"),
};

const load = LOADERS[process.argv[2] ?? ""];
if (load === undefined) throw new Error(`name one of ${Object.keys(LOADERS).join(", ")}`);
globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const begin = performance.now();
const loaded = await load();
const ms = performance.now() - begin;
globalThis.gc?.();
const bytes = process.memoryUsage().heapUsed - heapBefore;
process.stdout.write(JSON.stringify({ ms, bytes, loaded: typeof loaded }));
