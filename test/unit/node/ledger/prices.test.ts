/**
 * Every operator of the registry, bought: its quote, the envelope's face value and the debit in the
 * journal are one number.
 */
import { expect } from "chai";
import { conformanceCorpus } from "../../../../protocol/conformance/conformance.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { auditLedger } from "../../../../node/ledger/audit/ledgerAudit.js";
import { parseFields } from "../../../kit/requests.js";
import { isLong, runs, sample } from "../../../kit/runs.js";
import { issue, openLedger } from "../../../kit/ledgerBench.js";

const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));
const BOUGHT = 100_000;

describe("node: prices", () => {
  it(`of ${isLong ? "every operator" : "one operator of four"}: quote, face value and debit are the same, and what is refused costs nothing`, async () => {
    const bench = await openLedger();
    const { compute, ledger, store } = bench;
    await issue(bench, "ann", "paid", BOUGHT);
    await ledger.open("ann");
    const sealed: string[] = [];
    let spent = 0;
    const asked: Promise<void>[] = [];
    for (const { id, request } of sample(conformanceCorpus(registry, nodeCrypto).cases, 4)) {
      if (!("operators" in request)) continue;
      const plan = compute.plan(request.operators);
      if (plan.status === "invalid") throw new Error(plan.message);
      const { credits } = plan.quote;
      expect(credits, id).to.equal([1, 3, 5, 6][plan.chain.length - 1]);
      const payment = ledger.reserve("ann", credits)!;
      const result = compute.run(plan, request);
      if (result.status !== "value") {
        payment.unsealed();
        continue;
      }
      spent += credits;
      sealed.push(...plan.chain.slice(1));
      expect(ledger.available("ann"), id).to.deep.equal({ free: 0, paid: BOUGHT - spent });
      asked.push(
        compute
          .seal(plan, request, result, { account: "ann", payment, visibility: "private" })
          .then(({ body }) => {
            expect(parseFields(Buffer.from(body).toString("utf8"))["credits"], id).to.equal(
              credits,
            );
          }),
      );
      if (asked.length % 64 === 0) await Promise.all(asked);
    }
    await Promise.all(asked);
    expect(ledger.available("ann")).to.deep.equal({ free: 0, paid: BOUGHT - spent });
    const unsealed = registry.entries.filter(({ id }) => !sealed.includes(id)).length;
    expect(
      [new Set(sealed).size > runs(125, 500), !isLong || unsealed < registry.entries.length / 2],
      `${sealed.length} and ${unsealed}`,
    ).to.deep.equal([true, true]);
    expect(await store.ledger.balance("ann")).to.include({
      paid: BOUGHT - spent,
      held: spent,
      spent,
    });
    const { findings, totals } = await auditLedger(store, nodeCrypto);
    expect([findings, totals["burn:credits"], totals["mint:paid"]]).to.deep.equal([
      [],
      spent,
      -spent,
    ]);
  });
});
