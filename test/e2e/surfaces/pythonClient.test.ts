/**
 * The Python client against a daemon: it is what the contract says, does what a program does, and
 * gives receipts and numbers what the project's own code gives them.
 */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { measuredText } from "../../../api/readable/measured.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { PYTHON_CLIENT } from "../../../scripts/clients/pythonClient.js";
import { EARTH_MOON_FORCE_N, fieldsOf, parseFields, type Fields } from "../../kit/requests.js";
import { isLong, sample } from "../../kit/runs.js";

const run = promisify(execFile);
const PROGRAM = join("test", "e2e", "pythonClient.py");
const NOTEBOOK = join("docs", "examples", "notebook.py");
const VECTORS = join("test", "vectors", "seal");
/** Older versions than the one that runs here read it, too. */
const PARSED = `import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9))`;
const HINTS = `
import sys, typing
sys.path.insert(0, "dist/clients/python")
import calcmesh
classes = [one for one in vars(calcmesh).values() if isinstance(one, type) and one.__module__ == "calcmesh"]
calls = [one for name, one in vars(calcmesh.Client).items() if callable(one) and not name.startswith("_")]
for one in classes + calls: typing.get_type_hints(one)
print(len(calls))
`;

/** Sizes, units and uncertainties that are written in every way there is. */
const QUANTITIES = [
  0,
  1,
  -2,
  9.81,
  1 / 3,
  6.02e23,
  1.602e-19,
  384_400_000,
  0.00099951,
  -5e-7,
  9.5e-11,
].flatMap((value) =>
  [null, "N", "m", "1", "kg/m^3"].flatMap((unit) =>
    [null, 0, 4.5e15, 0.0015, 0.99999, 1e-9].flatMap((uncertainty) =>
      [false, true].map((numerical) => ({ value, unit, uncertainty, numerical })),
    ),
  ),
);

/** The strictest reading of the types, where the checker is; it takes seconds. */
if (isLong && spawnSync("mypy", ["--version"]).status === 0)
  describe("types of the Python client", () => {
    it("hold under mypy --strict, with the version that runs here and the oldest", () => {
      const dir = temporaryDir("mypy");
      try {
        for (const version of [[], ["--python-version", "3.9"]]) {
          const args = ["--strict", "--cache-dir", dir.path, ...version, PYTHON_CLIENT];
          const { status, stdout } = spawnSync("mypy", args, { encoding: "utf8" });
          expect(status, stdout).to.equal(0);
        }
      } finally {
        dir.remove();
      }
    });
  });

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.log("the Python client: not run, there is no python3 here");

if (hasPython)
  describe("the Python client, run", () => {
    const dir = temporaryDir("python");
    const dataDir = join(dir.path, "data");
    const cases = join(dir.path, "cases.json");
    let node: RunningNode;
    let answers: Fields;
    const python = async (...args: readonly string[]): Promise<string> => {
      const env = { ...process.env, CALC_DATA_DIR: dataDir, PYTHONDONTWRITEBYTECODE: "1" };
      return (await run("python3", [...args], { env })).stdout;
    };

    before(async () => {
      const [vectors, { forgeries }] = ["receipts", "forgeries"].map((name) =>
        JSON.parse(readFileSync(join(VECTORS, `${name}.json`), "utf8")),
      );
      const some = sample<unknown>(forgeries, 10);
      writeFileSync(cases, JSON.stringify({ quantities: QUANTITIES, vectors, forgeries: some }));
      node = await startNode({ dataDir, args: ["--rate-limits", "off"] });
      answers = parseFields(await python(PROGRAM, node.api.http, node.api.token, cases));
    });
    after(async () => {
      await node.stop();
      dir.remove();
    });

    it("computes, repeats under a key, refuses by name, and checks what it got", () => {
      expect(answers["calls"]).to.deep.equal({
        text: "1.980559(45)e20 N",
        value: EARTH_MOON_FORCE_N,
        repeated: true,
        own: "sound",
        text_of_it: "sound",
        changed: "invalid",
        "stranger's": ["signed by another key"],
        again: "valid",
        refusal: ["Refusal", "MISSING_INPUT"],
        unknown: ["BadRequest", "UNKNOWN_OPERATOR", true, 400],
        stranger: ["NotAllowed", "BAD_KEY_FORMAT"],
        nobody: "Unreachable",
      });
    });

    it("goes over the pages of lists, and runs beside others", () => {
      expect(answers["lists"]).to.deep.equal({ keys: true, next: true, operators: true });
      expect(answers["async"]).to.deep.equal({ value: EARTH_MOON_FORCE_N, live: 200, keys: true });
    });

    it("gives fields as arrays, and as lists where there is no numpy", async () => {
      const fields = { same: true, shape: [11, 11], axes: true, middle: true };
      const { kind, ...rest } = fieldsOf(answers, "arrays");
      expect(rest).to.deep.equal(fields);
      expect(kind).to.be.oneOf(["ndarray", "list"]);
      const env = { ...process.env, WITHOUT_NUMPY: "1", PYTHONDONTWRITEBYTECODE: "1" };
      const args = [PROGRAM, node.api.http, node.api.token, cases];
      const { stdout } = await run("python3", args, { env });
      expect(fieldsOf(parseFields(stdout), "arrays")).to.deep.equal({ kind: "list", ...fields });
    });

    it("gives tables as CSV, and as doubles with what they are uncertain by", () => {
      expect(answers["tables"]).to.deep.equal({
        values: [2, 4, 6],
        spread: 2,
        lines: 4,
        names: ["row", "m", "a"],
        refused: "INVALID_INPUT",
      });
    });

    it("follows a channel to its end", () => {
      expect(answers["streams"]).to.deep.equal({
        ticks: [[1, 19.6]],
        gaps: [],
        private: "NOT_FOUND",
      });
    });

    it("gives receipts and forgeries the verdicts that they have", () => {
      expect(answers["wrong"]).to.deep.equal([]);
    });

    it("writes quantities as a terminal shows them", () => {
      const texts = QUANTITIES.map(({ numerical, ...one }) =>
        measuredText({ ...one, isNumerical: numerical }),
      );
      expect(answers["texts"]).to.deep.equal(texts);
    });

    it("repeats what may be repeated, and says what is not known", () => {
      // What came of it, requests, and idempotency keys among them.
      expect(answers["broken"]).to.deep.equal({
        later: [200, 3, 1],
        "always later": ["Unavailable", 4, 1],
        read: [200, 3, 1],
        keyed: [200, 2, 1],
        lost: ["OutcomeUnknown", 4, 1],
        "never twice": ["Unreachable", 1, 1],
        query: [200, 2, 1],
      });
    });

    it("reads under Python 3.9, and its types are there", async () => {
      await python("-c", PARSED, PYTHON_CLIENT);
      expect(Number(await python("-c", HINTS))).to.be.greaterThan(150);
    });

    it("runs the notebook of the documentation", async () => {
      const said = await python(NOTEBOOK);
      for (const text of ["F = 1.980559(45)e20 N", "checked here: sound", "computed again: valid"])
        expect(said).to.include(text);
      expect(said).to.include("with another value: invalid");
      expect(said).to.match(/^refused: Missing input r /m);
      // The plate is as wide as its grid, and hottest in the middle.
      const map = said.split("\n").filter((line) => /^[ .:=+*#%@-]{42}$/.test(line));
      expect(map).to.have.length(21);
      expect(map[10]).to.match(/@/);
    });
  });
