/**
 * Sections 10 and 15 of docs/receipts.md say what the engine does; `test/long/seal` runs the program
 * written from it.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { valueBits } from "../../protocol/encoding/bits.js";
import { RECIPROCALS, functionBySpelling } from "../../protocol/equations/reading/functions.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { exp, pow } from "../../protocol/math/index.js";
import { DOMAINS } from "../../scripts/records/operators/domains.js";
import { loadRegistry } from "../kit/loadRegistry.js";
import {
  NAMED_CONSTANTS,
  RESERVED,
  SOURCES,
  constantsBySymbol,
} from "../../protocol/units/constants.js";
import { isCoherent } from "../../protocol/units/convert.js";
import { parseUnit } from "../../protocol/units/parse.js";
import { ENGINE_VERSION } from "../../protocol/version.js";

const PAGE = readFileSync(join(process.cwd(), "docs", "receipts.md"), "utf8");
const SECTION = PAGE.slice(PAGE.indexOf("## 10. Computing the value again"));
const part = (from: string, to: string): string =>
  SECTION.slice(SECTION.indexOf(from), SECTION.indexOf(to));

const registry = loadRegistry(DOMAINS);
const closedForms = registry.entries.filter(({ record }) => record.kind === "closed-form");

describe("docs: receipts, computing the value again", () => {
  it("is about this engine", () => {
    expect(SECTION).to.contain(`\`${ENGINE_VERSION}\``);
  });

  it("names a registry by the files of records as they stand, without their words", () => {
    expect(part("### 10.1", "### 10.2")).to.contain("without its member `words`");
    const folder = join("protocol", "operators", "domains");
    const records = readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => [JSON.parse(readFileSync(join(folder, name), "utf8"))].flat())
      .sort((a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1))
      .map((record: object) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => name !== "words")),
      );
    const text = canonicalize(JSON.parse(JSON.stringify(records)));
    const version = createHash("sha256").update(text).digest("hex");
    expect(version).to.equal(builtinRegistry().registryVersion);
    // The second implementation, where it can run.
    if (spawnSync("python3", ["-c", "import cryptography"]).status !== 0) return;
    const program = "import verify_receipt; print(verify_receipt.Registry().version)";
    const env = {
      ...process.env,
      PYTHONPATH: join("scripts", "seal"),
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const { stderr, stdout } = spawnSync("python3", ["-c", program], { encoding: "utf8", env });
    expect(stdout.trim(), stderr).to.equal(version);
  });

  it("lists the constants with the values of the engine, the reserved ones first", () => {
    const rows = [...part("### 10.3", "### 10.4").matchAll(/\| `(\w+)` \| ([-0-9.e]+) (?=\|)/g)];
    const listed = rows.map(([, name, value]) => [name!, Number(value)] as const);
    const expected = [...RESERVED, ...NAMED_CONSTANTS].map(
      (name) => [name, constantsBySymbol.get(name)!.value] as const,
    );
    expect(listed).to.deep.equal(expected);
    expect(SECTION).to.contain(`constant, ${constantsBySymbol.get("h")!.value},`);
  });

  it("lists every function that a closed form of the registry calls", () => {
    const listed = new Set(
      [...part("### 10.2", "### 10.3").matchAll(/`([a-z0-9]+)[(`]/g)].map(([, name]) => name!),
    );
    const called = closedForms.flatMap(({ record }) =>
      [...(record.form ?? record.equation).matchAll(/([A-Za-z]\w*)\(/g)]
        .map(([, name]) => name!)
        .filter((name) => functionBySpelling(name) !== undefined || RECIPROCALS.has(name)),
    );
    expect(called.length).to.be.above(1_000);
    expect([...new Set(called)].filter((name) => !listed.has(name))).to.deep.equal([]);
  });

  it("is right that no value of a closed form is converted", () => {
    const units = closedForms.flatMap(({ record }) =>
      [record.symbols, record.coefficients ?? {}, record.assumed ?? {}].flatMap((group) =>
        Object.values(group).map(({ unit }) => unit),
      ),
    );
    const converted = units.filter((text) => {
      const unit = parseUnit(text);
      return !unit.ok || !isCoherent(unit);
    });
    expect(converted).to.deep.equal([]);
  });

  it("lists the sources of the constants with their uncertainties and powers", () => {
    const section = SECTION.slice(SECTION.indexOf("### 15.5"), SECTION.indexOf("### 15.6"));
    const sources = [...section.matchAll(/\| `(\w+)` \| ([-0-9.e]+) (?=\|)/g)].map(
      ([, name, relative]) => [name!, Number(relative)] as const,
    );
    const powers = new Map(
      [...section.matchAll(/\| ((?:`\w+`(?:, )?)+) \| ((?:`\w+` -?\d(?:, )?)+) (?=\|)/g)].flatMap(
        ([, names, shares]) =>
          [...names!.matchAll(/\w+/g)].map(
            ([name]) => [name, shares!.replaceAll("`", "")] as const,
          ),
      ),
    );
    const used = [...RESERVED, ...NAMED_CONSTANTS].map((name) => constantsBySymbol.get(name)!);
    const expected = used.flatMap(({ symbol, sources: shares }) =>
      shares.length === 0
        ? []
        : [[symbol, shares.map((one) => `${one.source} ${one.sensitivity}`).join(", ")] as const],
    );
    expect(Object.fromEntries(powers)).to.deep.equal(Object.fromEntries(expected));
    const names = new Set(
      used.flatMap(({ sources: shares }) => shares.map(({ source }) => source)),
    );
    expect(Object.fromEntries(sources)).to.deep.equal(
      Object.fromEntries([...names].map((name) => [name, SOURCES[name]])),
    );
  });

  it("has a rule for the error of every function that a closed form computes", () => {
    const section = SECTION.slice(SECTION.indexOf("### 15.3"), SECTION.indexOf("### 15.4"));
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    const ruled = rows
      .flatMap((row) => [...row.split("|")[1]!.matchAll(/`(\w+)/g)])
      .map(([, f]) => f!);
    const called = closedForms.flatMap(({ record }) =>
      [...(record.form ?? record.equation).matchAll(/([A-Za-z]\w*)\(/g)].flatMap(([, name]) => {
        const known = functionBySpelling(RECIPROCALS.get(name!) ?? name!);
        return known === undefined ? [] : [known.name === "log" ? "ln" : known.name];
      }),
    );
    const without = [...new Set(called)].filter((name) => !ruled.includes(name));
    // A declared letter behind which a bracket stands is a factor.
    expect(without.filter((name) => name !== "beta" && name !== "gamma")).to.deep.equal([]);
  });

  it("has an example whose order of operations gives the bits of the engine", () => {
    const inputs = { r: 1.55e20, r_f: 8.7e19, n_S: 3.6 };
    const { r, r_f: scale, n_S: index } = inputs;
    const b = 2 * index - 1 / 3 + 4 / (405 * index);
    const outcome = registry.get("AST30")!.compiled!.evaluate(inputs);
    if (outcome.status !== "value") throw new Error("AST30 gives no value");
    expect(valueBits(exp(-b * (pow(r / scale, 1 / index) - 1)))).to.equal(valueBits(outcome.value));
    expect(SECTION).to.contain(registry.get("AST30")!.equation);
  });
});
