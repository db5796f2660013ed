/** A folder is read at a glance: at most 40 files stand in one, but where a list has a file a row. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const FILES_MAX = 40;
const ROOMS = ["api", "config", "docs", "node", "protocol", "scripts", "storage", "test"];

/** Folders that may hold more, how many, and why. */
const LARGER: Readonly<Record<string, { readonly files: number; readonly because: string }>> = {
  "protocol/operators/domains": { files: 80, because: "a file a domain" },
  "protocol/templates/data": { files: 60, because: "a file a category" },
  "scripts/reference": { files: 85, because: "a file a domain" },
  "scripts/bench": { files: 55, because: "a file a measured part" },
  "test/unit/solvers": { files: 60, because: "a file or two a solver" },
};

function filesByFolder(root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    // The benchmarks install packages of their own below their room.
    if (entry.isFile() && !entry.parentPath.includes("node_modules"))
      counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  return counts;
}

describe("pins: files of a folder", () => {
  const counts = new Map(ROOMS.flatMap((room) => [...filesByFolder(room)]));

  it("are at most 40", () => {
    expect(counts.size).to.be.greaterThan(150);
    const found = [...counts]
      .filter(([folder, files]) => files > (LARGER[folder]?.files ?? FILES_MAX))
      .map(([folder, files]) => `${folder}: ${files}`);
    expect(found).to.deep.equal([]);
  });

  it("have no exception for a folder that needs none", () => {
    for (const folder of Object.keys(LARGER))
      expect(counts.get(folder), folder).to.be.greaterThan(FILES_MAX);
  });

  it("are counted", () => {
    expect(counts.get(join("test", "pins"))).to.be.greaterThan(20);
  });
});
