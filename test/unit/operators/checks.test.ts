import { expect } from "chai";
import { checkRegistry } from "../../../scripts/records/operators/checks.js";
import { boundedSpeed, oscillation, stringWave } from "./records.js";
import type { Draft } from "./records.js";

function problems(...records: unknown[]): string[] {
  return checkRegistry(records).map(({ id, check, message }) => `${id} ${check} ${message}`);
}

/** The wave record with members replaced. */
function wave(changes: Draft): Draft {
  return { ...stringWave(), ...changes };
}

function waveSymbols(changes: Draft): Draft {
  const { symbols } = stringWave();
  return wave({ symbols: { ...symbols, ...changes } });
}

function waveSymbol(name: string, changes: Draft): Draft {
  const { symbols } = stringWave();
  return waveSymbols({ [name]: { ...symbols[name], ...changes } });
}

function waveExample(changes: Draft): Draft {
  const { example } = stringWave();
  return wave({ example: { ...example, ...changes } });
}

interface Canary {
  readonly why: string;
  readonly check: number;
  readonly message: RegExp;
  readonly records: readonly unknown[];
}

const length = (name: string, alias: string): Draft => ({
  name,
  quantity: "length",
  unit: "m",
  aliases: [alias],
});

/** Area of a rectangle: a b, symmetric in its sides. */
function rectangle(changes: Draft = {}): Draft {
  return {
    ...stringWave(),
    id: "KIN2",
    domain: "kinematics",
    equation: "A_r = a b",
    scale: {},
    symbols: { a: length("length", "side_a"), b: length("width", "side_b") },
    result: { symbol: "A_r", quantity: "area", unit: "m^2" },
    symmetric: [["a", "b"]],
    example: {
      inputs: { a: 3.7, b: 5.2 },
      value: 19.24,
      rel_tol: 1e-12,
      origin: "reference-script",
    },
    ...changes,
  };
}

