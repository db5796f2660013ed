/**
 * By what a draw was made, read from the events of its job: whose words, whether they are those
 * that count, and whether its order follows from them. Anybody who holds the events reads the same.
 */
import type { Crypto } from "../ports.js";
import { beaconOf, quorumBeacon, type BeaconPanel } from "./beacon.js";
import type { WorkVrfBody } from "./bodies.js";
import { drawRank } from "./draw.js";
import { drawOf, type JobFacts, type Said } from "./facts.js";
import { BEACON_CALCONDS, WORDS_CALCONDS } from "./terms.js";

type Hasher = Pick<Crypto, "sha256Hex">;

/** What a word comes to; null where it is none. */
export type ReadWord = (said: Said<WorkVrfBody>) => string | null;

interface Word {
  readonly author: string;
  readonly calcond: number;
  readonly output: string;
}

/** What a draw is about, and when that was said. */
export interface DrawSubject {
  readonly about: string;
  readonly calcond: number;
}

export interface DrawReading {
  /** `unknown`: its beacon is of none of the words that are held. */
  readonly kind: "quorum" | "node" | "unknown";
  /** Whose words made it. */
  readonly by: readonly string[];
  /** The fault in words; null where nothing is. */
  readonly fault: string | null;
}

/** More words than these are tried as a whole only. */
const SETS_OF_MAX = 12;
const SMALLEST_SET = 2;

/** Words that count for a draw. @param panel null: those of anybody */
export function wordsFor(
  facts: JobFacts,
  { about, calcond }: DrawSubject,
  panel: BeaconPanel | null,
  read: ReadWord,
): readonly Word[] {
  const words: Word[] = [];
  for (const said of facts.words.values()) {
    const { author } = said;
    if (said.body.about !== about || said.calcond < calcond + BEACON_CALCONDS) continue;
    if (panel !== null && !panel.nodes.includes(author)) continue;
    const output = read(said);
    if (output !== null) words.push({ author, calcond: said.calcond, output });
  }
  return words.sort((a, b) => (a.author < b.author ? -1 : 1));
}

/** @param panel whose words count, as far as the reader trusts somebody; null for nobody */
export function readDraw(
  crypto: Hasher,
  facts: JobFacts,
  subject: DrawSubject,
  panel: BeaconPanel | null,
  read: ReadWord,
): DrawReading | null {
  const { about } = subject;
  const draw = drawOf(facts, about);
  if (draw === null) return null;
  const { beacon, drawn } = draw.body;
  const words = wordsFor(facts, subject, panel, read);
  const inTime = words.filter(({ calcond }) => calcond + WORDS_CALCONDS <= draw.calcond);
  const order = (value: string): string | null =>
    isInOrder(crypto, { about, value }, drawn) ? null : "its order does not follow from its beacon";
  const drawnSet = setOf(crypto, about, words, beacon);
  if (drawnSet !== null) {
    const by = drawnSet.map(({ author }) => author);
    const leftOut = inTime.find(({ author }) => !by.includes(author));
    const fault =
      panel !== null && by.length < panel.needed
        ? `${by.length} words made it, and ${panel.needed} are needed`
        : leftOut === undefined
          ? order(beacon)
          : `it leaves out the word of ${leftOut.author}`;
    return { kind: "quorum", by, fault };
  }
  const one = [...facts.beacons.values()].find(
    ({ body, id }) => id === beacon && body.about === about,
  );
  if (one === undefined)
    return { kind: "unknown", by: [], fault: "its beacon is of no words that are held here" };
  const fault =
    panel !== null && inTime.length >= panel.needed
      ? "it is of one node, although a quorum had spoken"
      : order(beaconOf(crypto, one.body.word));
  return { kind: "node", by: [one.author], fault };
}

/** The set of words that a beacon is of; null for none. */
function setOf(
  crypto: Hasher,
  about: string,
  words: readonly Word[],
  beacon: string,
): readonly Word[] | null {
  const isOf = (set: readonly Word[]): boolean =>
    set.length >= SMALLEST_SET && quorumBeacon(crypto, about, set) === beacon;
  if (isOf(words)) return words;
  if (words.length > SETS_OF_MAX) return null;
  for (let bits = 1; bits < 1 << words.length; bits += 1) {
    const set = words.filter((_, at) => ((bits >> at) & 1) === 1);
    if (isOf(set)) return set;
  }
  return null;
}

function isInOrder(
  crypto: Hasher,
  { about, value }: { readonly about: string; readonly value: string },
  nodes: readonly string[],
): boolean {
  const ranks = nodes.map((node) => drawRank(crypto, about, value, node));
  return ranks.every((rank, at) => at === 0 || ranks[at - 1]! < rank);
}
