/** Finds the work of every claim of the simulator and prints it as the table of `nameWork.ts`. */
import { WorkMiner } from "../../../protocol/names/mine.js";
import { workBits } from "../../../protocol/names/rules.js";
import { CLAIMED_NAMES, OWNERS } from "./owners.js";

const TRIES = 1_000_000;

for (const [i, { publicKey: author }] of OWNERS.entries()) {
  for (const name of CLAIMED_NAMES) {
    const miner = new WorkMiner({ author, name, start: "sim", bits: workBits(name) });
    let nonce: string | null = null;
    while (nonce === null) nonce = miner.run(TRIES);
    process.stdout.write(`  "${i} ${name}": "${nonce}",\n`);
  }
}
