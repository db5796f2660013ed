/** A second process on one directory, and flipped bits in the files of a stopped node. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  startNode,
  StartError,
  temporaryDir,
  type RunningNode,
} from "../../scripts/devnet/daemons.js";
import { call, force, sealed, textOf, type Fields } from "../kit/requests.js";
import { linearGenerator } from "../kit/generator.js";
import { runs, sample } from "../kit/runs.js";

const SEED = 31_415_926;
const ROUNDS = runs(2, 8);

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
      expect(output)
        .to.contain(dir.path)
        .and.to.contain(node.api.http)
        .and.to.contain(String(node.api.pid));
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

interface Held {
  readonly id: string;
  readonly text: string;
  readonly domain: string;
}

/** Two generations of files: a table from the first start, a log from the second. */
async function prepare(dataDir: string, random: () => number): Promise<Held[]> {
  const held: Held[] = [];
  for (let start = 0; start < 2; start += 1) {
    const node = await startNode({ dataDir, args: ["--rate-limits", "off"] });
    for (let i = 0; i < 12; i += 1) {
      // Nothing else in the files looks like it, so compression leaves it as it is.
      const domain = String.fromCharCode(
        ...Array.from({ length: 16 }, () => 65 + Math.floor(26 * random())),
      );
      const answer: Fields = await sealed(node, { ...force("shared"), domain });
      const id = textOf(answer, "receipt_id");
      held.push({ id, domain, text: (await call(node, "GET", `/api/receipts/${id}`)).text });
    }
    await node.stop();
  }
  return held;
}

/** @returns receipts that were refused; whatever is served is right. */
async function readAll(node: RunningNode, held: readonly Held[]): Promise<readonly Held[]> {
  const refused: Held[] = [];
  for (const one of held) {
    const reply = await call(node, "GET", `/api/receipts/${one.id}`);
    if (reply.status === 200) {
      expect(reply.text, `receipt ${one.id}`).to.equal(one.text);
    } else {
      expect(reply.status, reply.text).to.be.oneOf([404, 503]);
      refused.push(one);
    }
  }
  return refused;
}

/** One bit: the byte it is in, and its place there. */
type Flip = readonly [at: number, bit: number];

/** A database of a stopped node that is never touched itself. */
class Origin {
  readonly #dir: string;
  readonly held: readonly Held[];
  /** Names of its one table and its one log. */
  readonly files: readonly [table: string, log: string];
  #copies = 0;

  private constructor(dir: string, held: readonly Held[], files: readonly [string, string]) {
    this.#dir = dir;
    this.held = held;
    this.files = files;
  }

  static async make(dir: string, random: () => number): Promise<Origin> {
    const held = await prepare(join(dir, "origin"), random);
    const names = readdirSync(join(dir, "origin", "db"));
    const [tables, logs] = [/\.ldb$/, /\.log$/].map((kind) =>
      names.filter((name) => kind.test(name)),
    );
    expect([tables?.length, logs?.length]).to.deep.equal([1, 1]);
    return new Origin(dir, held, [tables![0]!, logs![0]!]);
  }

