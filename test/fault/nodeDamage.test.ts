/** A second process on one directory, and flipped bits in the files of a stopped node. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startNode, StartError, temporaryDir, type RunningNode } from "../../scripts/devnet.js";
import { call, force, sealed, textOf, type Fields } from "../e2e/helpers.js";
import { generator } from "./nodeRounds.js";

const SEED = 31_415_926;
const ROUNDS = 16;

async function startFailure(dataDir: string): Promise<StartError> {
  try {
    await (await startNode({ dataDir })).stop();
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
  throw new Error("the node started");
}

describe("faults: a second process on one data directory", () => {
  it("ends with code 11, names the running node, and leaves it undisturbed", async () => {
    const dir = temporaryDir("second");
    const node = await startNode({ dataDir: dir.path });
    try {
      const { exitCode, output } = await startFailure(dir.path);
      expect(exitCode).to.equal(11);
      expect(output).to.contain(dir.path).and.to.contain(node.api.http).and.to.contain(String(node.api.pid));
      expect(output).to.not.match(/\n\s+at /);
      await sealed(node, force());
      const info = readFileSync(join(dir.path, "api.json"), "utf8");
      expect(info).to.contain(node.api.token);
    } finally {
      expect(await node.stop()).to.equal(0);
      dir.remove();
    }
  });
});

interface Held { readonly id: string; readonly text: string }

/** Two generations of files: a table from the first start, a log from the second. */
async function prepare(dataDir: string): Promise<Held[]> {
  const held: Held[] = [];
  for (let start = 0; start < 2; start += 1) {
    const node = await startNode({ dataDir, args: ["--rate-limits", "off"] });
    for (let i = 0; i < 12; i += 1) {
      const answer: Fields = await sealed(node, { ...force("shared"), domain: `round ${start} ${i}` });
      const id = textOf(answer, "receipt_id");
      held.push({ id, text: (await call(node, "GET", `/api/receipts/${id}`)).text });
    }
    await node.stop();
  }
  return held;
}

async function readAll(node: RunningNode, held: readonly Held[]): Promise<{ right: number; refused: number }> {
  let [right, refused] = [0, 0];
  for (const { id, text } of held) {
    const reply = await call(node, "GET", `/api/receipts/${id}`);
    if (reply.status === 200) {
      expect(reply.text, `receipt ${id}`).to.equal(text);
      right += 1;
    } else {
      expect(reply.status, reply.text).to.be.oneOf([404, 500]);
      refused += 1;
    }
  }
  return { right, refused };
}

describe("faults: flipped bits in the database of a stopped node", () => {
  it(`a start says what is damaged, or serves right bytes only (seed ${SEED})`, async () => {
    const dir = temporaryDir("damage");
    const random = generator(SEED);
    const tally = { refusedStarts: 0, right: 0, refused: 0 };
    try {
      const origin = join(dir.path, "origin");
      const held = await prepare(origin);
      const files = readdirSync(join(origin, "db")).filter((name) => /\.(ldb|log)$/.test(name)).sort();
      expect(new Set(files.map((name) => name.slice(-4)))).to.deep.equal(new Set([".ldb", ".log"]));
      for (let round = 0; round < ROUNDS; round += 1) {
        const dataDir = join(dir.path, `copy${round}`);
        cpSync(origin, dataDir, { recursive: true });
        const path = join(dataDir, "db", files[round % files.length]!);
        const bytes = readFileSync(path);
        // Four bits, so that most rounds hit something that is read.
        for (let i = 0; i < 4; i += 1) {
          const at = Math.floor(random() * bytes.length);
          bytes[at] = bytes[at]! ^ (1 << Math.floor(8 * random()));
        }
        writeFileSync(path, bytes);
        try {
          const node = await startNode({ dataDir, args: ["--rate-limits", "off", "--log-level", "error"] });
          try {
            expect((await call(node, "GET", "/api/identity")).body["nodePublicKey"]).to.equal(node.api.publicKey);
            const { right, refused } = await readAll(node, held);
            // Records of a table are refused one by one; a log cut short is no state to go on from.
            if (path.endsWith(".log")) expect(refused, "receipts lost without a word").to.equal(0);
            tally.right += right;
            tally.refused += refused;
          } finally {
            await node.stop();
          }
        } catch (error) {
          if (!(error instanceof StartError)) throw error;
          tally.refusedStarts += 1;
          expect(error.exitCode, error.output).to.be.a("number").that.is.not.oneOf([0, 11]);
          expect(error.output).to.match(/damaged|corrupt|missing|does not|not all there|checksum/i);
          // Words for a person, no stack.
          expect(error.output).to.not.match(/\n\s+at /);
        }
      }
    } finally {
      dir.remove();
    }
    expect(tally.right, JSON.stringify(tally)).to.be.greaterThan(0);
    expect(tally.refused + tally.refusedStarts, JSON.stringify(tally)).to.be.greaterThan(0);
  });
});
