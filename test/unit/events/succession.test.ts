import { readFileSync } from "node:fs";
import { expect } from "chai";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import {
  createEvent,
  eventLeaf,
  headerTextOf,
  NO_HASH,
  readEvent,
  type Author,
  type EncodedEvent,
  type EventHeader,
} from "../../../protocol/seal/event.js";
import {
  isSuccession,
  keyCommitment,
  rotationMessage,
  standingOf,
  verifySuccession,
  type KeyInTurn,
  type Succession,
} from "../../../protocol/events/succession.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { verifyUnderSuccession } from "../../../protocol/kernel/verifyKeys.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import {
  buildLevels,
  inclusionPath,
  levelReader,
  merkleRoot,
} from "../../../protocol/seal/merkle.js";
import type { ReceiptV3 } from "../../../protocol/seal/receiptFormat.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { vectorText } from "../encoding/vectors.js";
import { authorOf, NET, NOW } from "./fixtures.js";

interface Document {
  v: string;
  net: string;
  openings: JsonObject[];
  ends: JsonObject[];
  places?: { id: string; path: string[] }[];
}
interface Vectors {
  readonly document: Document;
  readonly keys: readonly KeyInTurn[];
  readonly standings: readonly { name: string; header: EventHeader; ok: boolean | null }[];
}
const vectors: Vectors = JSON.parse(vectorText("events/successions.json"));

function held(document: unknown): Succession {
  const found = verifySuccession(crypto, document);
  if (!found.ok) throw new Error(found.reason);
  return found.succession;
}

function reasonOf(document: unknown): string {
  const found = verifySuccession(crypto, document);
  return found.ok ? "none" : found.reason;
}

const OLD = authorOf(11);
const NEXT = authorOf(12);
const AFTER = authorOf(13);
const STRANGER = authorOf(14);

const commitmentOf = ({ publicKey }: Author): string => keyCommitment(crypto, publicKey)!;

function opening(author: Author, following: Author, calcond = NOW): EncodedEvent {
  const body = { engine_version: "calc-engine/2", next: commitmentOf(following) };
  const draft = { net: NET, kind: "spine.open", seq: 0, prev: NO_HASH, calcond, body };
  return createEvent(crypto, author, draft);
}

const plain = ({ text }: EncodedEvent): JsonObject => JSON.parse(text);
const oldOpened = opening(OLD, NEXT);
const nextOpened = opening(NEXT, AFTER, NOW + 2);

interface RotationDraft {
  readonly by?: Author;
  readonly agrees?: Author;
  readonly key?: string;
  readonly next?: string;
  readonly root?: string;
  readonly seq?: number;
  readonly prev?: string;
  readonly signedSeq?: number;
  readonly calcond?: number;
}

function rotation(draft: RotationDraft = {}): JsonObject {
  const {
    by = OLD,
    agrees = NEXT,
    seq = 1,
    prev = oldOpened.id,
    signedSeq = seq,
    calcond = NOW + 1,
    ...terms
  } = draft;
  const said = {
    key: terms.key ?? NEXT.publicKey,
    next: terms.next ?? commitmentOf(AFTER),
    root: terms.root ?? toHex(oldOpened.leaf),
  };
  const place = { author: by.publicKey, net: NET, prev, seq: signedSeq };
  const sig = toHex(crypto.ed25519Sign(agrees.seed, rotationMessage(place, said)));
  const body = { ...said, sig };
  const event = { net: NET, kind: "key.rotate", seq, prev, calcond, body };
  return plain(createEvent(crypto, by, event));
}

interface RevocationDraft {
  readonly by?: Author;
  readonly opened?: EncodedEvent;
  readonly seq?: number;
  readonly at?: number;
  readonly prev?: string;
  readonly id?: string;
  readonly key?: string;
  readonly root?: string;
  readonly calcond?: number;
}

function revocation(draft: RevocationDraft = {}): JsonObject {
  const { by = NEXT, opened = nextOpened, seq = 0, at = 1, calcond = NOW + 2 } = draft;
  const body = {
    id: draft.id ?? oldOpened.id,
    key: draft.key ?? OLD.publicKey,
    root: draft.root ?? toHex(oldOpened.leaf),
    seq,
  };
  const prev = draft.prev ?? opened.id;
  return plain(
    createEvent(crypto, by, { net: NET, kind: "key.revoke", seq: at, prev, calcond, body }),
  );
}

const documentOf = (end: JsonObject, next = nextOpened): Document => ({
  v: "calc-succession/1",
  net: NET,
  openings: [plain(oldOpened), plain(next)],
  ends: [end],
});

