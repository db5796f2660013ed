/**
 * A result depends on its arguments alone, so what modules of the protocol keep between calls is
 * listed here, each with what it is. A scratch slot is filled and read in one go: nothing in its
 * files, nor in those that read it, lets others run, and none of them calls back but those named.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { callbacksOf, importedNames, moduleState, pauses } from "./moduleState.js";

/**
 * `memo`: a value of its key, whoever asked first. `table`: filled while the module loads. `scratch`:
 * a second result or work space, read before the next call. `scope`: set around a call, and set
 * back in `finally`. `place`: where a sticky expression goes on, set before each match. `object`: an
 * instance, whose own state is its class's.
 */
type Kind = "memo" | "table" | "scratch" | "scope" | "place" | "object";

const STATE: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  "chains/steps.ts": { texts: "memo" },
  "derivation/facts.ts": { slotStates: "memo" },
  "derivation/lawBook.ts": { books: "memo" },
  "encoding/bits.ts": { cell: "scratch", cellBytes: "scratch" },
  "encoding/json.ts": { NOT_PLAIN: "place" },
  "equations/classify/derive.ts": { known: "memo" },
  "equations/enclosures/many.ts": { runners: "memo" },
  "equations/evaluation/valueFunction.ts": { factories: "memo" },
  "equations/evaluation/workMeter.ts": { left: "scope" },
  // Refusals that hold all values: the mark goes with the object.
  "equations/roots/question.ts": { complete: "memo" },
  "equations/roots/realRoots.ts": { VIEW: "scratch" },
  "equations/sums/lower.ts": { enclosing: "scope" },
  "kernel/answer.ts": { constants: "memo" },
  "libraries/catalogue.ts": { libraries: "object" },
  "math/ball/constants.ts": { lnTables: "memo", halves: "memo" },
  "math/ball/digamma.ts": { known: "memo" },
  "math/ball/elementary.ts": { atanTables: "memo" },
  "math/ball/gamma.ts": { tangentNumbers: "memo", quotients: "memo" },
  "math/ball/zeta.ts": { logarithms: "memo", coefficients: "memo" },
  "math/bits.ts": { scratch: "scratch" },
  "math/double.ts": { low: "scratch" },
  "math/exponential.ts": { TENS: "memo" },
  "math/fast/circular.ts": { WHEEL: "table" },
  "math/fast/errorFunction.ts": { ERF_CELLS: "memo", ERFCX_CELLS: "memo" },
  "math/fast/exponential.ts": { exponent: "scratch" },
  "math/fast/hyperbolic.ts": { rootRest: "scratch" },
  "math/fast/logarithm.ts": { logError: "scratch" },
  "math/fast/reduction.ts": { reduced: "scratch" },
  "math/fast/settle.ts": { last: "scratch", words: "scratch" },
  "math/gamma.ts": { sine: "scratch", factorials: "memo" },
  "math/linear/wallSolver.ts": { plans: "memo" },
  "math/logarithm.ts": { exactTens: "memo" },
  "math/pair/circular.ts": { found: "scratch", PIECES: "table", remainder: "scratch" },
  "math/pair/errorFunction.ts": { cells: "memo" },
  "math/pair/exponential.ts": { scale: "scratch", reduced: "scratch" },
  "math/pair/gamma.ts": { product: "scratch" },
  "math/random/exponential.ts": { view: "scratch" },
  "math/random/philox.ts": { counter: "scratch", block: "scratch" },
  "math/shift.ts": { samples: "scratch" },
  "math/transform/fft.ts": { plans: "memo" },
  "operators/entry.ts": { solvedForms: "memo" },
  "operators/index.ts": { builtin: "memo" },
  "operators/margin.ts": { margins: "memo" },
  "router/bindQuantities.ts": { fieldsOf: "memo" },
  "router/closedForm.ts": { names: "memo", known: "memo" },
  "router/joins/kindWords.ts": { entriesOfBooks: "memo" },
  "router/laws/filling/altitude.ts": { known: "memo" },
  "router/laws/filling/held.ts": { found: "memo" },
  "router/laws/find.ts": { indexes: "memo" },
  "router/laws/lexicon/lawIndex.ts": { indexes: "memo" },
  "router/laws/lexicon/lawWords.ts": { stems: "memo" },
  "router/laws/lexicon/lexicon.ts": { unitsRead: "memo" },
  "router/laws/lexicon/roots.ts": { roots: "memo" },
  "router/laws/licence/attribute.ts": { modifiers: "memo" },
  "router/laws/licence/vocabulary.ts": { phrasesByLaw: "memo" },
  "router/laws/reading/givenConstants.ts": { symbols: "memo" },
  "seal/coreText.ts": { WHOLE: "object" },
  "seal/envelopeFormat.ts": { ENVELOPE_FORMAT: "object" },
  "seal/merkle.ts": { hashPreimage: "scratch", nodePreimage: "scratch" },
  "solvers/describe.ts": { descriptions: "memo" },
  "solvers/dock/energy.ts": { slope: "scratch" },
  "solvers/gauge/group.ts": {
    drawn: "scratch",
    unit: "scratch",
    scratch: "scratch",
    entry: "scratch",
    part: "scratch",
  },
  "solvers/grid/script/tokens.ts": { NUMBER: "place", NAME: "place", TABLE: "place" },
  "solvers/input.ts": { spellings: "memo" },
  "solvers/opt/descent.ts": { alphas: "scratch" },
  "solvers/zeta/logarithms.ts": { table: "memo" },
  "solvers/zeta/maclaurin.ts": { factor: "scratch" },
  "templates/catalogue.ts": { catalogue: "object" },
  "templates/generate/masked.ts": { PATTERNS: "memo" },
  "units/exact.ts": { view: "scratch" },
  "units/parse.ts": { looked: "memo", units: "memo" },
  "units/quantity/spans.ts": { lastRead: "memo" },
  "units/quantity/unitAfter.ts": { TOKEN: "place", WORD_GOES_ON: "place", meanings: "memo" },
  "wasm/kernel.ts": {
    modules: "memo",
    twinsOnly: "scope",
    // Memory that jobs have one after the other, zeros to each.
    shared: "memo",
    jobs: "scope",
    idle: "memo",
    benches: "memo",
  },
  "workCount.ts": { counted: "scope", lookAt: "scope", limits: "scope" },
};

