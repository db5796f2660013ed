/** Signed links, held against an implementation in Python: scripts/streams/make_vectors.py. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { checkLink, pullPath, signLink } from "../../../protocol/streams/link.js";

interface LinkVector {
  readonly link_key: string;
  readonly channel: string;
  readonly path: string;
  readonly expires: number;
  readonly sig: string;
}

const {
  links,
}: {
  readonly links: readonly LinkVector[];
} = JSON.parse(readFileSync("test/vectors/streams/streams.json", "utf8"));

describe("links to a stream", () => {
  for (const { channel, expires, link_key: key, path, sig } of links) {
    const linkKey = Buffer.from(key, "hex");
    const verdict = (text: string, now = expires, of = channel) =>
      checkLink(nodeCrypto, linkKey, { channel: of, sig: text, now });

    it(`signs ${channel} as the other implementation does`, () => {
      expect(pullPath(channel)).to.equal(path);
      expect(signLink(nodeCrypto, linkKey, { channel, expires })).to.equal(sig);
    });

    it(`opens ${channel} up to its last calcond, and no longer`, () => {
      expect(verdict(sig)).to.equal("good");
      expect(verdict(sig, 0)).to.equal("good");
      expect(verdict(sig, expires + 1)).to.equal("expired");
    });

    it(`refuses every changed bit of the signature of ${channel}`, () => {
      for (let at = 0; at < sig.length; at += 1) {
        for (let bit = 0; bit < 8; bit += 1) {
          const changed =
            sig.slice(0, at) +
            String.fromCharCode(sig.charCodeAt(at) ^ (1 << bit)) +
            sig.slice(at + 1);
          expect(verdict(changed), JSON.stringify(changed)).to.equal("bad");
          expect(verdict(changed, expires + 1), changed).to.equal("bad");
        }
      }
    });

    it(`refuses another channel, key, method, end and spelling than that of ${channel}`, () => {
      expect(verdict(sig, expires, `${channel}a`)).to.equal("bad");
      const mac = (text: string): string =>
        Buffer.from(nodeCrypto.hmacSha256(linkKey, text)).toString("hex");
      const posted = mac(`calc-pull/1\nPOST\n${path}\n${channel}\n${expires}`);
      expect(verdict(`${expires}.${posted}`)).to.equal("bad");
      const signature = sig.slice(sig.indexOf(".") + 1);
      for (const written of ["", "0", "-1", `0${expires}`, `+${expires}`, `${expires}.0`, "1e3"]) {
        const changed = `${written}.${signature}`;
        expect(verdict(changed), changed).to.equal("bad");
      }
      for (const changed of ["", ".", sig.toUpperCase(), `${sig} `, ` ${sig}`, `${sig}00`]) {
        if (changed !== sig) expect(verdict(changed), changed).to.equal("bad");
      }
      const other = checkLink(nodeCrypto, Buffer.alloc(32, 9), { channel, sig, now: 0 });
      expect(other).to.equal("bad");
    });
  }

  it("is total on any text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (sig) => {
        const asked = { channel: "ch_a", sig, now: 0 };
        expect(checkLink(nodeCrypto, Buffer.alloc(32), asked)).to.equal("bad");
      }),
    );
  });
});