const canaries: readonly Canary[] = [
  {
    why: "an unknown member",
    check: 1,
    message: /unrecognized/i,
    records: [wave({ colour: "red" })],
  },
  { why: "no reference", check: 1, message: /reference/, records: [wave({ reference: "" })] },
  { why: "an unchecked status", check: 1, message: /status/, records: [wave({ status: "draft" })] },
  {
    why: "a value that is no number",
    check: 1,
    message: /example/,
    records: [waveExample({ value: null })],
  },
  { why: "an id used twice", check: 1, message: /twice/, records: [stringWave(), stringWave()] },
  { why: "another domain's prefix", check: 1, message: /prefix/, records: [wave({ id: "OSC7" })] },
  { why: "a prefix and letters", check: 1, message: /prefix/, records: [wave({ id: "WAVE" })] },
  {
    why: "an unknown domain",
    check: 1,
    message: /no domain/,
    records: [wave({ domain: "alchemy" })],
  },
  {
    why: "a same_as of nothing",
    check: 1,
    message: /no record/,
    records: [wave({ same_as: "WAV99" })],
  },
  {
    why: "more records than planned",
    check: 1,
    message: /planned/,
    records: Array.from({ length: 29 }, (_, i) =>
      wave({ id: `WAV${i + 1}`, same_as: i === 0 ? undefined : "WAV1" }),
    ),
  },
  {
    why: "text that is no equation",
    check: 2,
    message: /not read/,
    records: [wave({ equation: "v = sqrt(F_T/" })],
  },
  {
    why: "another kind than stated",
    check: 2,
    message: /closed-form.*implicit/,
    records: [wave({ kind: "implicit" })],
  },
  {
    why: "a statement without a value",
    check: 2,
    message: /inequality/,
    records: [wave({ equation: "v < sqrt(F_T/mu_l)" })],
  },
  {
    why: "a doubtful product",
    check: 2,
    message: /unparenthesised/,
    records: [wave({ equation: "v = sqrt(F_T)/mu_l sqrt(mu_l)" })],
  },
  {
    why: "an undeclared name",
    check: 3,
    message: /q_x is used/,
    records: [wave({ equation: "v = sqrt(F_T/mu_l) q_x/q_x" })],
  },
  {
    why: "an unused symbol",
    check: 3,
    message: /L is declared and never used/,
    records: [waveSymbols({ L: length("length", "len") })],
  },
  {
    why: "an unused coefficient",
    check: 3,
    message: /k_1 is declared/,
    records: [wave({ coefficients: { k_1: { value: 2, unit: "1", source: "nowhere" } } })],
  },
  {
    why: "a reserved symbol",
    check: 3,
    message: /G is a reserved/,
    records: [waveSymbols({ G: length("length", "len") })],
  },
  {
    why: "a reserved alias",
    check: 3,
    message: /alias c .* reserved/,
    records: [waveSymbol("F_T", { aliases: ["c"] })],
  },
  {
    why: "one alias for two symbols",
    check: 3,
    message: /also means F_T/,
    records: [waveSymbol("mu_l", { aliases: ["tension"] })],
  },
  {
    why: "an ambiguous letter without a word",
    check: 3,
    message: /several things/,
    records: [
      rectangle({
        equation: "A_r = a h",
        symmetric: [["a", "h"]],
        symbols: { a: length("length", "side_a"), h: length("height", "hh") },
        example: {
          inputs: { a: 3.7, h: 5.2 },
          value: 19.24,
          rel_tol: 1e-12,
          origin: "reference-script",
        },
      }),
    ],
  },
  {
    why: "a scale of nothing",
    check: 3,
    message: /scale names z/,
    records: [wave({ scale: { z: [1, 2] } })],
  },
  {
    why: "an empty scale",
    check: 3,
    message: /scale of F_T is empty/,
    records: [wave({ scale: { F_T: [2, 1] } })],
  },
  {
    why: "a unit that does not fit its quantity",
    check: 4,
    message: /force is kg m\/s\^2/,
    records: [waveSymbol("F_T", { unit: "Pa" })],
  },
  {
    why: "an unknown quantity",
    check: 4,
    message: /no known quantity; near are/,
    records: [waveSymbol("F_T", { quantity: "forse" })],
  },
  {
    why: "a unit with a factor",
    check: 4,
    message: /factor 1/,
    records: [waveSymbol("F_T", { unit: "kN" })],
  },
  {
    why: "a unit in another spelling",
    check: 4,
    message: /is written/,
    records: [waveSymbol("mu_l", { unit: "kg m^-1" })],
  },
  {
    why: "sides of two dimensions",
    check: 4,
    message: /m\/s|dimension/,
    records: [wave({ result: { symbol: "v", quantity: "acceleration", unit: "m/s^2" } })],
  },
  {
    why: "a sum of unlike terms",
    check: 4,
    message: /dimension-mismatch|dimension/,
    records: [wave({ equation: "v = sqrt(F_T/mu_l) + F_T" })],
  },
  {
    why: "a wrong value",
    check: 5,
    message: /promises 107.8/,
    records: [waveExample({ value: 107.8 })],
  },
  {
    why: "a value off by one part in 10^11",
    check: 5,
    message: /promises/,
    records: [waveExample({ value: 107.76074354975 })],
  },
  {
    why: "a value of 1",
    check: 5,
    message: /too many mistakes/,
    records: [waveExample({ inputs: { F_T: 3, mu_l: 4 }, value: 1 })],
  },
  {
    why: "an input of 1",
    check: 5,
    message: /is 1/,
    records: [waveExample({ inputs: { F_T: 1, mu_l: 4 }, value: 0.5 })],
  },
  {
    why: "equal inputs",
    check: 5,
    message: /equal/,
    records: [
      rectangle({
        example: { inputs: { a: 3, b: 3 }, value: 9, rel_tol: 1e-12, origin: "reference-script" },
      }),
    ],
  },
  {
    why: "a missing input",
    check: 5,
    message: /no value/,
    records: [waveExample({ inputs: { F_T: 71.3 } })],
  },
  {
    why: "a tolerance that tests nothing",
    check: 1,
    message: /rel_tol|example/,
    records: [waveExample({ rel_tol: 0.1, origin: "textbook" })],
  },
  {
    why: "a slack tolerance",
    check: 5,
    message: /held to 1e-12/,
    records: [waveExample({ rel_tol: 1e-3 })],
  },
  {
    why: "an example outside the range",
    check: 5,
    message: /domain-error/,
    records: [waveSymbol("F_T", { range: [0, 10] })],
  },
  {
    why: "the wrong refusal",
    check: 5,
    message: /promises limit/,
    records: [{ ...boundedSpeed(), example: { refusal: "limit" } }],
  },
  {
    why: "a symbol without effect",
    check: 6,
    message: /doubling b changes nothing/,
    records: [
      rectangle({
        equation: "A_r = a a b/b",
        symmetric: [],
        example: {
          inputs: { a: 3.7, b: 5.2 },
          value: 13.69,
          rel_tol: 1e-12,
          origin: "reference-script",
        },
      }),
    ],
  },
  {
    why: "an undeclared symmetry",
    check: 6,
    message: /swapping a and b changes nothing/,
    records: [rectangle({ symmetric: [] })],
  },
  {
    why: "a symmetry that does not hold",
    check: 6,
    message: /changes the value/,
    records: [
      rectangle({
        equation: "A_r = a a",
        symbols: { a: length("length", "side_a"), b: length("width", "side_b") },
      }),
      rectangle({
        id: "KIN3",
        equation: "A_r = a^3/b",
        example: {
          inputs: { a: 3.7, b: 5.2 },
          value: 50.653 / 5.2,
          rel_tol: 1e-12,
          origin: "reference-script",
        },
      }),
    ],
  },
  {
    why: "a renamed copy",
    check: 7,
    message: /same equation as WAV1/,
    records: [
      stringWave(),
      wave({
        id: "WAV2",
        equation: "w = sqrt(T_0/lambda_m)",
        scale: {},
        result: { symbol: "w", quantity: "speed", unit: "m/s" },
        symbols: {
          T_0: { name: "tension", quantity: "force", unit: "N", aliases: ["tension"] },
          lambda_m: {
            name: "mass per length",
            quantity: "linear_density",
            unit: "kg/m",
            aliases: ["linear_density"],
          },
        },
        example: {
          inputs: { T_0: 50, lambda_m: 0.02 },
          value: 50,
          rel_tol: 1e-12,
          origin: "reference-script",
        },
      }),
    ],
  },
  {
    why: "a rearrangement",
    check: 7,
    message: /rearranged/,
    records: [
      stringWave(),
      wave({
        id: "WAV2",
        equation: "F_T = mu_l v^2",
        scale: {},
        result: { symbol: "F_T", quantity: "force", unit: "N" },
        symbols: {
          mu_l: {
            name: "mass per length",
            quantity: "linear_density",
            unit: "kg/m",
            aliases: ["linear_density"],
          },
          v: { name: "speed", quantity: "speed", unit: "m/s", aliases: ["speed"] },
        },
        example: {
          inputs: { mu_l: 0.02, v: 31 },
          value: 19.22,
          rel_tol: 1e-12,
          origin: "reference-script",
        },
      }),
    ],
  },
];

