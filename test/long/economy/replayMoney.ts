/**
 * One run of random orders about money: `node dist/test/long/economy/replayMoney.js --seed 7
 * --operations 5000`.
 */
import { parseArgs } from "node:util";
import { runMoney } from "../../unit/node/ledger/money/moneyRun.js";

const {
  values: { audit, operations, seed },
} = parseArgs({
  options: {
    seed: { type: "string", default: "20261121" },
    operations: { type: "string", default: "4000" },
    audit: { type: "string", default: "1000" },
  },
});
const startedMs = performance.now();
const stats = await runMoney({
  seed,
  operations: Number(operations),
  auditEvery: Number(audit),
  progress: (done) => {
    process.stderr.write(`${done} operations\n`);
  },
});
process.stdout.write(
  `${JSON.stringify({ seed, seconds: Math.round((performance.now() - startedMs) / 1_000), ...stats }, null, 2)}\n`,
);
