/** The file of a backup: what goes in comes out, and nothing of it can be changed unseen. */
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import { BackupWriter, openBackup } from "../../../storage/backup/container.js";
import { BackupError } from "../../../storage/backup/errors.js";
import { encodeManifest, encodeRecords, readSections } from "../../../storage/backup/sections.js";
import { PartsCount } from "../../../storage/backup/manifest.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_126;
const PASSPHRASE = "correct horse battery";
/** The least that is read: tests have no half second for each guess. */
const N = 16_384;
const CREATED = "2026-11-26T00:00:00.000Z";
/** Of a piece of the content, with its tag and its length. */
const PIECE_BYTES = 262_144 + 16 + 4;

describe("the file of a backup", () => {
  let dir = "";
  let path = "";
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "calcmesh-backup-"));
    path = join(dir, "file");
  });
  after(() => rm(dir, { recursive: true, force: true }));

  async function written(content: readonly Buffer[], passphrase: string | null): Promise<Buffer> {
    const file = await open(path, "w", 0o600);
    const writer = await BackupWriter.begin(file, { created: CREATED, passphrase, n: N });
    for (const part of content) await writer.write(part);
    await writer.end();
    await file.close();
    const bytes = await readFile(path);
    expect(writer.bytes).to.equal(bytes.length);
    return bytes;
  }

  async function contentOf(bytes: Buffer, passphrase = PASSPHRASE): Promise<Buffer> {
    await writeFile(path, bytes);
    const backup = await openBackup(path, async () => passphrase);
    try {
      const parts: Buffer[] = [];
      for await (const part of backup.content()) parts.push(part);
      return Buffer.concat(parts);
    } finally {
      await backup.close();
    }
  }

  async function codeOf(bytes: Buffer, passphrase?: string): Promise<string> {
    try {
      await contentOf(bytes, passphrase);
      return "none";
    } catch (error) {
      if (error instanceof BackupError) return error.code;
      throw error;
    }
  }

  const large = (bytes: number): Buffer =>
    Buffer.from(Uint8Array.from({ length: bytes }, (_, i) => (i * 31 + (i >> 8)) & 0xff));

  for (const passphrase of [null, PASSPHRASE])
    it(`holds what was written, ${passphrase === null ? "plain" : "encrypted"}`, async () => {
      const plain = [[], [0], [1], [262_144], [262_145, 3]];
      // Each takes a guess at a passphrase twice.
      for (const sizes of [...(passphrase === null ? plain : []), [0], [100, 600_000, 5]]) {
        const parts = sizes.map(large);
        const bytes = await written(parts, passphrase);
        expect((await contentOf(bytes)).equals(Buffer.concat(parts))).to.equal(true);
      }
    });

  it("shows nothing of what is encrypted, and gives no two files alike", async () => {
    const secret = Buffer.from("the secret of the node");
    const [one, two] = [await written([secret], PASSPHRASE), await written([secret], PASSPHRASE)];
    expect(one.includes(secret)).to.equal(false);
    expect(one.equals(two)).to.equal(false);
    expect(await codeOf(one, "another passphrase")).to.equal("PASSPHRASE_WRONG");
    // Composed or not, a letter is the same.
    const accented = await written([secret], "caf\u00e9 caf\u00e9 caf\u00e9");
    expect((await contentOf(accented, "cafe\u0301 cafe\u0301 cafe\u0301")).equals(secret)).to.equal(
      true,
    );
  });

  it("is refused with any bit of it flipped, where it is encrypted", async () => {
    const bytes = await written([large(300)], PASSPHRASE);
    const places = fc.tuple(fc.nat(bytes.length - 1), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(places, async ([at, bit]) => {
        const other = Buffer.from(bytes);
        other[at]! ^= 1 << bit;
        expect(await codeOf(other)).to.match(/^(?:NO_BACKUP|BACKUP_|PASSPHRASE_WRONG)/);
      }),
      { seed: SEED, numRuns: runs(6, 2_000) },
    );
  });

  it("is refused where pieces were moved, left out, doubled or cut off", async () => {
    const bytes = await written([large(700_000)], PASSPHRASE);
    const from = bytes.indexOf("\n", bytes.indexOf("\n") + 1) + 1;
    const [head, first, second, last] = [
      bytes.subarray(0, from),
      bytes.subarray(from, from + PIECE_BYTES),
      bytes.subarray(from + PIECE_BYTES, from + 2 * PIECE_BYTES),
      bytes.subarray(from + 2 * PIECE_BYTES),
    ];
    const code = (...parts: readonly Buffer[]): Promise<string> => codeOf(Buffer.concat(parts));
    expect(await code(head, first, second, last)).to.equal("none");
    expect(await code(head, second, first, last)).to.equal("PASSPHRASE_WRONG");
    expect(await code(head, first, last)).to.equal("BACKUP_DAMAGED");
    expect(await code(head, first, first, second, last)).to.equal("BACKUP_DAMAGED");
    expect(await code(head, first, second)).to.equal("BACKUP_CUT");
    expect(await code(head, first, second, last.subarray(0, -1))).to.equal("BACKUP_CUT");
    expect(await code(head, first, second, last, last)).to.equal("BACKUP_DAMAGED");
    // An end that was moved forward.
    const early = Buffer.from(second);
    early.writeUInt32BE((early.readUInt32BE(0) + 0x8000_0000) >>> 0, 0);
    expect(await code(head, first, early)).to.equal("BACKUP_DAMAGED");
  });

  it("asks for no more work and memory than it may", async () => {
    const bytes = await written([large(10)], PASSPHRASE);
    const text = bytes.toString("latin1");
    for (const [from, to] of [
      ['"n":16384', '"n":99999'],
      ['"n":16384', '"n":8192 '],
      ['"r":8', '"r":9'],
      ['"p":1', '"p":9'],
      ["aes-256-gcm", "aes-256-cbc"],
    ] as const)
      expect(await codeOf(Buffer.from(text.replace(from, to), "latin1"))).to.equal(
        "BACKUP_DAMAGED",
      );
    expect(await codeOf(Buffer.from("calcmesh backup 2\n{}\n"))).to.equal("BACKUP_NEWER");
    expect(await codeOf(Buffer.from(""))).to.equal("NO_BACKUP");
  });
});

