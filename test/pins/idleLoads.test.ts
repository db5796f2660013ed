/**
 * What a daemon loads before anybody asks for anything: no code of a solver, whose cards are enough
 * until then.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";

const ENTRY = "scripts/cli/main.ts";
const SOLVER_CODE = /^protocol\/solvers\/[^/]+\/solver\.ts$/;

/**
 * Files of the project that an import statement of `path` loads; those of `import()` and of types
 * come later or never.
 */
function loadedBy(path: string): readonly string[] {
  const code = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\//g, " ");
  const found = code.matchAll(
    /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?"(\.[^"]+)\.js"/gm,
  );
  return [...found]
    .map((match) => join(dirname(path), `${match[1]!}.ts`))
    .filter((file) => existsSync(file));
}

function closureOf(entries: readonly string[]): ReadonlySet<string> {
  const seen = new Set(entries);
  for (const path of seen) for (const next of loadedBy(path)) seen.add(next);
  return seen;
}

describe("what an idle node has loaded", () => {
  // The command line loads the daemon when it is asked for one.
  const loaded = closureOf([ENTRY, "node/daemon.ts"]);

  it("reaches the services, the mesh and the cards of solvers", () => {
    expect(loaded).to.include.members([
      "node/compute/solvers.ts",
      "node/mesh/sync/syncSpines.ts",
      "protocol/solvers/load.ts",
      "protocol/solvers/heat/card.ts",
    ]);
  });

  it("has no code of a solver", () => {
    expect([...loaded].filter((path) => SOLVER_CODE.test(path))).to.deep.equal([]);
  });

  it("would be found with it", () => {
    expect(
      [...closureOf(["protocol/solvers/heat/solver.ts"])].filter((path) => SOLVER_CODE.test(path)),
    ).to.deep.equal(["protocol/solvers/heat/solver.ts"]);
  });
});
