/**
 * A private member has one form, `#name`, which the engine enforces. The keyword stays where that
 * form does not exist: at a constructor.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { codeOnly } from "./codeOnly.js";

const ROOMS = ["api", "config", "node", "protocol", "scripts", "storage", "test"];

/** Lines on which the keyword stands before anything but a constructor. */
function keywords(source: string): readonly number[] {
  if (!source.includes("private")) return [];
  const code = codeOnly(source);
  return [
    ...code.matchAll(
      /(?<=[{};(,]\s*(?:(?:static|readonly)\s+)*)private\s+(?!constructor\b)[\w$#*["]/g,
    ),
  ].map(({ index }) => code.slice(0, index).split("\n").length);
}

describe("pins: private members", () => {
  it("are written with #", () => {
    const files = ROOMS.flatMap((room) =>
      readdirSync(room, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        // The benchmarks install packages of their own below their room.
        .filter((path) => !path.includes("/node_modules/")),
    );
    expect(files.length).to.be.greaterThan(2_000);
    const found = files.flatMap((path) =>
      keywords(readFileSync(path, "utf8")).map((line) => `${path}:${line}`),
    );
    expect(found).to.deep.equal([]);
  });

  for (const [source, lines] of [
    ["class A {\n  private x = 1;\n}", [2]],
    ["class A {\n  private readonly x: number;\n  private static y = 1;\n}", [2, 3]],
    ["class A {\n  private\n    async *steps() {}\n}", [2]],
    ["class A { constructor(private x: number) {} }", [1]],
    ["class A {\n  private get x() {}\n}", [2]],
    ["class A {\n  static private x = 1;\n}", [2]],
    ["class A {\n  private constructor(x: number) {}\n}", []],
    ["class A {\n  #x = 1;\n}", []],
    ["const a = { private: true };\nuse(a.private );", []],
    ["const a = <p>\n  private x\n</p>;", []],
    ['// private x\nconst a = "private x";', []],
  ] as const) {
    it(`finds ${lines.length} in ${JSON.stringify(source)}`, () => {
      expect(keywords(source)).to.deep.equal(lines);
    });
  }
});