describe("events/succession: against a document made by Python", () => {
  it("names the keys and where each ended", () => {
    expect(isSuccession(vectors.document)).to.equal(true);
    expect(held(vectors.document).keys).to.deep.equal(vectors.keys);
  });

  for (const { name, header, ok } of vectors.standings) {
    it(`judges an event of ${name}: ${ok}`, () => {
      expect(standingOf(crypto, held(vectors.document), header).ok).to.equal(ok);
    });
  }

  it("refuses an event of another network and of a stranger", () => {
    const { header } = vectors.standings[0]!;
    const keys = held(vectors.document);
    expect(standingOf(crypto, keys, { ...header, net: "00000000" }).ok).to.equal(false);
    expect(standingOf(crypto, keys, { ...header, author: "ab".repeat(32) }).ok).to.equal(false);
  });

  it("refuses the document with any hex digit of what is signed turned", () => {
    for (const name of ["openings", "ends"] as const) {
      const text = JSON.stringify(vectors.document[name]);
      const digits = [...text.matchAll(/[0-9a-f]{64,}/g)].map(({ index }) => index + 7);
      expect(digits).to.not.have.lengthOf(0);
      for (const at of digits) {
        const turned = text[at] === "0" ? "1" : "0";
        const other = JSON.parse(text.slice(0, at) + turned + text.slice(at + 1));
        expect(reasonOf({ ...vectors.document, [name]: other }), `${name} ${at}`).to.not.equal(
          "none",
        );
      }
    }
  });

  it("refuses what has another shape", () => {
    const { document } = vectors;
    for (const other of [
      null,
      [],
      { ...document, v: "calc-succession/2" },
      { ...document, more: 1 },
      { ...document, openings: [] },
      { ...document, ends: document.ends.slice(1) },
      { ...document, ends: [...document.ends].reverse() },
      { ...document, openings: document.openings.slice(1), ends: document.ends.slice(0, 1) },
      { ...document, net: "0a1b2c3e" },
    ])
      expect(reasonOf(other), JSON.stringify(other)?.slice(0, 60)).to.not.equal("none");
  });
});

