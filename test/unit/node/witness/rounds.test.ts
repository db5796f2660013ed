/** Rounds of gathered heads are said to all, once an epoch, and nobody is shown another one. */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto as crypto } from "../../../../node/runtime/crypto.js";
import { HeardRounds } from "../../../../node/witness/heardRounds.js";
import { ROUND_EPOCH_CALCONDS } from "../../../../protocol/mesh/kinds.js";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { makeHandshake } from "../../../../protocol/events/handshake.js";
import { topicOf } from "../../../../protocol/events/topics.js";
import { encodeWire } from "../../../../protocol/events/wireText.js";
import { peerIdOf } from "../../../../node/mesh/host/peerKey.js";
import { createNote } from "../../../../protocol/seal/event.js";
import { parseCheckpoint, signCheckpoint } from "../../../../protocol/seal/checkpoint.js";
import { cosignatureLine, witnessOfNode } from "../../../../protocol/witness/cosignature.js";
import { headsOrigin } from "../../../../protocol/witness/heads.js";
import { readPolicy, verifyWitnessed } from "../../../../protocol/witness/policy.js";
import { customerOf } from "../../../../scripts/market/pair.js";
import {
  LocalMesh,
  localKey,
  localSeed,
  TOWN_SECRET,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";

const WITNESSES = ["one", "two", "three", "four"];
const GATHERER = "gatherer";
const QUORUM = 3;

/** A round under the signatures of a gatherer and of some witnesses. */
function roundNote(net: string, round: number, root: number, signers: number): string {
  const origin = headsOrigin({ net, gatherer: localKey(GATHERER), round });
  const rootBytes = crypto.sha256(`root ${root}`);
  const signed = signCheckpoint(
    crypto,
    { origin, size: 1 + root, root: rootBytes },
    localSeed(GATHERER),
  );
  const { text } = parseCheckpoint(signed)!;
  const lines = WITNESSES.slice(0, signers).map((name) =>
    cosignatureLine(crypto, text, {
      key: witnessOfNode(net, localKey(name))!,
      seed: localSeed(name),
      seconds: 1_800_000_000 + round,
    }),
  );
  return signed + lines.join("");
}

/** The message by which the gatherer says a round. */
function saidBy(net: string, round: number, checkpoint: string, { time }: LocalMesh): Uint8Array {
  const author = { publicKey: localKey(GATHERER), seed: localSeed(GATHERER) };
  const calcond = time.calcond;
  const { note, sig } = createNote(crypto, author, {
    author: author.publicKey,
    calcond,
    checkpoint,
    kind: "ckpt",
    net,
    round,
    v: 1,
  });
  const text = canonicalize({ note, sig });
  const claim = { kid: 1, sender: author.publicKey, calcond: BigInt(calcond) };
  return encodeWire(makeHandshake(crypto, TOWN_SECRET, claim, text), text);
}

describe("rounds of gathered heads", () => {
  it("in any order: the latest under a quorum counts, and each number with two is noticed once", () => {
    const net = "0badcafe";
    const keys = WITNESSES.map((name) => localKey(name));
    const policy = readPolicy(crypto, net, { keys, quorum: QUORUM });
    const gatherer = localKey(GATHERER);
    const one = fc.record({
      round: fc.integer({ min: 1, max: 5 }),
      root: fc.integer({ min: 0, max: 1 }),
      signers: fc.integer({ min: 2, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), (said) => {
        const errors: unknown[] = [];
        const none = (): void => undefined;
        const log = {
          debug: none,
          info: none,
          warn: none,
          error: (_: string, of?: object) => errors.push(of),
          child: () => log,
        };
        const heard = new HeardRounds({
          log,
          verify: (note, of) => {
            const origin = parseCheckpoint(note)!.checkpoint.origin;
            return verifyWitnessed(
              crypto,
              note,
              { origin, publicKey: Buffer.from(of, "hex") },
              policy,
            );
          },
        });
        const roots = new Map<number, Set<number>>();
        let latest = 0;
        for (const { root, round, signers } of said) {
          const note = roundNote(net, round, root, signers);
          const state = heard.state({ gatherer, round, note });
          const seen = roots.get(round) ?? new Set<number>();
          const isHeard = seen.has(root) || (seen.size === 0 ? round <= latest : seen.size > 1);
          const expected = signers < QUORUM ? "short" : seen.size === 0 ? "new" : "split";
          expect(state).to.equal(isHeard ? "known" : expected);
          heard.take({ gatherer, round, note });
          if (signers < QUORUM) continue;
          // What comes with a proof counts for comparison also where a later one was said.
          if (seen.size < 2) roots.set(round, seen.add(root));
          latest = Math.max(latest, round);
        }
        const split = [...roots.values()].filter(({ size }) => size > 1).length;
        expect(heard.splits).to.equal(split);
        expect(errors).to.have.length(split);
        expect(heard.latest?.round ?? 0).to.equal(latest);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  describe("in a mesh", () => {
    let localMesh: LocalMesh;
    const named = (name: string): LocalNode => localMesh.nodes.find((one) => one.name === name)!;
    const roundsOf = ({ node }: LocalNode) => node.services.witnessing.book.rounds;

    before(async () => {
      localMesh = new LocalMesh({
        cosigned: { by: WITNESSES, quorum: QUORUM, gatherer: GATHERER },
      });
      for (const name of [...WITNESSES, GATHERER, "author", "reader"]) await localMesh.add(name);
    });
    after(() => localMesh.stop());

    const heardBy = ({ node }: LocalNode): number => {
      const topics = node.services.mesh.source?.topics() ?? [];
      return topics.find(({ name }) => name === "ckpt")!.accepted;
    };

    it("all hear of them, once an epoch and only where something has grown", async () => {
      await customerOf(named("author"), 2);
      await localMesh.until(
        "all have heard of a round",
        async () =>
          localMesh.nodes.every((one) => one.name === GATHERER || roundsOf(one).latest !== null),
        60,
      );
      const reader = named("reader");
      const before = heardBy(reader);
      for (let i = 0; i < 8; i += 1) {
        await customerOf(named("author"), 1);
        await localMesh.pass(ROUND_EPOCH_CALCONDS / 4);
      }
      // Two epochs of growth, in which a round was cosigned each ten calconds.
      expect(heardBy(reader) - before).to.be.within(2, 3);
      await localMesh.pass(ROUND_EPOCH_CALCONDS);
      const rested = heardBy(reader);
      await localMesh.pass(1.5 * ROUND_EPOCH_CALCONDS);
      expect(heardBy(reader)).to.equal(rested);
    });

    it("all notice where a quorum has cosigned two of one number, and none without a quorum", async () => {
      const { net } = named(GATHERER).node.services.spine;
      const liar = localMesh.hub.join(localKey("liar"));
      for (const one of localMesh.nodes) localMesh.hub.link(liar.peerId, peerIdOf(one.publicKey));
      const round = (roundsOf(named("reader")).latest?.round ?? 0) + 1_000;
      const say = async (root: number, signers: number): Promise<void> => {
        const text = saidBy(net, round, roundNote(net, round, root, signers), localMesh);
        await liar.publish(topicOf(net, "ckpt"), text);
        await localMesh.settle();
      };
      await say(0, QUORUM - 1);
      expect(roundsOf(named("reader")).latest!.round).to.be.lessThan(round);
      await say(0, QUORUM);
      await say(1, QUORUM);
      for (const one of localMesh.nodes.filter(({ name }) => name !== GATHERER)) {
        expect(roundsOf(one).latest!.round, one.name).to.equal(round);
        expect(roundsOf(one).splits, one.name).to.equal(1);
      }
    });
  });
});