describe("protocol/operators/checks", () => {
  it("find nothing wrong with right records", () => {
    expect(problems(stringWave(), oscillation(), boundedSpeed(), rectangle())).to.deep.equal([]);
  });

  for (const { why, check, message, records } of canaries) {
    it(`check ${check} finds ${why}`, () => {
      const found = checkRegistry(records);
      const wanted = found.filter(
        (problem) => problem.check === check && message.test(problem.message),
      );
      const all = found
        .map((problem) => `${problem.id} ${problem.check} ${problem.message}`)
        .join("\n");
      expect(wanted.length, all).to.be.greaterThan(0);
    });
  }

  it("let a declared copy pass", () => {
    expect(problems(stringWave(), wave({ id: "WAV2", same_as: "WAV1" }))).to.deep.equal([]);
  });

  it("let periodic inputs be", () => {
    const full = {
      ...oscillation(),
      equation: "x = A_0 cos(2 pi n_t)",
      periodic: ["n_t"],
      symbols: {
        A_0: oscillation().symbols.A_0!,
        n_t: { name: "turns", quantity: "count", unit: "1", aliases: ["turns"] },
      },
      // Whole turns leave the amplitude as it is; half a turn or a quarter would not.
      example: {
        inputs: { A_0: 0.37, n_t: 4 },
        value: 0.37,
        rel_tol: 1e-12,
        origin: "reference-script",
      },
    };
    expect(problems(full)).to.deep.equal([]);
    expect(problems({ ...full, periodic: [] }).join("\n")).to.contain(
      "doubling n_t changes nothing",
    );
  });

  it("report values that are no records", () => {
    expect(problems(null, 7, []).length).to.be.greaterThan(2);
  });
});
