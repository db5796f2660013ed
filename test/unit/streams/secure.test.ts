/** The secure channel, held against Python's `cryptography`: scripts/streams/make_vectors.py. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { secureCrypto } from "../../../node/runtime/secureCrypto.js";
import {
  publicKeyOf,
  SECURE_SESSION_CALCONDS,
  SecureChain,
  transcriptOf,
  type OpenedSession,
} from "../../../protocol/streams/secure.js";

interface Frame {
  readonly seq: number;
  readonly calcond: number;
  readonly plaintext: string;
  readonly frame: string;
}
interface Session {
  readonly client_private: string;
  readonly server_private: string;
  readonly node_seed: string;
  readonly node_public: string;
  readonly opened: OpenedSession;
  readonly transcript: string;
  readonly signature: string;
  readonly shared: string;
  readonly chain: string;
  readonly frames: readonly Frame[];
}

const {
  low_order: lowOrder,
  sessions,
}: { readonly low_order: readonly string[]; readonly sessions: readonly Session[] } = JSON.parse(
  readFileSync("test/vectors/streams/streams.json", "utf8"),
);

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const hex = (raw: Uint8Array): string => Buffer.from(raw).toString("hex");
const text = (raw: Uint8Array | null): string | null =>
  raw === null ? null : Buffer.from(raw).toString("utf8");

function begun(session: Session, side: "client" | "server"): SecureChain {
  const { client_private, opened, server_private } = session;
  const [own, other] =
    side === "client"
      ? [client_private, opened.serverPublicKey]
      : [server_private, opened.clientPublicKey];
  return SecureChain.begin(secureCrypto, bytes(own), bytes(other), opened)!;
}

describe("the secure channel", () => {
  for (const session of sessions) {
    const { chain, frames, opened } = session;
    const place = ({ calcond, seq }: Frame) => ({
      channel: opened.channel,
      session: opened.session,
      calcond,
      seq,
    });

    describe(opened.session, () => {
      it("agrees on keys, transcript, signature and chain with the other implementation", () => {
        const crypto = secureCrypto;
        expect(hex(crypto.x25519PublicKey(bytes(session.client_private)))).to.equal(
          opened.clientPublicKey,
        );
        expect(
          hex(crypto.x25519Shared(bytes(session.server_private), bytes(opened.clientPublicKey))!),
        ).to.equal(session.shared);
        const transcript = transcriptOf(crypto, opened);
        expect(hex(transcript)).to.equal(session.transcript);
        expect(hex(crypto.ed25519Sign(bytes(session.node_seed), transcript))).to.equal(
          session.signature,
        );
        expect(begun(session, "server").keyHex).to.equal(chain);
        expect(begun(session, "client").keyHex).to.equal(chain);
      });

      it("seals the frames of the other implementation, bit for bit, and opens them", () => {
        const server = begun(session, "server");
        const client = begun(session, "client");
        for (const frame of frames) {
          expect(hex(server.seal(place(frame), Buffer.from(frame.plaintext)))).to.equal(
            frame.frame,
          );
          expect(text(client.open(place(frame), bytes(frame.frame)))).to.equal(frame.plaintext);
        }
      });

      it("opens no earlier frame with what is left behind each", () => {
        const server = begun(session, "server");
        for (const [i, frame] of frames.entries()) {
          server.seal(place(frame), Buffer.from(frame.plaintext));
          const stolen = new SecureChain(secureCrypto, bytes(server.keyHex), server.calcond);
          for (const earlier of frames.slice(0, i + 1)) {
            // The thief may believe that the key stands at any earlier calcond.
            const believed = new SecureChain(secureCrypto, bytes(server.keyHex), earlier.calcond);
            expect(stolen.open(place(earlier), bytes(earlier.frame))).to.equal(null);
            expect(believed.open(place(earlier), bytes(earlier.frame))).to.equal(null);
          }
        }
      });

      it("opens nothing that was changed, moved or is another session's", () => {
        const [frame] = frames;
        const sealed = bytes(frame!.frame);
        for (let at = 0; at < sealed.length; at += 1) {
          const changed = sealed.slice();
          changed[at]! ^= 1;
          expect(begun(session, "client").open(place(frame!), changed)).to.equal(null);
        }
        const wrong = [
          { ...place(frame!), seq: frame!.seq + 1 },
          { ...place(frame!), calcond: frame!.calcond + 1 },
          { ...place(frame!), channel: `${opened.channel}a` },
          { ...place(frame!), session: `${opened.session}0` },
          { ...place(frame!), calcond: opened.startCalcond - 1 },
          { ...place(frame!), calcond: frame!.calcond + SECURE_SESSION_CALCONDS + 1 },
        ];
        const client = begun(session, "client");
        for (const one of wrong)
          expect(client.open(one, sealed), JSON.stringify(one)).to.equal(null);
        expect(client.open(place(frame!), sealed.subarray(0, 15))).to.equal(null);
        // Nothing of that moved the client on.
        expect(text(client.open(place(frame!), sealed))).to.equal(frame!.plaintext);
      });
    });
  }

  it("refuses every public key of low order, and texts that are none", () => {
    const { opened } = sessions[0]!;
    expect(lowOrder).to.have.length(7);
    for (const key of lowOrder) {
      const begin = SecureChain.begin(secureCrypto, Buffer.alloc(32, 5), bytes(key), opened);
      expect(begin, key).to.equal(null);
    }
    for (const none of ["", "00", "g".repeat(64), "0".repeat(63), "A".repeat(64)])
      expect(publicKeyOf(none), none).to.equal(null);
  });

  it("goes on in pieces, and never back", () => {
    const whole = new SecureChain(secureCrypto, Buffer.alloc(32, 3), 10);
    const pieces = new SecureChain(secureCrypto, Buffer.alloc(32, 3), 10);
    expect(whole.advance(1_010)).to.equal(true);
    let turns = 1;
    while (!pieces.advance(1_010, 300)) turns += 1;
    expect(turns).to.equal(4);
    expect(pieces.keyHex).to.equal(whole.keyHex);
    expect(() => pieces.advance(1_009)).to.throw(RangeError);
  });
});
