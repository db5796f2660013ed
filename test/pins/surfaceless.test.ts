/**
 * A rule of the domain knows no surface: what it refuses and what it answers is the same for a
 * request, a contract and a job. Only `node/operations`, the `operations/` of a capability, and two
 * files of `node/` translate.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";

const TRANSLATORS = /^node\/(?:(?:[a-z]+\/)?operations\/|(?:apiContext|consoleFiles)\.ts$)/i;
/** Where the handlers of capabilities become those of a node. */
const COMPOSERS = ["node/capability/", "node/capabilities/"];
/**
 * What the files that put a node together may take from the interface: its door, nothing inside.
 */
const DOORS: ReadonlySet<string> = new Set(["api/index.js", "api/contract/index.js"]);

function surfacesIn(path: string, source: string): string[] {
  if (!path.startsWith("node/") || TRANSLATORS.test(path)) return [];
  const composes =
    !path.slice("node/".length).includes("/") || COMPOSERS.some((place) => path.startsWith(place));
  const targets = [...source.matchAll(/(?:\bfrom|\bimport\s*\(?)\s*["'](\.[^"']+)["']/g)]
    .map(([, specifier]) => normalize(join(dirname(path), specifier!)))
    .filter((target) => target.startsWith("api/"));
  const inside = targets.filter((target) => !composes || !DOORS.has(target));
  const named = /\b(?:ApiError|IdempotencyTicket)\b/.test(source) ? ["a name of the surface"] : [];
  return [...inside, ...named].map((what) => `${path}: ${what}`);
}

describe("services know no surface", () => {
  it("holds in every file of node/", () => {
    const files = readdirSync("node", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).to.be.greaterThan(100);
    expect(files.flatMap((file) => surfacesIn(file, readFileSync(file, "utf8")))).to.deep.equal([]);
  });

  const canaries: readonly (readonly [string, string])[] = [
    ["node/vaults/x.ts", `import { ApiError } from "../../api/contract/definition/problem.js";`],
    ["node/machines/x.ts", `import type { Call } from "../../api/contract/definition/call.js";`],
    ["node/mesh/x.ts", `import { rateFields } from "../../api/http/rateLimit.js";`],
    ["node/accounts/x.ts", `const { createApi } = await import("../../api/index.js");`],
    ["node/runtime/x.ts", "/** @throws ApiError */"],
    ["node/mesh/sync/operations/x.ts", "/** @throws ApiError */"],
    ["node/compose.ts", `import { ApiError } from "../api/contract/definition/problem.js";`],
  ];
  for (const [path, source] of canaries) {
    it(`refuses ${source} in ${path}`, () => {
      expect(surfacesIn(path, source)).to.have.lengthOf.greaterThan(0);
    });
  }

  it("accepts what puts a node together, and what translates", () => {
    const door = `import { createApi } from "../api/index.js";`;
    expect(surfacesIn("node/daemon.ts", door)).to.deep.equal([]);
    const error = `import { ApiError } from "../../api/contract/definition/problem.js";`;
    expect(surfacesIn("node/operations/x.ts", error)).to.deep.equal([]);
    expect(surfacesIn("node/names/operations/x.ts", error)).to.deep.equal([]);
  });
});
