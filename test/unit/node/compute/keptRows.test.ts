import { expect } from "chai";
import * as fc from "fast-check";
import { KeptRows, tableAsked } from "../../../../node/compute/keptRows.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { CALCOND_NS, IDEMPOTENCY_KEPT_CALCONDS } from "../../../../protocol/limits.js";
import type { SolverRow } from "../../../../protocol/kernel/table/solverRows.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import { quiet } from "../../../kit/logger.js";

const SECOND_NS = 1_000_000_000n;
const goOn = () => true;

type Asked = Parameters<typeof tableAsked>[1];

describe("node/compute: rows that are kept for a restart", () => {
  const world = () => {
    const raw = new MemoryStore();
    let nowNs = 1_800_000_000n * SECOND_NS;
    return {
      /** The node after a start. */
      started: () =>
        new KeptRows({ clock: { nowNs: () => nowNs }, store: new Store(raw), log: quiet }),
      later: (ns: bigint) => {
        nowNs += ns;
      },
      count: async () => {
        const tables = await new Store(raw).sweptRows.tables();
        return tables.reduce((sum, { rows }) => sum + rows, 0);
      },
    };
  };
  const asked = "0a".repeat(32);
  const row = (value: number): SolverRow => ({
    value,
    unit: "Hz",
    uncertainty: 0,
    precisionActual: 1e-9,
    precisionBound: 1e-6,
    differential: false,
    units: "12",
  });

  it("come back bit for bit, whatever the figures", async () => {
    const figure = fc.double({ noNaN: true });
    const solved: fc.Arbitrary<SolverRow> = fc.oneof(
      fc.record({ refused: fc.string(), message: fc.string() }),
      fc.record({
        value: figure,
        unit: fc.option(fc.string()),
        uncertainty: figure,
        precisionActual: figure,
        precisionBound: figure,
        differential: fc.boolean(),
        units: fc.bigInt({ min: 0n }).map(String),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(solved, { maxLength: 8 }), async (rows) => {
        const { started } = world();
        const keeper = await started().open(asked);
        rows.forEach((one, i) => keeper?.keep(i, one));
        await keeper?.close("broken-off");
        const again = await started().open(asked);
        for (const [i, one] of rows.entries()) {
          const known = again?.known(i);
          expect(known).deep.equal(one);
          if ("refused" in one || known === undefined || "refused" in known) continue;
          // Chai takes -0 and 0 for equal.
          expect(Object.is(known.value, one.value)).equal(true);
          expect(Object.is(known.uncertainty, one.uncertainty)).equal(true);
        }
        expect(again?.known(rows.length)).equal(undefined);
      }),
      { numRuns: 50 },
    );
  });

  it("are on the disk while the table is computed, and gone when it is answered", async () => {
    const { count, later, started } = world();
    const keeper = await started().open(asked);
    keeper?.keep(0, row(1));
    expect(await count()).equal(0);
    later(SECOND_NS);
    keeper?.keep(1, row(2));
    // A start now, as after a kill: the writes that were under way have ended.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const node = started();
    const again = await node.open(asked);
    expect([again?.known(0), again?.known(1)]).deep.equal([row(1), row(2)]);
    expect(await node.open(asked), "while it is computed").equal(null);
    await again?.close("answered");
    expect(await count()).equal(0);
    expect((await node.open(asked))?.known(0)).equal(undefined);
  });

  it("are no other table's, key's, solver's or registry's", () => {
    const pipe: Asked = {
      scope: "account POST table key",
      card: { id: "acoustic", version: 1 },
      inputs: { columns: { length: [1, 2] } },
      registryVersion: "r1",
    };
    const others: readonly Asked[] = [
      { ...pipe, scope: "account POST table other" },
      { ...pipe, card: { id: "acoustic", version: 2 } },
      { ...pipe, card: { id: "heat", version: 1 } },
      { ...pipe, inputs: { columns: { length: [1, 3] } } },
      { ...pipe, registryVersion: "r2" },
    ];
    const hashes = [pipe, ...others].map((one) => tableAsked(nodeCrypto, one));
    expect(new Set(hashes).size).equal(6);
    expect(tableAsked(nodeCrypto, { ...pipe })).equal(hashes[0]);
  });

  it("go after a day, and the oldest table where there are too many", async () => {
    const { count, later, started } = world();
    const kept = started();
    const names = Array.from({ length: 66 }, (_, i) => i.toString(16).padStart(64, "0"));
    for (const name of names) {
      const keeper = await kept.open(name);
      keeper?.keep(0, row(1));
      await keeper?.close("broken-off");
      later(CALCOND_NS);
    }
    expect([await count(), kept.size]).deep.equal([64, 64]);
    const node = started();
    // In the place of the oldest that is left.
    const second = await node.open(names[1]!);
    expect(second?.known(0)).equal(undefined);
    await second?.close("broken-off");
    expect((await node.open(names[3]!))?.known(0)).deep.equal(row(1));
    later(CALCOND_NS * BigInt(IDEMPOTENCY_KEPT_CALCONDS + 1));
    const { signal } = new AbortController();
    while ((await node.sweep.run(signal, goOn)) === "more");
    // The one that is computed now stays.
    expect(await count()).equal(1);
  });
});
