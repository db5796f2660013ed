import { expect } from "chai";
import { runMoney } from "../../unit/node/ledger/money/moneyRun.js";

const SEED = "20261121/long";
const OPERATIONS = 100_000;

describe("money, long", () => {
  it(`is as the model has it after ${OPERATIONS} random orders, failures and ends (seed ${SEED})`, async () => {
    const { audits, done, failures, kills, operations, unknownDone } = await runMoney({
      seed: SEED,
      operations: OPERATIONS,
      auditEvery: 5_000,
    });
    expect(operations).to.be.at.least(OPERATIONS);
    expect(Object.keys(done)).to.include.members([
      "bond",
      "burn",
      "claim",
      "compute",
      "draw",
      "file",
      "grant",
      "lock",
      "offer",
      "release",
      "transfer",
      "welcome",
    ]);
    expect(audits).to.be.at.least(20);
    for (const count of [kills, failures, unknownDone]) expect(count).to.be.greaterThan(200);
  });
});
