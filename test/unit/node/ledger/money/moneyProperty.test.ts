/**
 * Random orders about money with failing batches and ends of the process, against the model; the
 * long form is `test/long/economy`.
 */
import { expect } from "chai";
import { runMoney } from "./moneyRun.js";

const SEED = "20261121";

describe("money", () => {
  it(`is as the model has it after thousands of random orders, failures and ends (seed ${SEED})`, async () => {
    const { audits, done, failures, kills, operations, refused, unknownDone } = await runMoney({
      seed: SEED,
      operations: 3_000,
      auditEvery: 1_000,
    });
    expect(operations).to.be.at.least(3_000);
    expect(Object.keys(done).sort()).to.deep.equal(
      [
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
      ]
        .concat(done["slash"] === undefined ? [] : ["slash"])
        .sort(),
    );
    expect(Object.keys(refused)).to.include.members([
      "INSUFFICIENT_BALANCE",
      "NOT_ENOUGH_MOVABLE",
      "NOT_MOVABLE",
      "NOT_FOUND",
      "missing",
    ]);
    for (const count of [kills, failures, unknownDone, audits]) expect(count).to.be.greaterThan(2);
  });
});
