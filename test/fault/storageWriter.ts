/**
 * A writer that is killed: appends commit windows to the store in the directory of its first
 * argument and prints each window's number once its write was acknowledged. Holds the directory
 * until it is killed.
 */
import { writeSync } from "node:fs";
import { StoreError } from "../../storage/kv/errors.js";
import { openStore } from "../../storage/store.js";
import { windowOf, writeWindow } from "./storageWindows.js";

const STDOUT = 1;

async function main(dir: string): Promise<void> {
  const store = await openStore({ dir });
  const chain = await store.envelopes.chain();
  for (let window = chain === undefined ? 0 : chain.count / windowOf(0).length; ; window += 1) {
    await writeWindow(store, window);
    // Straight to the pipe: a line still in this process would be lost with it.
    writeSync(STDOUT, `${window}\n`);
  }
}

try {
  await main(process.argv[2] ?? "");
} catch (error) {
  writeSync(STDOUT, `${error instanceof StoreError ? error.code : String(error)}\n`);
  process.exitCode = 1;
}
