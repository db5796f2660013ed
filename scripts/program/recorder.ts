/**
 * Loaded before the program itself (`record.ts`): keeps the code of its scripts when the process
 * that started it says so, or when it ends. By then all that it runs is compiled.
 */
import { cachedDataVersionTag, setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";
import {
  keepYoungGenerations,
  letGenerationsGrow,
  restoreOldGeneration,
} from "../../node/runtime/metrics/heapGenerations.js";
import { keepCode, loaded } from "./load.js";

/** Told to the process that started it. */
export interface Recorded {
  readonly name: string;
  /**
   * Bytes; 0 when the engine's options are not those it was loaded under, so that it would not take
   * the code.
   */
  readonly bytes: number;
}

let isRecorded = false;

function record(): readonly Recorded[] {
  isRecorded = true;
  return [...loaded].map(([name, file]) => ({
    name,
    bytes: cachedDataVersionTag() === file.tag ? keepCode(file) : 0,
  }));
}

/**
 * A daemon changes the engine's options while it starts; code belongs to those it was loaded under.
 */
function restoreOptions(): void {
  letGenerationsGrow();
  restoreOldGeneration();
  keepYoungGenerations();
  const limit = process.execArgv.find((option) => option.startsWith("--max-semi-space-size="));
  setFlagsFromString(limit ?? "--max-semi-space-size=0");
}

if (isMainThread) {
  process.on("message", (message) => {
    if (message !== "record") return;
    restoreOptions();
    process.send!(record());
  });
  process.on("exit", () => {
    if (!isRecorded) record();
  });
}