/** What readers of a slot may call back, and why no slot is filled then. */
const CALLED_BACK: Readonly<Record<string, readonly string[]>> = {
  // The view is filled and read in one expression.
  "equations/roots/realRoots.ts": ["offer", "isEnough"],
  // Makes a ball, with integers alone; no slot is read after it.
  "math/pair/core.ts": ["value"],
  // A block is copied out of its slot before it is handed on.
  "math/random/philox.ts": ["fill"],
  // Hashes are copied into a preimage behind the last of them, which is hashed at once.
  "seal/merkle.ts": ["hex", "whole", "rest", "path", "pathHex", "edge", "make"],
  // Members of a group, which are of this file.
  "solvers/gauge/group.ts": ["multiply", "trace", "identity", "heatBath", "project", "turn"],
  // The factors of one direction are used up before the objective is evaluated.
  "solvers/opt/descent.ts": ["evaluate"],
  // Polled between two logarithms, and between two terms.
  "solvers/zeta/logarithms.ts": ["poll"],
  "solvers/zeta/z.ts": ["poll"],
};

const ROOT = "protocol";
const sources = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith(join("wasm", "binary")))
    .map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

function namesOf(file: string, kind: Kind): readonly string[] {
  return Object.entries(STATE[file] ?? {})
    .filter(([, own]) => own === kind)
    .map(([name]) => name);
}

