import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { lanTags } from "../../../protocol/events/lanTag.js";

const A = Buffer.from("a1".repeat(32), "hex");
const B = Buffer.from("b2".repeat(32), "hex");

describe("the name of a mesh on a local network", () => {
  // Expected digits: hmac.new(secret, b"calc-mdns/1\0" + net, hashlib.sha256) of Python's library.
  it("follows from secret and network", () => {
    expect(lanTags(nodeCrypto, new Map([[1, A]]), "0a1b2c3d")).to.deep.equal([
      "_calc-f12a89c878._udp.local",
    ]);
    expect(lanTags(nodeCrypto, new Map([[9, B]]), "0a1b2c3d")).to.deep.equal([
      "_calc-97dcf625e5._udp.local",
    ]);
    expect(lanTags(nodeCrypto, new Map([[1, A]]), "ffffffff")).to.deep.equal([
      "_calc-1e9c3cd0e9._udp.local",
    ]);
  });

  it("is one for each secret while one replaces another, by key number, at most four", () => {
    expect(
      lanTags(
        nodeCrypto,
        new Map([
          [2, B],
          [1, A],
        ]),
        "0a1b2c3d",
      ),
    ).to.deep.equal(["_calc-f12a89c878._udp.local", "_calc-97dcf625e5._udp.local"]);
    const six = new Map([1, 2, 3, 4, 5, 6].map((kid) => [kid, Buffer.alloc(32, kid)] as const));
    expect(lanTags(nodeCrypto, six, "0a1b2c3d")).to.have.length(4);
    expect(lanTags(nodeCrypto, new Map(), "0a1b2c3d")).to.deep.equal([]);
  });

  it("fits the 15 characters of a service's name (RFC 6335, section 5.1)", () => {
    const [tag = ""] = lanTags(nodeCrypto, new Map([[1, A]]), "0a1b2c3d");
    expect(tag).to.match(/^_[a-z0-9-]{1,15}\._udp\.local$/);
  });
});
