/**
 * Kills of a node under random orders: `node dist/test/long/economy/replayKills.js --seed 7
 * --rounds 60`.
 */
import { parseArgs } from "node:util";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { moneyRounds } from "../../fault/moneyRounds.js";

const {
  values: { rounds: roundsText, seed },
} = parseArgs({
  options: {
    seed: { type: "string", default: "20261121/long" },
    rounds: { type: "string", default: "60" },
  },
});
const rounds = Number(roundsText);
const dir = temporaryDir("money-kills");
const startedMs = performance.now();
try {
  const stats = await moneyRounds({
    dataDir: dir.path,
    rounds,
    seed,
    auditEvery: 20,
    bondEvery: 40,
    bulkEvery: 5,
    listEvery: 10,
    againMax: 1_000,
    progress: (round) => {
      process.stderr.write(`${round + 1} kills\n`);
    },
  });
  const minutes = (performance.now() - startedMs) / 60_000;
  process.stdout.write(
    `${JSON.stringify({ seed, rounds, minutes, killsAMinute: rounds / minutes, ...stats }, null, 2)}\n`,
  );
} finally {
  dir.remove();
}
