/** Forms of the console from schemas of the contract, and its tables as files. */
import { expect } from "chai";
import { fileName } from "../../../api/console/files/fileName.js";
import { csvText } from "../../../protocol/encoding/csv.js";
import {
  fieldText,
  kindOf,
  limitsText,
  numberFault,
  numberText,
  readField,
} from "../../../api/console/fields/schema.js";
import { faultsByField } from "../../../api/console/connection/faults.js";
import { prefixed, ticksOf } from "../../../api/console/plots/ticks.js";
import { contractText } from "../../../scripts/console/contract.js";

interface Card {
  readonly key: string;
  readonly input: { readonly properties?: Readonly<Record<string, Record<string, unknown>>> };
  readonly examples: readonly { readonly input: Readonly<Record<string, unknown>> }[];
}

describe("forms of the console", () => {
  it("read each example of the contract back from its texts, member by member", () => {
    const cards: readonly Card[] = JSON.parse(contractText());
    let members = 0;
    for (const { examples, input, key } of cards)
      for (const example of examples)
        for (const [name, value] of Object.entries(example.input)) {
          const schema = input.properties?.[name];
          if (schema === undefined) continue;
          const read = readField(schema, fieldText(value));
          // A number that came with its unit is the engine's to read.
          if ("quantity" in read) expect(read.quantity, `${key}.${name}`).to.equal(value);
          else expect(read, `${key}.${name}`).to.deep.equal({ value });
          members += 1;
        }
    expect(members).to.be.greaterThan(300);
  });
  it("leave a quantity to the grammar, and hold numbers against their limits", () => {
    const mass = { type: "number", unit: "kg", exclusiveMinimum: 0, maximum: 10 };
    expect(kindOf(mass)).to.equal("quantity");
    expect(readField(mass, "20 g")).to.deep.equal({ quantity: "20 g" });
    expect(readField(mass, "2.5")).to.deep.equal({ value: 2.5 });
    expect(readField(mass, "0")).to.deep.equal({
      fault: "must be more than 0",
    });
    expect(numberFault({ type: "integer" }, 1.5)).to.equal("expected a whole number");
    expect(limitsText(mass)).to.equal(">0, ≤ 10 kg");
    expect(readField({ type: "object" }, "{")).to.have.property("fault");
    expect(readField({ anyOf: [{ type: "number" }, { type: "string" }] }, "x*y")).to.deep.equal({
      value: "x*y",
    });
  });
  it("begin with numbers as people write them", () => {
    for (const [value, text] of [
      [1e16, "1e16"],
      [10_000, "10000"],
      [1.6e-19, "1.6e-19"],
      [1_048_576, "1048576"],
      [0.25, "0.25"],
      [0, "0"],
    ] as const) {
      expect(numberText(value)).to.equal(text);
      expect(Number(text)).to.equal(value);
    }
  });
  it("put a fault at its field, and what is inside one by its place", () => {
    const errors = [
      { pointer: "/m", message: "is required" },
      { pointer: "/sides/0", message: "expected a number" },
      { pointer: "/other", message: "there is no such field" },
    ];
    expect(faultsByField(errors, new Set(["m", "sides"]))).to.deep.equal({
      m: "is required",
      sides: "0: expected a number",
      "": "other: there is no such field",
    });
  });
});

describe("axes of a plot", () => {
  it("have the prefix that makes their numbers short, and none where they are", () => {
    expect(prefixed("m", [0, 2e-6])).to.deep.equal({ unit: "µm", factor: 1e-6 });
    expect(prefixed("Pa", [-2.5e8, 1e3])).to.deep.equal({ unit: "MPa", factor: 1e6 });
    expect(prefixed("s", [0, 0.02, null]).unit).to.equal("ms");
    for (const [unit, most] of [
      ["m", 0.5],
      ["m", 2_000],
      ["kg", 1e-9],
      ["m/s", 1e-9],
      ["1", 1e9],
      ["m", 0],
    ] as const)
      expect(prefixed(unit, [0, most])).to.deep.equal({ unit, factor: 1 });
  });
});

describe("files of the console", () => {
  it("quote what a table needs quoted, and disarm what would be run", () => {
    expect(
      csvText(
        ["t [s]", "a,b"],
        [
          [0.1, 'x"y'],
          [null, "=1+1"],
          [-2, "-"],
        ],
      ),
    ).to.equal('t [s],"a,b"\r\n0.1,"x""y"\r\n,\'=1+1\r\n-2,\'-\r\n');
    expect(fileName("Heat conduction: T", "csv")).to.equal("heat-conduction-t.csv");
  });
  it("have ticks at round places", () => {
    expect(ticksOf(0, 10, 5)).to.deep.equal([0, 2, 4, 6, 8, 10]);
    expect(ticksOf(3, 3, 5)).to.deep.equal([3]);
  });
});
