/**
 * What protocol/ must not use because its results or its text differ between engines, machines or
 * locales. The linter sees most of it; it cannot see the power operator or a renamed Math. Canaries
 * prove that each check bites.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { codeOnly } from "./codeOnly.js";

/** The members of Math that ECMAScript defines exactly. */
const MATH_ALLOWED = [
  "abs",
  "ceil",
  "clz32",
  "floor",
  "fround",
  "imul",
  "max",
  "min",
  "round",
  "sign",
  "sqrt",
  "trunc",
];

/** Names, and why each is refused. */
const NAMES: Readonly<Record<string, string>> = {
  Date: "reads a clock or a time zone",
  performance: "reads a clock",
  Intl: "depends on locale data",
  WebAssembly: "relaxed SIMD differs between processors",
  localeCompare: "depends on locale data",
  toLocaleString: "depends on locale data",
  toLocaleUpperCase: "depends on locale data",
  toLocaleLowerCase: "depends on locale data",
  eval: "hides source from this check",
  globalThis: "reaches every other name by a computed one",
};

/** The one file that may use a name: what it runs is built without what differs. */
const SOLE_USERS: Readonly<Record<string, string>> = { WebAssembly: "protocol/wasm/kernel.ts" };

/** Problems of one source file, as `path:line: reason`. */
function violations(path: string, source: string): string[] {
  const code = codeOnly(source);
  const problems: string[] = [];
  const report = (index: number, reason: string): void => {
    problems.push(`${path}:${code.slice(0, index).split("\n").length}: ${reason}`);
  };
  // A BigInt literal as base shows that the power is exact; any other base may be a number.
  for (const { index } of code.matchAll(/(?<!\b\d+n\s*)\*\*/g)) report(index, "** is Math.pow");
  for (const match of code.matchAll(/(?<![\w$.])Math\b(?!\s*:)\s*(\??\.\s*([\w$]+))?/g)) {
    const member = match[2];
    if (member === undefined) report(match.index, "Math may only be used as Math.member");
    else if (!MATH_ALLOWED.includes(member))
      report(match.index, `Math.${member} is not defined exactly`);
  }
  for (const [name, reason] of Object.entries(NAMES)) {
    if (SOLE_USERS[name] === path) continue;
    for (const { index } of code.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g"))) {
      report(index, `${name} ${reason}`);
    }
  }
  return problems;
}

function protocolSources(): string[] {
  return readdirSync(join(process.cwd(), "protocol"), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const CANARIES: readonly string[] = [
  "const y = x ** 2;",
  "x **= 2;",
  "1n + 10 ** x",
  "x1n ** 2",
  "const y = Math.pow(x, 2);",
  "Math.sin(x)",
  "Math . cos(x)",
  "Math?.exp(x)",
  "const M = Math;",
  "const { sin } = Math;",
  'Math["sin"](x)',
  "f(Math)",
  "Math.random()",
  "Date.now()",
  "new WebAssembly.Module(bytes)",
  "new Date()",
  "performance.now()",
  "new Intl.NumberFormat()",
  "a.localeCompare(b)",
  "x.toLocaleString()",
  "`${Math.log(x)}`",
  "`a${`b${x ** 2}`}`",
  "/* fine */ Math.tan(x)",
  "globalThis.Math.sin(x)",
  'eval("1")',
  "a = b / c; Math.exp(d / e)",
  "const r = /[/]/; Math.log(r)",
  "Math.\n  hypot(x, y)",
  "'it''s'; Math.sinh(1)",
];

const FINE: readonly string[] = [
  "// Math.sin and x ** 2",
  "/** 10 ** 3 by Math.pow */ const a = 1;",
  'const s = "Math.sin(x) ** 2";',
  "const s = 'Date'; const t = `Intl ${s} performance`;",
  "const r = /Math.sin\\/**/;",
  "const a = b[0]! / 2; /** of ** */ const c = d! / 3;",
  "Math.sqrt(x) + Math.abs(y)",
  "const rate = a / b / c;",
  "type Dated = { updated: string };",
  "interface A { readonly evaluate: number }",
  "const s = `a${`b${x}`}** Math`;",
  "return /x**/.test(s);",
  "const tens = 10n ** BigInt(k);",
];

describe("pins: interfaces that differ between engines", () => {
  it("none is used in protocol/", () => {
    const files = protocolSources();
    expect(files.length).to.be.greaterThan(20);
    const found = files.flatMap((file) =>
      violations(file.slice(process.cwd().length + 1), readFileSync(file, "utf8")),
    );
    expect(found).to.deep.equal([]);
  });

  for (const source of CANARIES) {
    it(`sees ${JSON.stringify(source)}`, () => {
      expect(violations("canary.ts", source)).to.have.length.of.at.least(1);
    });
  }

  for (const source of FINE) {
    it(`leaves ${JSON.stringify(source)} alone`, () => {
      expect(violations("fine.ts", source)).to.deep.equal([]);
    });
  }

  it("names the line", () => {
    expect(violations("a.ts", "/* one\ntwo */\nMath.sin(1)")).to.deep.equal([
      "a.ts:3: Math.sin is not defined exactly",
    ]);
  });
});

/**
 * A key that was generated shares a lock with the job that made it. Where it is exported while the
 * collector frees that job, Node 20 waits for itself for ever. A key of random bytes has no job.
 */
const GENERATED = /\bgenerateKeyPair(?:Sync)?\s*\(/;
const ROOMS = ["api", "config", "node", "protocol", "scripts", "storage", "test"];

describe("pins: keys are made of random bytes", () => {
  it("generates none, which can stop a process for ever", () => {
    expect(GENERATED.test('generateKeyPairSync("ed25519")')).to.equal(true);
    const files = ROOMS.flatMap((room) =>
      readdirSync(room, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    ).filter((file) => !file.endsWith("bannedApis.test.ts"));
    expect(files.length).to.be.greaterThan(1_000);
    expect(files.filter((file) => GENERATED.test(readFileSync(file, "utf8")))).to.deep.equal([]);
  });
});
