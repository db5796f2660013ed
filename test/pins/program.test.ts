/** What people start is the compiled modules joined: everything they begin threads with must be among them. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { CALC } from "../../scripts/devnet.js";
import { codeOnly } from "./bannedApis.test.js";

const PROGRAM = dirname(CALC);
/** What a daemon and the verbs are made of. */
const ROOTS = ["protocol", "config", "storage", "api", "node", "scripts/cli"];
/** Addresses relative to the module they stand in. */
const BESIDE = /new URL\("([^"]+)", import\.meta\.url\)/g;
/** What a file of the program asks of packages and of Node. */
const ASKED = /(?:^(?:import|export) .*?from |\bimport\()"([^"./][^"]*)"/gm;
/** Native code, found where it is installed. */
const NATIVE = ["level", "uWebSockets.js"];

const sources = ROOTS.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")));

function matches(texts: readonly string[], pattern: RegExp): readonly string[] {
  return texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]!));
}

describe("pins: the joined program", () => {
  it("has beside its files every file that a module addresses beside itself", () => {
    const addressed = matches(sources, BESIDE);
    expect(addressed).to.include.members(["./sealingWorker.js", "./computeWorker.js", "./signatureWorker.js", "./workMiner.js"]);
    expect(addressed.filter((address) => !/^\.\/\w+\.js$/.test(address)), "all of it stands in one directory").to.deep.equal([]);
    expect(addressed.filter((address) => !existsSync(join(PROGRAM, address)))).to.deep.equal([]);
    expect(new Set(addressed).size, "two of one name would be one").to.equal(addressed.length);
  });

  it("is asked where it stands for nothing else", () => {
    expect(sources.map((text) => codeOnly(text.replaceAll(BESIDE, ""))).filter((code) => /\bimport\.meta\b|\b__dirname\b/.test(code)))
      .to.deep.equal([]);
  });

  it("needs of packages only those with native code, and computes", () => {
    const files = readdirSync(PROGRAM).filter((name) => name.endsWith(".js")).map((name) => readFileSync(join(PROGRAM, name), "utf8"));
    const packages = new Set(matches(files, ASKED).filter((name) => !isBuiltin(name)));
    expect([...packages].sort()).to.deep.equal(NATIVE);
    // Where its names are imported one by one: as the package's own object it brings fifty languages along.
    expect(matches(files, /\bzod\/v4\/locales\/(\w+)\.js/g)).to.deep.equal(["en"]);
    // The speed of light is exact: 299,792,458 m/s.
    const answer: unknown = JSON.parse(execFileSync(process.execPath, [CALC, "evaluate", "E = m c^2", "m=1", "--json"], { encoding: "utf8" }));
    expect(answer).to.include({ value: 299_792_458 ** 2 });
  });
});