describe("events/succession: rotation", () => {
  it("ends the old key at its place", () => {
    const { keys } = held(documentOf(rotation()));
    expect(keys[0]!.end).to.deep.equal({ by: "rotation", size: 1, root: toHex(oldOpened.leaf) });
    expect(standingOf(crypto, held(documentOf(rotation())), oldOpened.event.header).ok).to.equal(
      true,
    );
  });

  it("is refused for each of its faults", () => {
    const early = opening(NEXT, AFTER, NOW);
    const stranger = opening(STRANGER, AFTER, NOW + 2);
    const cases: readonly (readonly [Document, RegExp])[] = [
      [documentOf(rotation({ by: NEXT, agrees: NEXT })), /old key's own/],
      [documentOf(rotation({ key: AFTER.publicKey, agrees: AFTER })), /names another key/],
      [documentOf(rotation({ next: commitmentOf(STRANGER) })), /commits to another key/],
      [documentOf(rotation({ agrees: OLD })), /did not sign the rotation/],
      [documentOf(rotation({ signedSeq: 2 })), /did not sign the rotation/],
      [documentOf(rotation({ root: NO_HASH.replace("0", "1") })), /does not follow the opening/],
      [documentOf(rotation({ prev: "ab".repeat(32) })), /does not follow the opening/],
      [documentOf(rotation({ calcond: NOW - 1 })), /before the opening/],
      [documentOf(rotation(), early), /opened before the rotation/],
      [documentOf(rotation(), stranger), /did not commit/],
      [documentOf(plain(nextOpened)), /neither key.rotate nor key.revoke/],
    ];
    for (const [document, reason] of cases) expect(reasonOf(document)).to.match(reason);
  });
});

describe("events/succession: revocation", () => {
  it("by the next key alone ends a stolen key", () => {
    const { keys } = held(documentOf(revocation()));
    expect(keys[0]!.end).to.deep.equal({ by: "revocation", size: 1, root: toHex(oldOpened.leaf) });
  });

  it("is refused for each of its faults", () => {
    const stranger = opening(STRANGER, AFTER, NOW + 2);
    const cases: readonly (readonly [Document, RegExp])[] = [
      [documentOf(revocation({ by: OLD })), /next key's own/],
      [documentOf(revocation({ key: AFTER.publicKey })), /names another key/],
      [documentOf(revocation({ at: 2 })), /follows the opening of its spine/],
      [documentOf(revocation({ prev: oldOpened.id })), /follows the opening of its spine/],
      [documentOf(revocation({ calcond: NOW + 1 })), /follows the opening of its spine/],
      [documentOf(revocation({ id: nextOpened.id })), /names another opening/],
      [documentOf(revocation({ root: toHex(nextOpened.leaf) })), /names another opening/],
      [documentOf(revocation({ by: STRANGER, opened: stranger }), stranger), /did not commit/],
    ];
    for (const [document, reason] of cases) expect(reasonOf(document)).to.match(reason);
  });
});

describe("events/succession: a receipt under its node's keys", () => {
  const file = JSON.parse(readFileSync("test/vectors/seal/receipts.json", "utf8"));
  const { receipt }: { receipt: ReceiptV3 } = file.receipts.find(
    ({ name }: { name: string }) => name === "v3, envelope 2 of 5",
  );
  // The key of these vectors, as scripts/seal/receiptVectors.ts has it.
  const seed = new Uint8Array(32).map((_, i) => i);
  const signer: Author = { seed, publicKey: receipt.public_key };
  const { header } = receipt.proof;
  const proof = verifyHeld({ crypto, registry: builtinRegistry() }, receipt, {
    nowCalcond: file.now,
  });

  /** The signer's key, stolen and revoked when `size` events stood. */
  function revokedAt(size: number, hasPath: boolean): Succession {
    const opened = opening(signer, NEXT, header.calcond);
    const leaves = Array.from({ length: size }, (_, at) =>
      at === 0
        ? opened.leaf
        : at === header.seq
          ? eventLeaf(crypto, headerTextOf(header))
          : crypto.sha256(`leaf ${at}`),
    );
    const next = opening(NEXT, AFTER, header.calcond + 5);
    const end = revocation({
      opened: next,
      calcond: header.calcond + 5,
      seq: size - 1,
      key: signer.publicKey,
      id: size === 1 ? opened.id : "ab".repeat(32),
      root: toHex(merkleRoot(crypto, leaves)),
    });
    const read = levelReader(buildLevels(crypto, leaves));
    const path = (): string[] => inclusionPath(crypto, read, header.seq, size).map(toHex);
    const id = crypto.sha256Hex(`calc-event/1\u0000${headerTextOf(header)}`);
    return held({
      v: "calc-succession/1",
      net: NET,
      openings: [plain(opened), plain(next)],
      ends: [end],
      places: hasPath ? [{ id, path: path() }] : [],
    });
  }

  it("keeps its verdict under the newest key, and in a revoked one where its place is shown", () => {
    expect(proof.checks.find(({ name }) => name === "signature")?.ok).to.equal(true);
    expect(header.seq).to.be.greaterThan(0);
    const newest = held({
      v: "calc-succession/1",
      net: NET,
      openings: [plain(opening(signer, NEXT, header.calcond))],
      ends: [],
    });
    for (const keys of [newest, revokedAt(header.seq + 1, true), revokedAt(header.seq + 9, true)]) {
      const { checks, reasons, verdict } = verifyUnderSuccession(crypto, proof, keys);
      expect({ reasons, verdict }).to.deep.equal({
        reasons: proof.reasons,
        verdict: proof.verdict,
      });
      expect(checks.at(-1)).to.include({ name: "succession", ok: true });
    }
  });

  it("is sound without a path, and invalid beyond the revocation and of no such key", () => {
    const open = verifyUnderSuccession(crypto, proof, revokedAt(header.seq + 9, false));
    expect(open.verdict).to.equal("sound");
    expect(open.reasons.join()).to.match(/no path shows the event/);
    for (const keys of [revokedAt(header.seq, false), held(vectors.document)])
      expect(verifyUnderSuccession(crypto, proof, keys).verdict).to.equal("invalid");
  });

  it("says nothing where there is no receipt", () => {
    const none = verifyHeld({ crypto, registry: builtinRegistry() }, {}, { nowCalcond: file.now });
    expect(verifyUnderSuccession(crypto, none, held(vectors.document))).to.equal(none);
  });
});

describe("events/succession: commitments", () => {
  it("are sha256 of the public key's bytes", () => {
    // sha256 of 32 zero bytes, as Python's hashlib gives it.
    expect(keyCommitment(crypto, "00".repeat(32))).to.equal(
      "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    );
    expect(keyCommitment(crypto, "00")).to.equal(null);
    expect(fromHex(OLD.publicKey)).to.have.lengthOf(32);
    expect(readEvent(plain(oldOpened))?.body).to.deep.equal(oldOpened.event.body);
  });
});