describe("sections of a backup", () => {
  const list = [1, 2, 2, 9].map(
    (bucket, i) => [Buffer.from([bucket, i]), Buffer.alloc(300 * i, i)] as const,
  );

  async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  it("come out of pieces of any size", async () => {
    const bytes = Buffer.concat([encodeRecords(list), encodeManifest({ records: 4 })]);
    for (const size of [1, 2, 7, 100, 1_000, bytes.length]) {
      const found: unknown[] = [];
      for await (const part of readSections(cut(bytes, size)))
        for (const { content, kind, name } of part)
          found.push([kind, name.toString(), content.length]);
      expect(found).to.have.length(5);
      expect(found.at(-1)).to.deep.equal([0x4d, "", '{"records":4}'.length]);
    }
    for (const bad of [bytes.subarray(0, -1), encodeRecords(list), Buffer.alloc(0)])
      await fails(bad, "BACKUP_CUT");
    await fails(Buffer.concat([bytes, encodeRecords(list)]), "BACKUP_DAMAGED");
    await fails(Buffer.alloc(9, 0x41), "BACKUP_DAMAGED");
    await fails(Buffer.from("52ffffffff00000001", "hex"), "BACKUP_DAMAGED");
  });

  async function fails(bytes: Buffer, code: string): Promise<void> {
    let found = "none";
    try {
      for await (const part of readSections(cut(bytes, 50))) expect(part).not.to.have.length(0);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      found = error.code;
    }
    expect(found).to.equal(code);
  }

  it("are counted bucket by bucket, whatever lists they come in", () => {
    const partsOf = (size: number): unknown => {
      const parts = new PartsCount();
      for (let at = 0; at < list.length; at += size) parts.entries(list.slice(at, at + size));
      return parts.end();
    };
    expect(partsOf(4)).to.deep.equal(partsOf(1));
    expect(partsOf(4)).to.deep.equal(partsOf(3));
    expect(partsOf(4)).to.have.length(3);
  });
});
