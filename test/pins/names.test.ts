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
  "api/cli": [0, 3],
  "api/client": [15, 0],
  "api/console": [30, 14],
  "api/contract": [4, 7],
  "api/http": [1, 8],
  "api/mcp": [2, 2],
  "api/openapi": [3, 2],
  "api/readable": [1, 2],
  "api/socket": [0, 2],
  config: [0, 2],
  node: [1, 1],
  "node/accounts": [5, 5],
  "node/agents": [1, 1],
  "node/capability": [2, 0],
  "node/compute": [10, 8],
  "node/contracts": [13, 3],
  "node/ground": [0, 1],
  "node/ledger": [3, 14],
  "node/machines": [16, 10],
  "node/mail": [24, 6],
  "node/market": [19, 8],
  "node/mesh": [22, 27],
  "node/models": [13, 5],
  "node/names": [3, 4],
  "node/onboarding": [5, 0],
  "node/operations": [3, 0],
  "node/pages": [0, 1],
  "node/reactors": [12, 1],
  "node/repair": [2, 0],
  "node/runtime": [3, 5],
  "node/sealing": [4, 14],
  "node/spine": [0, 3],
  "node/streams": [17, 2],
  "node/transfers": [6, 6],
  "node/vaults": [1, 4],
  "node/verifying": [0, 3],
  "node/witness": [0, 6],
  protocol: [1, 3],
  "protocol/cel": [2, 0],
  "protocol/conformance": [1, 0],
  "protocol/contracts": [13, 1],
  "protocol/economy": [0, 1],
  "protocol/encoding": [0, 1],
  "protocol/equations": [12, 19],
  "protocol/errors": [0, 1],
  "protocol/events": [0, 2],
  "protocol/kernel": [2, 3],
  "protocol/log": [0, 3],
  "protocol/mail": [5, 8],
  "protocol/market": [2, 2],
  "protocol/math": [8, 0],
  "protocol/mesh": [1, 2],
  "protocol/models": [7, 2],
  "protocol/names": [3, 4],
  "protocol/reactors": [2, 0],
  "protocol/readable": [0, 2],
  "protocol/router": [18, 2],
  "protocol/seal": [1, 7],
  "protocol/solvers": [106, 16],
  "protocol/streams": [2, 1],
  "protocol/table": [0, 4],
  "protocol/templates": [7, 4],
  "protocol/units": [7, 2],
  "protocol/wasm": [3, 0],
  "protocol/witness": [0, 2],
  "protocol/work": [0, 1],
  "scripts/bench": [24, 2],
  "scripts/chaos": [0, 1],
  "scripts/cli": [21, 11],
  "scripts/clients": [0, 1],
  "scripts/compat": [2, 0],
  "scripts/conformance": [0, 1],
  "scripts/contracts": [1, 0],
  "scripts/devnet": [2, 1],
  "scripts/documents": [0, 2],
  "scripts/market": [38, 6],
  "scripts/program": [1, 2],
  "scripts/records": [1, 0],
  "scripts/seal": [2, 0],
  "scripts/sim": [8, 6],
  "scripts/solvers": [5, 3],
  "scripts/testing": [0, 1],
  storage: [1, 2],
  "storage/kv": [2, 3],
  "storage/leveldb": [0, 7],
  "storage/records": [0, 17],
  "storage/repositories": [2, 3],
  "storage/vault": [0, 1],
  "test/cli": [18, 2],
  "test/contract": [6, 2],
  "test/deploy": [2, 0],
  "test/e2e": [72, 4],
  "test/fault": [13, 5],
  "test/kit": [33, 2],
  "test/long": [24, 3],
  "test/pins": [10, 4],
  "test/reliability": [16, 7],
  "test/unit": [381, 38],
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
