/** What an author handed over is held against what it said to all. */
import { expect } from "chai";
import * as fc from "fast-check";
import { HeadCheck } from "../../../../../node/mesh/sync/headCheck.js";
import type { SignedNote } from "../../../../../node/mesh/sync/headNotes.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { LocalTime } from "../../../../../scripts/market/localMesh.js";
import { quiet } from "../../../../kit/logger.js";

const keyOf = (n: number): string =>
  Buffer.from(nodeCrypto.ed25519PublicKey(nodeCrypto.sha256(`check ${n}`))).toString("hex");
const [OWN, WITNESS, OTHER, HOLDER] = [0, 1, 2, 3].map(keyOf);
const AUTHORS = [4, 5, 6, 7].map(keyOf);
const idOf = (author: string, seq: number, history = "a"): string =>
  nodeCrypto.sha256Hex(`${author} ${seq} ${history}`);

/** A spine here, and what a neighbour has heard of it: nothing, or a head of this or another history. */
const spine = fc.record({
  seq: fc.integer({ min: 0, max: 20 }),
  heard: fc.option(fc.record({ seq: fc.integer({ min: 0, max: 25 }), isOther: fc.boolean() })),
});

describe("heads that were handed over", () => {
  it("are fetched where more was said to all, looked into where another history was, and let be else", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(spine, spine, spine, spine),
        fc.boolean(),
        async (spines, hasWitness) => {
          const ends = new Map(AUTHORS.map((author, i) => [author, spines[i]!]));
          const asked: string[][] = [];
          const taken: string[] = [];
          const differing: string[] = [];
          const check = new HeadCheck(
            { network: "0".repeat(8), publicKey: OWN! },
            {
              net: { subscribers: () => [OTHER!, ...(hasWitness ? [WITNESS!] : [])].map(peerIdOf) },
              scheduler: new LocalTime(),
              random: { next: () => 0 },
              log: quiet,
              authors: {
                isFrozen: () => false,
                linkedTips: () =>
                  [...ends].map(([author, { seq }]) => [author, seq, idOf(author, seq)]),
                tip: (author) => {
                  const { seq } = ends.get(author)!;
                  return { seq, id: idOf(author, seq), calcond: 0 };
                },
              },
              ids: async (author, seq) => (seq <= ends.get(author)!.seq ? idOf(author, seq) : null),
              keeping: { isQuiet: true, isShare: true, holdersOf: () => [HOLDER!, OWN!] },
              notes: {
                ask: async (peer, authors) => {
                  expect(peer).to.equal(peerIdOf(hasWitness ? WITNESS! : OTHER!));
                  asked.push([...authors]);
                  return authors.flatMap((author): SignedNote[] => {
                    const { heard } = ends.get(author)!;
                    if (heard === null) return [];
                    const { isOther, seq } = heard;
                    const id = idOf(author, seq, isOther ? "b" : "a");
                    return [{ author, id, seq, value: author }];
                  });
                },
                take: async (note) => {
                  taken.push(JSON.stringify(note));
                },
              },
              forks: {
                differs: (author, peer, seq) => {
                  differing.push(`${author} ${peer} ${seq}`);
                },
                looking: async () => undefined,
              },
              named: () => [WITNESS!],
              reach: async (node) => (node === HOLDER ? peerIdOf(node) : null),
            },
          );
          await check.run();
          const said = [...ends].flatMap(([author, { heard, seq }]) =>
            heard === null ? [] : [{ author, heard, isMore: heard.seq > seq }],
          );
          expect(taken.toSorted()).to.deep.equal(
            said
              .flatMap(({ author, isMore }) => (isMore ? [JSON.stringify(author)] : []))
              .toSorted(),
          );
          const others = said.filter(({ heard, isMore }) => !isMore && heard.isOther);
          const sources = [hasWitness ? WITNESS! : OTHER!, HOLDER!].map(peerIdOf);
          expect(differing.toSorted()).to.deep.equal(
            others
              .flatMap(({ author, heard }) =>
                sources.map((peer) => `${author} ${peer} ${heard.seq}`),
              )
              .toSorted(),
          );
          // At rest nothing is asked for again, but three times what nobody had heard.
          for (let i = 0; i < 5; i += 1) await check.run();
          const silent = [...ends].filter(([, { heard }]) => heard === null);
          expect(asked).to.have.lengthOf(silent.length === 0 ? 1 : 3);
          expect(asked.at(-1)).to.have.members(
            silent.length === 0 ? AUTHORS : silent.map(([author]) => author),
          );
        },
      ),
    );
  });
});
