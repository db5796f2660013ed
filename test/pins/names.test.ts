/**
 * Names are nouns of the field, and comments begin with their subject. What is left of older words
 * is counted by folder: a count may only fall.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { codeOnly } from "./codeOnly.js";

const ROOMS = ["api", "config", "node", "protocol", "scripts", "storage", "test"];
const WORD = "(?:[Mm]ade|[Tt]old|[Vv]oice|[Tt]own|[Ww]ish|[Dd]esk)(?:[A-Z]\\w*)?";
/** Variables, functions and types; parameters and members in a list; members on lines of their own. */
const DECLARATIONS = [
  `\\b(?:const|let|function\\*?|class|interface|type)\\s+(${WORD})\\b`,
  `(?<=[{(,]\\s*(?:(?:readonly|static)\\s+)*)#?(${WORD})(?=\\??\\s*:)`,
  `^\\s*(?:(?:readonly|static|async)\\s+)*#?(${WORD})(?=\\??\\s*[:(=<])`,
];
/** What none of the declarations can do without: a file without it is not read further. */
const ANYWHERE = new RegExp(WORD);
const COMMENT = /(?:\/\/|\/\*\*|^\s*\*)\s*What (?:is|was)\b/gm;

interface Count {
  readonly names: number;
  readonly comments: number;
}

function countOf(source: string): Count {
  const comments = [...source.matchAll(COMMENT)].length;
  if (!ANYWHERE.test(source)) return { names: 0, comments };
  const code = codeOnly(source);
  const places = DECLARATIONS.flatMap((text) =>
    [...code.matchAll(new RegExp(text, "gm"))].map(
      (match) => match.index + match[0].lastIndexOf(match[1]!),
    ),
  );
  return { names: new Set(places).size, comments };
}

/** The room, or the folder of it that the file stands in. */
function folderOf(path: string): string {
  const parts = path.split("/");
  return parts.slice(0, Math.min(2, parts.length - 1)).join("/");
}

/** Hits that are left, `[names, comments]`; a folder that is not here has none. */
const LEFT: Readonly<Record<string, readonly [number, number]>> = {
  "node/accounts": [2, 0],
  "node/compute": [0, 1],
  "node/ledger": [1, 0],
  "node/machines": [8, 0],
  "node/mail": [2, 0],
  "node/models": [2, 0],
  "node/onboarding": [5, 0],
  "node/reactors": [3, 0],
  "protocol/contracts": [3, 0],
  "protocol/router": [3, 0],
  "test/fault": [1, 0],
  "test/pins": [0, 1],
  "test/reliability": [3, 0],
  "test/unit": [35, 0],
};

describe("pins: names and comments", () => {
  it("fall to none, folder by folder", () => {
    const found: Record<string, [number, number]> = {};
    for (const room of ROOMS)
      for (const entry of readdirSync(room, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const { names, comments } = countOf(readFileSync(path, "utf8"));
        if (names + comments === 0) continue;
        const held = (found[folderOf(path)] ??= [0, 0]);
        held[0] += names;
        held[1] += comments;
      }
    // A folder with fewer lowers its row here, in the same commit.
    expect(found).to.deep.equal(LEFT);
  });

  for (const [source, names, comments] of [
    ["const made = 1;", 1, 0],
    ["function toldTwice() {}", 1, 0],
    ["class Desk {}", 1, 0],
    ["class A {\n  readonly #town: string;\n}", 1, 0],
    ["function f(wish: string) {}", 1, 0],
    ["const maker = 1; const towns = 2;", 0, 0],
    ['use("made: x"); // const made', 0, 0],
    ["// What is left of it.", 0, 1],
    ["/**\n * What was sealed.\n */", 0, 1],
    ["/** The rest; what is left. */", 0, 0],
  ] as const) {
    it(`counts ${names} and ${comments} in ${JSON.stringify(source)}`, () => {
      expect(countOf(source)).to.deep.equal({ names, comments });
    });
  }
});
