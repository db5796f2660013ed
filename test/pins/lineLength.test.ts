/** No line of a source is over 120 columns, but for texts that a line break would change. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const COLUMNS_MAX = 120;
const ROOMS = ["api", "config", "node", "protocol", "scripts", "storage", "test"];

/** How many lines of a file may be longer, and why. */
const LONGER: Readonly<Record<string, { readonly lines: number; readonly because: string }>> = {
  "node/compute/operations/kernel.ts": {
    lines: 5,
    because: "the prompt is answered with these lines",
  },
  "protocol/economy/writtenNames.ts": { lines: 1, because: "a regular expression" },
  "scripts/calc.ts": { lines: 1, because: "the system reads the first line of an executable" },
  "scripts/solvers/uncertaintyTable.ts": {
    lines: 3,
    because: "the head of a page that is generated",
  },
  "scripts/solvers/validation.ts": { lines: 1, because: "the head of a page that is generated" },
  "test/pins/wallTime.test.ts": { lines: 2, because: "regular expressions" },
};
/** Reporters print a title, and people look for it: it stays one string. */
const TITLE = /^\s*(?:it|describe)\(["`]/;

function longLines(path: string, source: string): readonly number[] {
  return source
    .split("\n")
    .flatMap((line, i) =>
      line.length > COLUMNS_MAX && !(path.endsWith(".test.ts") && TITLE.test(line)) ? [i + 1] : [],
    );
}

const files = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|py)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // The benchmarks install packages of their own below their room.
    .filter((path) => !path.includes("/node_modules/")),
).sort();

describe("pins: length of lines", () => {
  it("is at most 120 columns", () => {
    expect(files.length).to.be.greaterThan(1_200);
    const found = files.flatMap((path) => {
      const lines = longLines(path, readFileSync(path, "utf8"));
      return lines.length === (LONGER[path]?.lines ?? 0) ? [] : [{ path, lines }];
    });
    expect(found).to.deep.equal([]);
  });

  it("has no exception for a file that is gone", () => {
    for (const path of Object.keys(LONGER)) expect(files, path).to.include(path);
  });

  const long = "a".repeat(COLUMNS_MAX + 1);
  for (const [path, source, lines] of [
    ["node/a.ts", `short\n${long}\n${long.slice(1)}\n`, [2]],
    ["node/a.ts", `  it("${long}", () => {`, [1]],
    ["test/a.test.ts", `  it("${long}", () => {`, []],
    ["test/a.test.ts", `  const text = "${long}";`, [1]],
  ] as const) {
    it(`finds ${lines.length} in ${path}, beginning ${source.slice(0, 16)}`, () => {
      expect(longLines(path, source)).to.deep.equal(lines);
    });
  }
});
