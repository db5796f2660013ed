/**
 * Files of a data directory that are cut, lost or swapped: a start refuses and leaves every file as
 * it was, or all that was acknowledged is there. Nothing is ever silently missing, so no number of
 * the spine is signed twice.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { generator } from "../kit/generator.js";
import { isLong } from "../kit/runs.js";
import { makeDirectory, removeDirectory } from "../kit/temporaryDirectory.js";
import {
  filesOf,
  inflict,
  startedOn,
  useDirectory,
  type Acknowledged,
  type Fault,
} from "./directories.js";

const SEED = 20_261_126;
const CUTS = isLong ? 500 : 40;
const SWAPS = isLong ? 200 : 20;

describe("faults: files of a data directory", () => {
  let [base, killed, stopped] = ["", "", ""];
  let acknowledged: Acknowledged = {
    ids: [],
    texts: new Map(),
    records: new Map(),
    kinds: new Set(),
  };
  const random = generator(SEED);
  const tally = { whole: 0, refused: 0 };

  before(async () => {
    base = await makeDirectory();
    [killed, stopped] = [join(base, "killed"), join(base, "stopped")];
    acknowledged = await useDirectory(stopped, killed);
  });
  after(() => removeDirectory(base));

  async function tried(origin: string, fault: Fault | null): Promise<string> {
    const dir = join(base, "tried");
    await cp(origin, dir, { recursive: true });
    if (fault !== null) await inflict(dir, fault);
    const outcome = await startedOn(dir, acknowledged);
    await removeDirectory(dir);
    if (outcome === "whole" || outcome === "refused") tally[outcome] += 1;
    return outcome;
  }

  const isSound = (outcome: string, fault: Fault): void => {
    expect(["whole", "refused"], `seed ${SEED}, ${JSON.stringify(fault)}: ${outcome}`).to.include(
      outcome,
    );
  };

  it("holds envelopes, contracts, jobs, pages, tables and mail", () => {
    for (const kind of (
      "ev journal vault answers contract contractstate joborder jobdoc page pagefile rowroots " +
      "mailmsg mailblob mailframe"
    ).split(" "))
      expect([...acknowledged.kinds]).include(kind);
  });

  it("as it was left by a kill, or by a stop, all is there", async () => {
    for (const origin of [killed, stopped]) {
      const names = [...(await filesOf(origin)).keys()];
      for (const kind of [/\.ldb$/, /\.log$/, /MANIFEST/, /\.seed$/, /^acknowledged$/, /^head/])
        expect(
          names.some((name) => kind.test(name)),
          String(kind),
        ).to.equal(true);
    }
    expect([await tried(killed, null), await tried(stopped, null)]).to.deep.equal([
      "whole",
      "whole",
    ]);
  });

  for (const name of ["killed", "stopped"] as const) {
    it(`each file lost in turn, of a directory that was ${name}`, async () => {
      const origin = join(base, name);
      for (const file of (await filesOf(origin)).keys()) {
        const fault: Fault = { kind: "lost", file };
        isSound(await tried(origin, fault), fault);
      }
    });

    it(`${CUTS} cuts at random places, of a directory that was ${name} (seed ${SEED})`, async () => {
      const origin = join(base, name);
      const files = [...(await filesOf(origin))].filter(([, text]) => text.length > 0);
      for (let i = 0; i < CUTS; i += 1) {
        const [file, { length }] = files[i % files.length]!;
        const fault: Fault = { kind: "cut", file, to: Math.floor(random() * length) };
        isSound(await tried(origin, fault), fault);
      }
    });

    it(`${SWAPS} swaps of two files, of a directory that was ${name} (seed ${SEED})`, async () => {
      const origin = join(base, name);
      const files = [...(await filesOf(origin)).keys()];
      for (let i = 0; i < SWAPS; i += 1) {
        const file = files[Math.floor(random() * files.length)]!;
        const other = files[Math.floor(random() * files.length)]!;
        if (file === other) continue;
        const fault: Fault = { kind: "swapped", file, other };
        isSound(await tried(origin, fault), fault);
      }
    });
  }

  it("some of it was refused, and some was whole", () => {
    expect(tally.refused).to.be.greaterThan(CUTS);
    expect(tally.whole).to.be.greaterThan(4);
  });
});
