import { expect } from "chai";
import * as fc from "fast-check";
import { fromHex, toHex } from "../../../../protocol/encoding/hex.js";
import { valueBits } from "../../../../protocol/encoding/bits.js";
import { compute } from "../../../../protocol/chains/compute.js";
import { planChain, type ChainPlan } from "../../../../protocol/chains/plan.js";
import type { KernelInvalid, TableRows } from "../../../../protocol/chains/result.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { leafHash, merkleRoot, rootFromPath } from "../../../../protocol/seal/merkle.js";
import { RowTree, rowLeafBytes } from "../../../../protocol/table/leaves.js";
import { readRowBlocks, rowBlocksBytes } from "../../../../protocol/table/blocks.js";
import { Table, type TableInputs } from "../../../../protocol/table/columns.js";
import {
  computeTable,
  computeTablePart,
  joinTable,
  sealedRow,
  tableRow,
  tableRowIn,
  type TablePart,
} from "../../../../protocol/kernel/table/rows.js";
import { workCounted } from "../../../../protocol/workCount.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { drawnRows } from "../../table/drawnRows.js";
import { drawnDiffers, gridDiffers, tableDiffers } from "../../table/sameAsSingles.js";

const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));

function planOf(...ids: readonly string[]): ChainPlan {
  const plan = planChain(registry, ids);
  if (plan.status === "invalid") throw new Error(plan.message);
  return plan;
}

function partsOf(
  plan: ChainPlan,
  table: Table,
  count: number,
): readonly (TablePart | KernelInvalid)[] {
  const at = (part: number): number => Math.floor((table.count * part) / count);
  return Array.from({ length: count }, (_, part) =>
    computeTablePart(nodeCrypto, plan, table, { from: at(part), to: at(part + 1) }),
  );
}

function workOf(body: () => unknown): number {
  const before = workCounted();
  body();
  return workCounted() - before;
}

interface Said {
  readonly values: readonly (number | null)[];
  readonly refused: readonly { readonly kind: string; readonly rows: readonly number[] }[];
}

function saidBy(members: string): Said {
  const { rows }: { readonly rows: Said } = JSON.parse(`{${members.slice(1)}}`);
  return rows;
}

