/** Who follows the heads of all, and to whom a head is handed, beside nodes of earlier versions. */
import { expect } from "chai";
import * as fc from "fast-check";
import { HeadTopic } from "../../../../../node/mesh/sync/headTopic.js";
import { HeadHands } from "../../../../../node/mesh/sync/headHands.js";
import { UnservedError, type Net } from "../../../../../node/mesh/host/net.js";
import { peerIdOf } from "../../../../../node/mesh/host/peerKey.js";
import type { ServiceAnswer, ServiceExchange } from "../../../../../node/mesh/host/exchange.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { canonicalize } from "../../../../../protocol/encoding/jcs.js";
import { topicOf } from "../../../../../protocol/events/topics.js";
import { LocalTime } from "../../../../../scripts/market/localMesh.js";
import { quiet } from "../../../../kit/logger.js";

const NETWORK = "0".repeat(8);
const HEAD = topicOf(NETWORK, "head");
const BOUND = topicOf(NETWORK, "bound/all");
const keyOf = (n: number): string =>
  Buffer.from(nodeCrypto.ed25519PublicKey(nodeCrypto.sha256(`head ${n}`))).toString("hex");
const KEYS = Array.from({ length: 24 }, (_, n) => keyOf(n));
const OWN = KEYS[0]!;

interface Neighbour {
  /** Of an earlier version: it says heads on the topic alone, and follows it. */
  readonly isEarlier: boolean;
  readonly follows: boolean;
  readonly isKept: boolean;
}

type Seen = Pick<Net, "peers" | "subscribers">;

function netOf(near: ReadonlyMap<string, Neighbour>, bound: readonly string[] = []): Seen {
  const peersThat = (is: (one: Neighbour) => boolean): string[] =>
    [...near].filter(([, one]) => is(one)).map(([key]) => peerIdOf(key));
  return {
    peers: () => peersThat(() => true),
    subscribers: (topic) => {
      if (topic === HEAD) return peersThat(({ follows, isEarlier }) => follows || isEarlier);
      return topic === BOUND ? bound.map(peerIdOf) : [];
    },
  };
}

const neighbours = fc
  .array(fc.record({ isEarlier: fc.boolean(), follows: fc.boolean(), isKept: fc.boolean() }), {
    minLength: 1,
    maxLength: KEYS.length - 1,
  })
  .map((all) => new Map(all.map((one, i) => [KEYS[i + 1]!, one])));

/** What a node does by what its neighbours do, at each look. */
function topicBeside(
  near: () => ReadonlyMap<string, Neighbour>,
  mayLeave: boolean,
  named: readonly string[] = [],
  onCall: (node: string) => void = () => undefined,
): { readonly topic: HeadTopic; readonly state: { isQuiet: boolean; follows: number } } {
  const state = { isQuiet: false, follows: 0 };
  const topic = new HeadTopic(
    { network: NETWORK, publicKey: OWN },
    {
      net: {
        peers: () => netOf(near()).peers(),
        subscribers: (name) => netOf(near()).subscribers(name),
      },
      scheduler: new LocalTime(),
      random: { next: () => 0 },
      keeping: {
        isShare: true,
        keeps: (author) => near().get(author)?.isKept === true,
        get isQuiet() {
          return state.isQuiet;
        },
        beQuiet: (is) => {
          state.isQuiet = is;
        },
      },
      named: () => named,
      reach: async (node) => {
        onCall(node);
        return null;
      },
      mayLeave: () => mayLeave,
      nodes: () => [...near().keys()].map((node) => ({ node })),
      handsHeads: (node) => near().get(node)?.isEarlier !== true,
      follow: () => {
        state.follows += 1;
      },
    },
  );
  return { topic, state };
}

describe("the topic of the heads of all", () => {
  it("is left beside three who follow it and nobody who says heads there alone, and joined else", () => {
    fc.assert(
      fc.property(neighbours, neighbours, fc.boolean(), (first, second, mayLeave) => {
        let near: ReadonlyMap<string, Neighbour> = first;
        const { topic, state } = topicBeside(() => near, mayLeave);
        const followersOf = (all: ReadonlyMap<string, Neighbour>): number =>
          [...all.values()].filter(({ isEarlier, follows: is }) => is || isEarlier).length;
        const isAmongLike = (all: ReadonlyMap<string, Neighbour>): boolean =>
          ![...all.values()].some(({ isEarlier }) => isEarlier);
        topic.look();
        expect(state.isQuiet).to.equal(mayLeave && isAmongLike(first) && followersOf(first) > 3);
        const before = state.isQuiet;
        near = second;
        topic.look();
        // One look alone may see a peer that has said nothing yet.
        if (before) expect(state.isQuiet).to.equal(true);
        topic.look();
        const stays = mayLeave && isAmongLike(second) && followersOf(second) >= 3;
        if (before) expect(state.isQuiet).to.equal(stays);
        // It joins or leaves once for each change, and at no other time.
        const changes = before ? 1 + Number(!state.isQuiet) : Number(state.isQuiet);
        expect(state.follows).to.equal(changes);
      }),
    );
  });

  it("is followed near one who does so by its office, called ever less, where others need it", () => {
    const witness = KEYS.at(-1)!;
    const two = { isEarlier: false, follows: true, isKept: false };
    let near = new Map([1, 2].map((n) => [KEYS[n]!, two]));
    const called: number[] = [];
    let looks = 0;
    const { topic, state } = topicBeside(
      () => near,
      true,
      [witness],
      (node) => {
        expect(node).to.equal(witness);
        called.push(looks);
      },
    );
    for (looks = 1; looks <= 40; looks += 1) topic.look();
    expect(state.isQuiet).to.equal(false);
    expect(called).to.deep.equal([6, 8, 12, 20, 36]);
    near = new Map([...near, [witness, two]]);
    for (; looks <= 300; looks += 1) topic.look();
    expect(called).to.have.lengthOf(5);
  });
});