  bytes(file: string): Buffer {
    return readFileSync(join(this.#dir, "origin", "db", file));
  }

  /**
   * Starts a node on a copy with these bits flipped. @returns what it refused, or null when it did
   * not start
   */
  async damaged(file: string, flips: readonly Flip[]): Promise<readonly Held[] | null> {
    const dataDir = join(this.#dir, `copy${this.#copies}`);
    this.#copies += 1;
    cpSync(join(this.#dir, "origin"), dataDir, { recursive: true });
    const bytes = this.bytes(file);
    for (const [at, bit] of flips) bytes[at] = bytes[at]! ^ (1 << bit);
    writeFileSync(join(dataDir, "db", file), bytes);
    let node: RunningNode;
    try {
      node = await startNode({ dataDir, args: ["--rate-limits", "off", "--log-level", "error"] });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      expect(error.exitCode, error.output).to.be.a("number").that.is.not.oneOf([0, 11]);
      expect(error.output).to.match(/damaged|corrupt|missing|does not|not all there|checksum/i);
      // Words for a person, no stack.
      expect(error.output).to.not.match(/\n\s+at /);
      return null;
    }
    try {
      expect((await call(node, "GET", "/api/identity")).body["nodePublicKey"]).to.equal(
        node.api.publicKey,
      );
      return await readAll(node, this.held);
    } finally {
      await node.stop();
    }
  }
}

/**
 * Where the block behind a table's footer begins: offset and size as varints after those of the
 * block before.
 */
function indexBlock(table: Buffer): { readonly at: number; readonly end: number } {
  const numbers: number[] = [];
  for (let at = table.length - FOOTER_BYTES; numbers.length < 4; at += 1) {
    let value = 0;
    let shift = 0;
    for (; (table[at]! & 0x80) !== 0; at += 1, shift += 7) value |= (table[at]! & 0x7f) << shift;
    numbers.push(value | (table[at]! << shift));
  }
  return { at: numbers[2]!, end: numbers[2]! + numbers[3]! };
}

/**
 * Two block handles of at most 20 bytes, filled up to 40, and eight of magic (LevelDB,
 * doc/table_format.md).
 */
const FOOTER_BYTES = 48;

/** Two bits of one byte: more than a checksum can put right. */
function two(at: number): readonly Flip[] {
  return [
    [at, 1],
    [at, 6],
  ];
}

describe(`faults: flipped bits in the database of a stopped node (seed ${SEED})`, () => {
  const dir = temporaryDir("damage");
  const random = linearGenerator(SEED);
  let origin: Origin;
  before(async () => {
    origin = await Origin.make(dir.path, random);
  });
  after(() => {
    dir.remove();
  });

  it("one bit in a table or in the log is put right, and everything is served", async () => {
    for (const file of origin.files) {
      const bytes = origin.bytes(file);
      const hit = origin.held.find(({ domain }) => bytes.includes(domain));
      expect(hit, file).to.not.equal(undefined);
      const refused = await origin.damaged(file, [[bytes.indexOf(hit!.domain) + 8, 1]]);
      expect(refused, file).to.deep.equal([]);
    }
  });

  it("a receipt in the table with two is refused by itself, and all others are served", async () => {
    const [table] = origin.files;
    const bytes = origin.bytes(table);
    const whole = origin.held.filter(({ domain }) => bytes.includes(domain));
    expect(whole.length, "receipts whose bytes can be found").to.be.at.least(3);
    for (const hit of sample(whole.slice(0, 3), 3)) {
      const refused = await origin.damaged(table, two(bytes.indexOf(hit.domain) + 8));
      expect(refused).to.deep.equal([hit]);
    }
  });

  it("a table whose footer, index or first block is damaged in two ends the start with words", async () => {
    const [table] = origin.files;
    const { length } = origin.bytes(table);
    const index = indexBlock(origin.bytes(table));
    expect(index.end).to.be.within(index.at + 1, length - FOOTER_BYTES);
    // The last byte of the magic, the kind of the index block behind it, and the length of the
    // first block.
    for (const at of sample([length - 1, index.end, 0], 3))
      expect(await origin.damaged(table, two(at)), `byte ${at}`).to.equal(null);
  });

  it("a log without what it held ends the start with words", async () => {
    const [, log] = origin.files;
    const bytes = origin.bytes(log);
    const logged = origin.held.filter(({ domain }) => bytes.includes(domain));
    expect(logged).to.deep.equal(origin.held.slice(12));
    for (const { domain } of sample([logged[6]!, logged[0]!, logged[11]!], 3)) {
      expect(await origin.damaged(log, two(bytes.indexOf(domain))), domain).to.equal(null);
    }
  });

  it("bits anywhere end the start with words, or only right bytes are served", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = origin.files[round % 2]!;
      const { length } = origin.bytes(file);
      const flips = Array.from({ length: 4 }, (): Flip => [
        Math.floor(length * random()),
        Math.floor(8 * random()),
      ]);
      const refused = await origin.damaged(file, flips);
      // Records of a table are refused one by one; a log cut short is no state to go on from.
      if (file.endsWith(".log"))
        expect(refused ?? [], "receipts lost without a word").to.deep.equal([]);
    }
  });
});