/** Files with a slot, and those that import one. */
function readersOfScratch(): readonly string[] {
  return [...sources].flatMap(([file, source]) => {
    const isReader = importedNames(source).some(({ from, names }) => {
      const path = normalize(join(dirname(file), from)).replace(/\.js$/, ".ts");
      const slots = namesOf(path, "scratch");
      return names.some((name) => slots.includes(name));
    });
    return isReader || namesOf(file, "scratch").length > 0 ? [file] : [];
  });
}

describe("pin: state of modules", () => {
  it("is what is listed", () => {
    const found = Object.fromEntries(
      [...sources].flatMap(([file, source]) => {
        const names = moduleState(source);
        return names.length === 0 ? [] : [[file, [...names].sort()]];
      }),
    );
    const listed = Object.fromEntries(
      Object.entries(STATE).map(([file, names]) => [file, Object.keys(names).sort()]),
    );
    expect(found).to.deep.equal(listed);
  });

  it("is read in one go where it is a slot", () => {
    const readers = readersOfScratch();
    expect(readers).to.include.members(["math/double.ts", "math/hyperbolic.ts"]);
    for (const file of readers) {
      expect(pauses(sources.get(file)!), `${file} lets others run`).to.equal(false);
      const allowed = CALLED_BACK[file] ?? [];
      expect(
        callbacksOf(sources.get(file)!).filter((name) => !allowed.includes(name)),
        `${file} calls back`,
      ).to.deep.equal([]);
    }
    expect(readers).to.include.members(Object.keys(CALLED_BACK));
  });

  it("is set back where it is a scope, by a call that lets nobody in between", () => {
    for (const [file, source] of sources) {
      if (namesOf(file, "scope").length === 0) continue;
      expect(pauses(source), `${file} lets others run`).to.equal(false);
      expect(source, file).to.match(/\bfinally \{/);
    }
  });

  it("is found in every shape", () => {
    for (const source of [
      "let x = 1;",
      "export let x: number | null = null;",
      "const x = new Float64Array(4);",
      "export const x = new DataView(new ArrayBuffer(8));",
      "const x = new Map<string, number>();\nfunction f() {\n  x.set('a', 1);\n}",
      "const x: string[] = [];\nfunction f() {\n  x.push('a');\n}",
      "const x = { n: 0 };\nfunction f() {\n  x.n += 1;\n}",
      "const x = Array.from({ length: 3 }, () => 0);\nfunction f() {\n  x[1] = 2;\n}",
      "const x = new Registry();",
      "class A {\n  static x = 0;\n}",
      "class A {\n  static #x = 0;\n}",
    ])
      expect(moduleState(source), source).to.deep.equal(["x"]);
    for (const source of [
      "const x = 1;",
      "// let x = 1;",
      "const x = `\nlet y = 1;`;",
      "const x = new Set(['a']);",
      "const x = new Float64Array([1, 2]);\nconst y = x[0]!;",
      "const x: readonly number[] = [1];\nfunction f() {\n  const y = x[0] === 1;\n}",
      "function f() {\n  let x = 1;\n  x += 1;\n}",
    ])
      expect(moduleState(source), source).to.deep.equal([]);
  });

  it("sees what lets others run, and what calls back", () => {
    for (const source of [
      "async function f() {}",
      "const f = async () => 1;",
      "function* f() {}",
      "class A {\n  *[Symbol.iterator]() {}\n}",
      "f().then(() => 1);",
      "new Promise(f);",
    ])
      expect(pauses(source), source).to.equal(true);
    expect(pauses("// await\nconst f = (x) => 2 * x;")).to.equal(false);
    expect(callbacksOf("function f(g: (x: number) => number): void {}")).to.deep.equal(["g"]);
    expect(callbacksOf("const f = (x: number): number => x;")).to.deep.equal([]);
    expect(importedNames('import { a, b as c } from "./x.js";')).to.deep.equal([
      { from: "./x.js", names: ["a", "b"] },
    ]);
  });
});