describe("the own head", () => {
  it("goes once to each who keeps the spine and hears it on no topic, and to nobody else", async () => {
    await fc.assert(
      fc.asyncProperty(neighbours, fc.boolean(), async (near, isBinding) => {
        const bound = [...near]
          .filter(([, { follows }]) => !follows)
          .map(([key]) => key)
          .slice(0, 2);
        const asked: string[] = [];
        const time = new LocalTime();
        let seq = 0;
        const exchange: Pick<ServiceExchange, "ask" | "serve"> = {
          serve: async () => undefined,
          ask: async (to, protocol) => {
            asked.push(to);
            if (near.get(to)?.isEarlier === true) throw new UnservedError(protocol);
            return { kept: true };
          },
        };
        const hands = new HeadHands(
          { network: NETWORK, publicKey: OWN },
          {
            exchange,
            net: netOf(near, bound),
            clock: time,
            scheduler: time,
            log: quiet,
            authors: { isKept: () => true },
            keeping: { holdersOf: () => [] },
            kept: {
              has: (peer) => [...near].some(([key, one]) => peerIdOf(key) === peer && one.isKept),
            },
            notes: { take: async () => undefined },
            spine: {
              get tip() {
                return { seq };
              },
              isBinding,
            },
            ownNote: () => canonicalize({ note: { seq }, sig: "" }),
            takesHeads: () => false,
            reach: async () => null,
          },
        );
        await hands.start();
        const passes = async (seconds: number): Promise<void> => {
          for (let i = 0; i < 4 * seconds; i += 1)
            await time.pass(250, async () => {
              for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
            });
        };
        const expected = [...near]
          .filter(([key, { follows, isEarlier, isKept }]) => {
            const isOnBound = isBinding && bound.includes(key);
            return isKept && !follows && !isEarlier && !isOnBound;
          })
          .map(([key]) => key);
        hands.grown();
        await passes(20);
        expect(asked.toSorted()).to.deep.equal(expected.toSorted());
        asked.length = 0;
        await passes(60);
        expect(asked).to.deep.equal([]);
        seq += 1;
        hands.grown();
        await passes(20);
        expect(asked.toSorted()).to.deep.equal(expected.toSorted());
        hands.stop();
      }),
    );
  });

  it("is taken from its author alone, where its spine is kept, and not more often than one says it", async () => {
    const time = new LocalTime();
    const taken: string[] = [];
    let answer: ServiceAnswer | null = null;
    const [author, stranger] = [KEYS[1]!, KEYS[2]!];
    const hands = new HeadHands(
      { network: NETWORK, publicKey: OWN },
      {
        exchange: {
          serve: async (_, __, given) => {
            answer = given;
          },
          ask: async () => null,
        },
        net: netOf(new Map()),
        clock: time,
        scheduler: time,
        log: quiet,
        authors: { isKept: (one) => one === author },
        keeping: { holdersOf: () => [] },
        kept: { has: () => null },
        notes: {
          take: async (_, peer) => {
            taken.push(peer);
          },
        },
        spine: { tip: null },
        ownNote: () => null,
        takesHeads: () => false,
        reach: async () => null,
      },
    );
    await hands.start();
    const hand = async (of: string, from: string): Promise<string> => {
      try {
        return await answer!({ head: { note: { author: of }, sig: "" } }, from);
      } catch (error) {
        return String(error);
      }
    };
    expect(await hand(author, author)).to.equal('{"kept":true}');
    expect(await hand(stranger, stranger)).to.equal('{"kept":false}');
    expect(await hand(author, stranger)).to.include("not the head of who asks");
    expect(taken).to.deep.equal([peerIdOf(author)]);
    for (let i = 0; i < 200; i += 1) await hand(author, author);
    expect(taken).to.have.lengthOf(50);
    await time.pass(2_000, async () => undefined);
    expect(await hand(author, author)).to.equal('{"kept":true}');
    hands.stop();
  });
});
