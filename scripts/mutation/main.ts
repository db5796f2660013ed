/**
 * Changes one sign of a source at a time and runs the unit tests that reach it: a change that no
 * test notices is printed, and fails the run unless `explained.json` says why it changes nothing.
 * Arguments: `--sites N` (60) for how many, spread over the rooms; `--seed N` (58) for which;
 * fragments of paths to try only files that hold one. A change is tried with the tests of its own
 * room, then with the nearest others up to `--tests N` (6), then with those up to `--more N` (14).
 * `--minutes N` begins no further change after that time; what was not tried is said.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Bench, roomOf, sourcesBelow, type Verdict } from "./bench.js";
import { Importers } from "./importers.js";
import { changed, nameOf, shuffled, sitesOf, type Site } from "./sites.js";

/** Where a bound that is off by one gives or seals a wrong value. */
export const MUTATED_ROOMS: readonly string[] = [
  "protocol/equations/evaluation",
  "protocol/equations/enclosures",
  "protocol/kernel",
  "protocol/economy",
  "protocol/seal",
  "protocol/units",
  "protocol/limits.ts",
];

/** A change that no test can notice, and why. */
export interface Explained {
  readonly file: string;
  readonly code: string;
  readonly change: string;
  readonly nth: number;
  readonly reason: string;
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const EXPLAINED = join(root, "scripts", "mutation", "explained.json");

function explanations(): ReadonlyMap<string, string> {
  const rows = JSON.parse(readFileSync(EXPLAINED, "utf8")) as readonly Explained[];
  return new Map(rows.map((row) => [nameOf(row), row.reason]));
}

/** The rooms take turns, so that each has its share however large it is. */
function spread(sites: readonly Site[], count: number): Site[] {
  const rooms = MUTATED_ROOMS.map((room) =>
    sites.filter(({ file }) => roomOf(file, MUTATED_ROOMS) === room),
  );
  const taken: Site[] = [];
  for (let turn = 0; taken.length < count && rooms.some((room) => turn < room.length); turn += 1)
    for (const room of rooms) {
      const site = room[turn];
      if (site !== undefined && taken.length < count) taken.push(site);
    }
  return taken;
}

class Trials {
  readonly #bench = new Bench(root);
  readonly #importers = new Importers(join(root, "dist"));
  readonly #sound = new Map<string, boolean>();
  readonly #first: number;
  readonly #all: number;

  constructor(first: number, all: number) {
    this.#first = first;
    this.#all = all;
  }

  /** @returns null where the tests fail without any change */
  verdict(site: Site): Verdict | "no tests" | null {
    const source = readFileSync(join(root, site.file), "utf8");
    const { ofRoom, others } = this.#importers.testsOf(site.file.replace(/ts$/, "js"));
    const near = Math.max(0, this.#first - ofRoom.length);
    const far = Math.max(near, this.#all - ofRoom.length);
    const rounds = [ofRoom, others.slice(0, near), others.slice(near, far)];
    const tried = rounds.filter(({ length }) => length > 0);
    if (tried.length === 0) return "no tests";
    const mutant = changed(source, site);
    for (const tests of tried) {
      const found = this.#bench.run(site.file, mutant, tests);
      if (found !== "survived") return this.#isSound(site.file, source, tests) ? found : null;
    }
    return "survived";
  }

  /** Whether the tests pass as the file is: a suite that fails anyway notices nothing. */
  #isSound(file: string, source: string, tests: readonly string[]): boolean {
    const key = [file, ...tests].join("\n");
    const known = this.#sound.get(key);
    if (known !== undefined) return known;
    const isSound = this.#bench.run(file, source, tests) === "survived";
    this.#sound.set(key, isSound);
    return isSound;
  }

  remove(): void {
    this.#bench.remove();
  }
}

/** What became of the changes of each room. */
class Counts {
  readonly #rooms = new Map<string, Map<string, number>>();

  add(room: string, found: string): void {
    const counts = this.#rooms.get(room) ?? new Map<string, number>();
    counts.set(found, (counts.get(found) ?? 0) + 1);
    this.#rooms.set(room, counts);
  }

  /** A line a room. */
  text(): string {
    return [...this.#rooms]
      .map(([room, counts]) => {
        const parts = [...counts].map(([found, count]) => `${count} ${found}`);
        return `${room}: ${parts.join(", ")}\n`;
      })
      .join("");
  }
}

function main(): number {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      sites: { type: "string", default: "60" },
      skip: { type: "string", default: "0" },
      seed: { type: "string", default: "58" },
      tests: { type: "string", default: "6" },
      more: { type: "string", default: "14" },
      minutes: { type: "string", default: "Infinity" },
      out: { type: "string" },
    },
  });
  const files = MUTATED_ROOMS.flatMap((room) => sourcesBelow(root, room)).filter(
    (file) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
  );
  const all = sitesOf(root, files);
  const skip = Number(values.skip);
  const sites = spread(shuffled(all, Number(values.seed)), skip + Number(values.sites)).slice(skip);
  const explained = explanations();
  const trials = new Trials(Number(values.tests), Number(values.more));
  const counts = new Counts();
  const open: Site[] = [];
  const end = performance.now() + 60_000 * Number(values.minutes);
  let tried = 0;
  process.stdout.write(`${sites.length} of ${all.length} sites, seed ${values.seed}\n`);
  try {
    for (const site of sites) {
      if (performance.now() >= end) break;
      tried += 1;
      const reason = explained.get(nameOf(site));
      const found =
        reason === undefined ? (trials.verdict(site) ?? "tests fail as they are") : "explained";
      counts.add(roomOf(site.file, MUTATED_ROOMS), found);
      process.stdout.write(`${found}: ${site.file}:${site.line}  ${site.change}  ${site.code}\n`);
      if (found !== "killed" && found !== "timed out" && found !== "explained") open.push(site);
    }
  } finally {
    trials.remove();
  }
  process.stdout.write(counts.text());
  if (tried < sites.length) process.stdout.write(`go on with --skip ${skip + tried}\n`);
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(open, null, 2)}\n`);
  return open.length === 0 ? 0 : 1;
}

process.exitCode = main();
