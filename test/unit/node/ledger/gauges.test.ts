import { expect } from "chai";
import { moneyGauges } from "../../../../node/ledger/gauges.js";
import { ShownGauges } from "../../../../node/runtime/metrics/gauges.js";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { Supply } from "../../../../node/ledger/supply.js";
import { openBench, sealJob } from "../../../kit/moneyBench.js";

describe("metrics of the ledger", () => {
  it("are the ledger's own totals, by state and funding, and bookings by kind", async () => {
    const bench = await openBench();
    const { ledger, sealer, store } = bench;
    const supply = Supply.of(store);
    await ledger.post({
      kind: "welcome",
      entries: [
        { account: "mint:credits", delta: -128 },
        { account: "free:a", delta: 128 },
      ],
    });
    await ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -10 },
        { account: "paid:b", delta: 10 },
      ],
    });
    for (const account of ["a", "b"]) {
      await ledger.open(account);
      const payment = ledger.reserve(account, 3)!;
      await sealJob(bench, {
        account,
        payment,
        visibility: "private",
        operators: ["NM19"],
        inputs: { m: 2, a: 3 },
      });
    }
    await sealJob(bench, {
      account: "a",
      payment: ledger.reserve("a", 3)!,
      visibility: "private",
      operators: ["NM19"],
      inputs: { m: 2, a: 4 },
    });
    await supply.follow();
    const metrics = createMetrics();
    const gauges = moneyGauges({ totals: ledger.totals(), supply, sealed: sealer.sealed });
    const shown = new ShownGauges(metrics.registry);
    shown.show(gauges);
    // A second look replaces the first.
    shown.show(gauges);
    const text = await metrics.registry.metrics();
    const lines = text
      .split("\n")
      .filter((line) => /^calc_(?:credits|envelopes|envelope_value|journal_entries)\{/.test(line))
      .sort();
    expect(lines).to.deep.equal([
      'calc_credits{state="burned"} 9',
      'calc_credits{state="free"} 122',
      'calc_credits{state="issued"} 138',
      'calc_credits{state="paid"} 7',
      'calc_envelope_value{funding="free",state="burned"} 0',
      'calc_envelope_value{funding="free",state="live"} 6',
      'calc_envelope_value{funding="free",state="minted"} 6',
      'calc_envelope_value{funding="paid",state="burned"} 0',
      'calc_envelope_value{funding="paid",state="live"} 3',
      'calc_envelope_value{funding="paid",state="minted"} 3',
      'calc_envelopes{funding="free"} 2',
      'calc_envelopes{funding="paid"} 1',
      'calc_journal_entries{kind="compute"} 3',
      'calc_journal_entries{kind="grant"} 1',
      'calc_journal_entries{kind="welcome"} 1',
    ]);
  });
});
