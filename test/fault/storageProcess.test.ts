import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { openStore } from "../../storage/store.js";
import { linearGenerator } from "../kit/generator.js";
import { makeDirectory, removeDirectory } from "../kit/temporaryDirectory.js";
import type { Flip, Met } from "./storageReader.js";
import { countWholeWindows, writeWindow } from "./storageWindows.js";

const WRITER = fileURLToPath(new URL("storageWriter.js", import.meta.url));
const READER = fileURLToPath(new URL("storageReader.js", import.meta.url));
const SEED = 20_261_121;

function startWriter(dir: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [WRITER, dir], { stdio: "pipe" });
}

/**
 * Lets a writer acknowledge `acknowledgements` windows, kills it, and returns the last number it
 * told.
 */
async function writeAndKill(dir: string, acknowledgements: number): Promise<number> {
  const writer = startWriter(dir);
  const exited = once(writer, "exit");
  let last = -1;
  let lines = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    expect(line).to.match(/^[0-9]+$/);
    last = Number(line);
    lines += 1;
    // Not awaited in any way: the kill falls into whatever the writer does next.
    if (lines === acknowledgements) writer.kill("SIGKILL");
  }
  await exited;
  return last;
}

describe("faults: SIGKILL while windows are written", () => {
  it(`loses nothing acknowledged in 5 rounds (seed ${SEED})`, async () => {
    const dir = await makeDirectory();
    const random = linearGenerator(SEED);
    try {
      let acknowledged = -1;
      for (let round = 0; round < 5; round += 1) {
        const written = await writeAndKill(dir, 1 + Math.floor(60 * random()));
        expect(written).to.be.greaterThan(acknowledged);
        acknowledged = written;
        const store = await openStore({ dir });
        const windows = await countWholeWindows(store);
        await store.close();
        // At most the one window in flight may be there without having been told.
        expect(windows).to.be.within(acknowledged + 1, acknowledged + 2);
        acknowledged = windows - 1;
      }
    } finally {
      await removeDirectory(dir);
    }
  });
});

describe("faults: a second process on one data directory", () => {
  it("is told that the directory is in use, and the first one goes on", async () => {
    const dir = await makeDirectory();
    try {
      const store = await openStore({ dir });
      await writeWindow(store, 0);
      const second = startWriter(dir);
      let output = "";
      second.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
      const [code] = await once(second, "close");
      expect(code).to.equal(1);
      expect(output).to.equal("STORE_LOCKED\n");
      await writeWindow(store, 1);
      expect(await countWholeWindows(store)).to.equal(2);
      await store.close();
    } finally {
      await removeDirectory(dir);
    }
  });
});

/**
 * Reads the database once for each flip, in a process of its own, and goes on behind a flip at
 * which the database ended the process: that is no answer, and no wrong one.
 */
async function readAllDamaged(
  origin: string,
  flips: readonly Flip[],
  windows: number,
): Promise<Met & { ended: number }> {
  const tally = { right: 0, missing: 0, damaged: 0, wrong: 0, refused: 0, ended: 0 };
  for (let done = 0; done < flips.length;) {
    const reader = spawn(
      process.execPath,
      [READER, origin, JSON.stringify(flips.slice(done)), String(windows)],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    let errors = "";
    reader.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const exited = once(reader, "exit");
    for await (const line of createInterface({ input: reader.stdout })) {
      const met: Met = JSON.parse(line);
      for (const what of ["right", "missing", "damaged", "wrong", "refused"] as const)
        tally[what] += met[what];
      done += 1;
    }
    const [code, signal] = await exited;
    if (code === 0) continue;
    // LevelDB holds its tables in order by an assertion, which a damaged key fails.
    expect([signal, /leveldb.*Assertion/.test(errors)], errors).to.deep.equal(["SIGABRT", true]);
    tally.ended += 1;
    done += 1;
  }
  return tally;
}

describe("faults: one flipped bit in a database file", () => {
  it(`leads to no wrong bytes, and to none that are missing (seed ${SEED})`, async () => {
    const WINDOWS = 40;
    const ROUNDS = 60;
    const random = linearGenerator(SEED);
    const origin = await makeDirectory();
    try {
      // Opening again moves what the log held into a table, so that both kinds of file are there.
      for (const half of [0, 1]) {
        const store = await openStore({ dir: origin });
        for (let i = 0; i < WINDOWS / 2; i += 1) await writeWindow(store, half * (WINDOWS / 2) + i);
        await store.close();
      }
      const all = (await readdir(join(origin, "db"))).sort();
      const files = all.filter((name) => /\.(ldb|log)$/.test(name));
      expect(files.map((name) => name.slice(-4))).to.include.members([".ldb", ".log"]);
      const flips = Array.from({ length: ROUNDS }, (_, round) => ({
        file: files[round % files.length]!,
        bit: Math.floor(random() * 0x1_0000_0000),
      }));
      const tally = await readAllDamaged(origin, flips, WINDOWS);
      // The bit is put right before anything is read.
      expect(tally.right).to.be.greaterThan(ROUNDS * WINDOWS);
      expect({ ...tally, right: 0 }).to.deep.equal({
        right: 0,
        missing: 0,
        damaged: 0,
        wrong: 0,
        refused: 0,
        ended: 0,
      });
    } finally {
      await removeDirectory(origin);
    }
  });
});