describe("rows of a table", () => {
  it("are what the same computations alone give, for operators drawn at random", () => {
    const ids = registry.entries.map(({ id }) => id);
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (id, values, pick) => {
          expect(tableDiffers(registry, id, values, pick)).equal(null);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("are so with all inputs running, and with uncertainties", () => {
    const ids = registry.entries.map(({ id }) => id);
    fc.assert(
      fc.property(fc.constantFrom(...ids), drawnRows, (id, rows) => {
        expect(drawnDiffers(registry, id, rows), id).equal(null);
      }),
      { numRuns: 40 },
    );
  });

  it("are the same in a grid of up to four columns, as text and as bare numbers", () => {
    const ids = registry.entries.filter(({ compiled }) => compiled !== null).map(({ id }) => id);
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.record({
          axes: fc.integer({ min: 1, max: 4 }),
          from: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
          pick: fc.nat({ max: 40 }),
        }),
        (id, asked) => {
          expect(gridDiffers(registry, id, asked)).equal(null);
        },
      ),
      { numRuns: 6 },
    );
  });

  it("say why they have no value, and cost nothing then", () => {
    const table = new Table({ columns: { m1: 2, m2: 3, r: [1, 0, 2] } });
    const result = computeTable(nodeCrypto, planOf("NM21"), table);
    if (result.status !== "value") throw new Error(result.status);
    const { refused, values } = saidBy(result.kernel.rows!.members);
    expect(values[1]).equal(null);
    expect(refused.map(({ rows }) => rows)).deep.equal([[1]]);
    // G = 6.6743e-11 (CODATA 2022): G 2 3/1 and G 2 3/4.
    expect(values[0]).closeTo(4.00458e-10, 1e-23);
    expect(values[2]).closeTo(1.001145e-10, 1e-23);
    // 6 units a row by the rule of prices, two rows, 2 units a credit.
    expect(result.quote).deep.equal({ credits: 6, units: "12" });
  });

  it("have the same bits in any number of parts", () => {
    const plan = planOf("NM21");
    // The first rows and one of each nine have no value.
    const r = Array.from({ length: 40 }, (_, i) => (i < 15 || i % 9 === 0 ? 0 : i / 7));
    const table = new Table({ columns: { m1: 2, m2: 3, r }, uncertainties: { m1: 0.1 } });
    const whole = computeTable(nodeCrypto, plan, table);
    expect(whole.status).equal("value");
    for (const count of [1, 2, 3, 7, 40])
      expect(joinTable(nodeCrypto, plan, partsOf(plan, table, count)), `${count} parts`).deep.equal(
        whole,
      );
    const none = new Table({ columns: { m1: 2, m2: 3, r: [0, 0, 0] } });
    expect(joinTable(nodeCrypto, plan, partsOf(plan, none, 2))).deep.equal(
      computeTable(nodeCrypto, plan, none),
    );
  });

  it("are computed as one where parts begin with different units", () => {
    const plan = planOf("NM21");
    const table = new Table({ columns: { m1: 2, m2: 3, r: [1, 2] } });
    const [first, second] = partsOf(plan, table, 2);
    if (second?.status !== "part") throw new Error("no part");
    const other = { ...second, first: { ...second.first!, unit: "kg" } };
    expect(joinTable(nodeCrypto, plan, [first!, other])).equal(null);
  });

  it("without any value are no table", () => {
    const table = new Table({ columns: { m1: 2, m2: 3, r: [0, 0] } });
    expect(computeTable(nodeCrypto, planOf("NM21"), table).status).equal("none");
  });

  it("prove their place one by one", () => {
    const plan = planOf("NM21");
    const columns = { m1: 2, m2: 3, r: { from: 0, to: 12, step: 1 } };
    const whole = computeTable(nodeCrypto, plan, new Table({ columns }));
    if (whole.status !== "value") throw new Error(whole.status);
    for (let row = 0; row < 13; row += 1) {
      const { inputs, leaf, root } = tableRow(nodeCrypto, plan, new Table({ columns }), row);
      expect(root).equal(whole.kernel.rows!.root);
      expect(inputs).deep.equal({ m1: 2, m2: 3, r: row });
      const alone = compute(plan, { inputs });
      if (alone.status === "value")
        expect("value" in leaf && valueBits(leaf.value)).equal(valueBits(alone.value));
      else expect("refused" in leaf).equal(true);
    }
  });
});

describe("one row of a sealed table", () => {
  const plan = planOf("NM21");
  const columnsOf = (count: number): TableInputs => ({
    // One of each seven has no value.
    columns: {
      m1: 2,
      m2: Array.from({ length: count }, (_, i) => i / 3),
      r: Array.from({ length: count }, (_, i) => i % 7),
    },
    uncertainties: { m1: 0.1 },
  });
  const sealed = (inputs: TableInputs): TableRows => {
    const whole = computeTable(nodeCrypto, plan, new Table(inputs));
    if (whole.status !== "value") throw new Error(whole.status);
    return whole.kernel.rows!;
  };

  it("is proven by its block as by all rows, whatever the size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 700 }), fc.nat(), (count, pick) => {
        const inputs = columnsOf(count);
        const row = pick % count;
        const { blocks, root } = sealed(inputs);
        const kept = readRowBlocks(rowBlocksBytes(blocks))!;
        const table = new Table(inputs);
        const own = tableRowIn(nodeCrypto, plan, table, row, { blocks: kept, unit: "N" });
        expect(own).deep.equal(tableRow(nodeCrypto, plan, table, row));
        expect(own?.root).equal(root);
      }),
      { numRuns: 60, examples: [2, 64, 65, 128, 129, 192, 193].map((n) => [n, n - 1]) },
    );
  });

  it("costs the work of its block, not of the table", () => {
    const small = columnsOf(64);
    const large = columnsOf(6_400);
    const known = { blocks: sealed(large).blocks, unit: "N" };
    // So much is enough for 64 rows computed as a table, twice over.
    const enough = workOf(() => computeTable(nodeCrypto, plan, new Table(small)));
    const one = workOf(() => tableRowIn(nodeCrypto, plan, new Table(large), 6_399, known));
    expect(one).at.most(2 * enough);
    expect(workOf(() => tableRow(nodeCrypto, plan, new Table(large), 6_399))).above(50 * enough);
  });

  it("is computed with all others where what was kept is not of its table", () => {
    const inputs = columnsOf(130);
    const table = new Table(inputs);
    const { blocks } = sealed(columnsOf(131));
    const torn = { rows: 64, roots: blocks.roots.slice(32) };
    for (const kept of [torn, { ...blocks, rows: 32 }])
      expect(tableRowIn(nodeCrypto, plan, table, 129, { blocks: kept, unit: "N" })).equal(null);
    const known = { blocks, unit: "N" };
    // The last block of 131 rows is not that of 130.
    expect(tableRowIn(nodeCrypto, plan, table, 129, known)).equal(null);
    expect(sealedRow(nodeCrypto, plan, { inputs, row: 129, known })).deep.equal(
      tableRow(nodeCrypto, plan, table, 129),
    );
    for (const bytes of [[], [0], [0, 0], [0, 3]])
      expect(readRowBlocks(Uint8Array.from(bytes))).equal(null);
  });
});

describe("the tree over rows", () => {
  it("has the root and paths of RFC 6962, whatever hashes it", () => {
    for (const size of [1, 2, 3, 4, 5, 7, 8, 1_023, 1_025, 2_500]) {
      const tree = new RowTree(nodeCrypto, size);
      const leaves: Uint8Array[] = [];
      for (let i = 0; i < size; i += 1) {
        const row =
          i % 5 === 4
            ? { refused: "domain-error" }
            : { value: i / 3, uncertainty: i / 7, precisionActual: 1e-16 };
        tree.add(row);
        leaves.push(leafHash(nodeCrypto, rowLeafBytes(nodeCrypto, row)));
      }
      expect(tree.root(), String(size)).equal(toHex(merkleRoot(nodeCrypto, leaves)));
      const at = size >> 1;
      const path = tree.path(at).map((hash) => fromHex(hash)!);
      expect(toHex(rootFromPath(nodeCrypto, leaves[at]!, at, size, path)!)).equal(tree.root());
    }
  });
});
