import { expect } from "chai";
import { fromHex } from "../../../protocol/encoding/hex.js";
import { outputOf, panelOf, quorumBeacon, wordOf } from "../../../protocol/market/beacon.js";
import { drawRank } from "../../../protocol/market/draw.js";
import { readDraw } from "../../../protocol/market/drawCheck.js";
import { noFacts, takeFact, type JobFacts } from "../../../protocol/market/facts.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";

const NET = "0a1b2c3d";
const OPENED = 1_000;
const JOB = crypto.sha256Hex("a job");
const keyOf = (seed: Uint8Array): string =>
  Buffer.from(crypto.ed25519PublicKey(seed)).toString("hex");
const SEEDS = [1, 2, 3, 4].map((n) => crypto.sha256(`witness ${n}`));
const WITNESSES = SEEDS.map(keyOf);
const ASKER = keyOf(crypto.sha256("asker"));
const OFFERING = Array.from({ length: 40 }, (_, at) => crypto.sha256Hex(`contributor ${at}`));
const PANEL = panelOf({ keys: WITNESSES, quorum: 3 }, [ASKER])!;

const OUTPUTS = new Map<string, string>();
/** What the witness of a place says about a job. */
function outputAt(place: number, about: string): string {
  const name = `${place} ${about}`;
  const known = OUTPUTS.get(name);
  if (known !== undefined) return known;
  const proof = wordOf(SEEDS[place]!, NET, about);
  const output = outputOf(WITNESSES[place]!, NET, { about, proof })!;
  OUTPUTS.set(name, output);
  return output;
}

function valueOf(places: readonly number[], about = JOB): string {
  return quorumBeacon(
    crypto,
    about,
    places.map((place) => ({ author: WITNESSES[place]!, output: outputAt(place, about) })),
  );
}

function firstOf(value: string, about = JOB): string {
  return [...OFFERING].sort((a, b) =>
    drawRank(crypto, about, value, a) < drawRank(crypto, about, value, b) ? -1 : 1,
  )[0]!;
}

/** A job of which some witnesses have spoken, drawn by its asker. */
function drawn(
  spoken: readonly (readonly [place: number, calcond: number])[],
  beacon: string,
  { at = OPENED + 8, order = beacon }: { readonly at?: number; readonly order?: string } = {},
): JobFacts {
  const facts = noFacts(JOB);
  takeFact(facts, "job.open", { id: JOB, author: ASKER, calcond: OPENED, body: { k: 2 } });
  for (const [place, calcond] of spoken) {
    const body = { about: JOB, job: JOB, proof: wordOf(SEEDS[place]!, NET, JOB) };
    takeFact(facts, "work.vrf", { id: `word ${place}`, author: WITNESSES[place]!, calcond, body });
  }
  const nodes = [...OFFERING].sort((a, b) =>
    drawRank(crypto, JOB, order, a) < drawRank(crypto, JOB, order, b) ? -1 : 1,
  );
  const body = { about: JOB, job: JOB, beacon, drawn: nodes.slice(0, 8), called: 2, pool: 40 };
  takeFact(facts, "job.draw", { id: "draw", author: ASKER, calcond: at, body });
  return facts;
}

const read = (facts: JobFacts, panel: typeof PANEL | null = PANEL) =>
  readDraw(crypto, facts, { about: JOB, calcond: OPENED }, panel, ({ author, body }) =>
    outputOf(author, NET, body),
  );

