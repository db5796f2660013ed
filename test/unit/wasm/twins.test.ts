/** Every job has the same bits in vector instructions and by the twins of the kernels. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { sha256 } from "../../../protocol/encoding/sha256.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { withTwins } from "../../../protocol/wasm/kernel.js";
import { sample } from "../../kit/runs.js";

const SOLVERS = "protocol/solvers";
/** Odd sizes, lines and modes that the examples of a card leave out. */
const MORE: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = JSON.parse(
  readFileSync(join("test", "vectors", "wasm", "twins.json"), "utf8"),
);

function sourcesOf(id: string): readonly string[] {
  return readdirSync(join(SOLVERS, id), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Solvers a file of which uses a kernel, by itself or through shared numerics. */
function withKernels(): readonly string[] {
  const uses = (path: string): boolean =>
    /from "(?:\.\.\/)+wasm\//.test(readFileSync(path, "utf8"));
  return readdirSync(SOLVERS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(SOLVERS, entry.name, "card.ts")))
    .map(({ name }) => name)
    .filter((id) => id in MORE || sourcesOf(id).some(uses));
}

/** Everything of an answer: numbers by their bits. */
function digest(answer: unknown): string {
  const text = JSON.stringify(answer, (_key, value: unknown) => {
    if (ArrayBuffer.isView(value)) {
      return toHex(
        sha256(
          new Uint8Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength)),
        ),
      );
    }
    return Object.is(value, -0) ? "-0" : typeof value === "bigint" ? String(value) : value;
  });
  return toHex(sha256(new TextEncoder().encode(text)));
}

describe("kernels and their twins", () => {
  for (const id of withKernels()) {
    const card = cardOf(id)!;
    const bodies = [
      ...sample(MORE[id] ?? [], 4),
      ...sample(
        card.examples.map(({ body }) => body),
        4,
      ),
    ];
    it(`${id}: ${bodies.length} jobs, bit for bit`, async () => {
      const solver = await loadSolver(id);
      expect(MORE[id] ?? []).to.have.length.of.at.least(1);
      for (const body of bodies) {
        const run = (): string => digest(executeJob(solver, body, { aborted: false }));
        expect(withTwins(run), JSON.stringify(body)).to.equal(run());
      }
    });
  }
});
