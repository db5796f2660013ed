import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { StoreError } from "../../storage/errors.js";
import { openStore } from "../../storage/store.js";
import { linearGenerator } from "../kit/generator.js";
import { makeDirectory, removeDirectory } from "../kit/temporaryDirectory.js";
import { countWholeWindows, readWindow, writeWindow } from "./storageWindows.js";

const WRITER = fileURLToPath(new URL("storageWriter.js", import.meta.url));
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
        const told = await writeAndKill(dir, 1 + Math.floor(60 * random()));
        expect(told).to.be.greaterThan(acknowledged);
        acknowledged = told;
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

interface Tally {
  right: number;
  missing: number;
  damaged: number;
  refused: number;
}

/** Opens a copy of the database in which one bit is flipped, and reads everything. */
async function readDamaged(
  dir: string,
  file: string,
  bit: number,
  windows: number,
  tally: Tally,
): Promise<void> {
  const bytes = await readFile(join(dir, "db", file));
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = bytes[at]! ^ (1 << (bit % 8));
  await writeFile(join(dir, "db", file), bytes);
  try {
    const store = await openStore({ dir });
    try {
      for (let window = 0; window < windows; window += 1) {
        for (const verdict of await readWindow(store, window)) {
          expect(verdict, `${file}, bit ${bit}, window ${window}`).to.not.equal("wrong");
          if (verdict !== "wrong") tally[verdict] += 1;
        }
      }
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    tally.refused += 1;
  }
}

describe("faults: one flipped bit in a database file", () => {
  it(`never leads to wrong bytes (seed ${SEED})`, async () => {
    const WINDOWS = 40;
    const ROUNDS = 60;
    const random = linearGenerator(SEED);
    const origin = await makeDirectory();
    const tally: Tally = { right: 0, missing: 0, damaged: 0, refused: 0 };
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
      for (let round = 0; round < ROUNDS; round += 1) {
        const dir = await makeDirectory();
        await cp(origin, dir, { recursive: true });
        const bit = Math.floor(random() * 0x1_0000_0000);
        await readDamaged(dir, files[round % files.length]!, bit, WINDOWS, tally);
        await removeDirectory(dir);
      }
    } finally {
      await removeDirectory(origin);
    }
    expect(tally.right).to.be.greaterThan(0);
    expect(tally.damaged + tally.missing + tally.refused).to.be.greaterThan(0);
  });
});