describe("market/beacon: of a quorum", () => {
  it("a witness has one word for a job, and none that is another's", () => {
    const proof = wordOf(SEEDS[0]!, NET, JOB);
    expect(wordOf(SEEDS[0]!, NET, JOB)).to.equal(proof);
    expect(outputOf(WITNESSES[0]!, NET, { about: JOB, proof })).to.match(/^[0-9a-f]{128}$/);
    expect(outputOf(WITNESSES[1]!, NET, { about: JOB, proof })).to.equal(null);
    expect(outputOf(WITNESSES[0]!, "00000000", { about: JOB, proof })).to.equal(null);
    expect(outputOf(WITNESSES[0]!, NET, { about: ASKER, proof })).to.equal(null);
  });

  it("needs so many that one honest witness is among them, and takes no party's word", () => {
    const four = { keys: WITNESSES, quorum: 3 };
    expect(PANEL).to.deep.equal({ nodes: [...WITNESSES].sort(), needed: 3 });
    const [first, second, third] = WITNESSES;
    expect(panelOf(four, [first!])).to.include({ needed: 2 });
    expect(panelOf(four, [first!])!.nodes).to.have.lengthOf(3);
    expect(panelOf(four, [first!, second!])).to.include({ needed: 2 });
    expect(panelOf(four, [first!, second!, third!])).to.equal(null);
    expect(panelOf({ keys: WITNESSES, quorum: 0 }, [])).to.equal(null);
    expect(panelOf({ keys: [first!], quorum: 1 }, [])).to.equal(null);
    // With 3 of 10 to cosign, 7 could lie: 8 have to speak.
    const ten = Array.from({ length: 10 }, (_, at) => crypto.sha256Hex(`${at}`));
    expect(panelOf({ keys: ten, quorum: 3 }, [])).to.include({ needed: 8 });
  });

  it("an asker and a witness together have two draws of a job to choose from, and foresee neither", () => {
    // The asker tries openings; of each the witness that is with it knows its own word, no more.
    let wanted = 0;
    const jobs = 40;
    for (let i = 0; i < jobs; i += 1) {
      const about = crypto.sha256Hex(`opening ${i}`);
      const whole = firstOf(valueOf([0, 1, 2, 3], about), about);
      const silent = firstOf(valueOf([0, 1, 2], about), about);
      const guess = firstOf(valueOf([3, 3, 3, 3], about), about);
      if (guess === whole || guess === silent) wanted += 1;
      expect(new Set([whole, silent]).size).to.be.at.most(2);
    }
    // By chance 40 times 2 of 40 nodes: 2 are expected, 11 come once in 100,000 (binomial).
    expect(wanted).to.be.at.most(10);
  });

  it("is read from the events: whose words it is of, in any order of their coming", () => {
    const all = [0, 1, 2, 3].map((place) => [place, OPENED + 2] as const);
    const sorted = [...WITNESSES].sort();
    const good = { kind: "quorum", by: sorted, fault: null };
    expect(read(drawn(all, valueOf([0, 1, 2, 3])))).to.deep.equal(good);
    expect(read(drawn([...all].reverse(), valueOf([3, 1, 0, 2])))).to.deep.equal(good);
    expect(read(drawn(all, valueOf([0, 1, 2, 3])), null)).to.deep.equal(good);
  });

  it("shows an asker that leaves a word out, sorts nodes itself, or speaks for nobody", () => {
    const all = [0, 1, 2, 3].map((place) => [place, OPENED + 2] as const);
    expect(read(drawn(all, valueOf([0, 1, 2])))!.fault).to.equal(
      `it leaves out the word of ${WITNESSES[3]!}`,
    );
    const other = valueOf([0, 1, 3]);
    expect(read(drawn(all, valueOf([0, 1, 2, 3]), { order: other }))!.fault).to.match(/order/);
    expect(read(drawn(all, crypto.sha256Hex("mine")))).to.include({ kind: "unknown" });
    expect(read(drawn(all, crypto.sha256Hex("mine")))!.fault).to.not.equal(null);
    const few = all.slice(0, 2);
    expect(read(drawn(few, valueOf([0, 1])))!.fault).to.match(/2 words made it, and 3 are needed/);
  });

  it("holds where a word comes after the draw, or a witness is away", () => {
    const three = [0, 1, 2].map((place) => [place, OPENED + 2] as const);
    expect(read(drawn(three, valueOf([0, 1, 2])))!.fault).to.equal(null);
    const late = [...three, [3, OPENED + 7] as const];
    expect(read(drawn(late, valueOf([0, 1, 2])))!.fault).to.equal(null);
    // A word said before anybody may speak does not count.
    const early = [...three, [3, OPENED + 1] as const];
    expect(read(drawn(early, valueOf([0, 1, 2])))!.fault).to.equal(null);
  });

  it("one node's beacon is told as such, and does not stand beside a quorum", () => {
    const word = "ab".repeat(64);
    const value = crypto.sha256Hex(`calc-beacon-word/1\u0000${word}`);
    const facts = (spoken: number): JobFacts => {
      const draw = drawn(
        [0, 1, 2].slice(0, spoken).map((place) => [place, OPENED + 2] as const),
        "one",
        { at: OPENED + 20, order: value },
      );
      const body = { about: JOB, job: JOB, word };
      takeFact(draw, "work.beacon", { id: "one", author: ASKER, calcond: OPENED + 12, body });
      return draw;
    };
    expect(read(facts(2))).to.deep.equal({ kind: "node", by: [ASKER], fault: null });
    expect(read(facts(3))!.fault).to.match(/a quorum had spoken/);
    expect(fromHex(word)).to.have.lengthOf(64);
  });
});
