import { expect } from "chai";
import { toHex } from "../../protocol/encoding/hex.js";
import { createEvent, createNote, messageId } from "../../protocol/seal/event.js";
import { HANDSHAKE_HEADER, makeHandshake } from "../../protocol/events/handshake.js";
import { EVENT_KINDS, NOTE_KINDS } from "../../protocol/mesh/kinds.js";
import { genesisOf, net8, topicOf } from "../../protocol/events/topics.js";
import { nodeCrypto as crypto } from "../../node/runtime/crypto.js";

// Literals: written with Python's json, hashlib, hmac and cryptography. Two nodes must agree on
// every byte of them.
describe("pins: the wire forms of the mesh", () => {
  const seed = new Uint8Array(32).map((_, i) => i);
  const key = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
  const author = { seed, publicKey: key };
  const event = createEvent(crypto, author, {
    net: "3a3bd409",
    kind: "spine.open",
    seq: 0,
    prev: "0".repeat(64),
    calcond: 2310461010,
    body: { next: "cd".repeat(32), engine_version: "calc-engine/1" },
  });

  it("an event, its id and its leaf", () => {
    expect(event.text).to.equal(
      '{"body":{"engine_version":"calc-engine/1",' +
        '"next":"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"},' +
        '"header":{"anchor":"0000000000000000000000000000000000000000000000000000000000000000",' +
        '"author":"03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8",' +
        '"body_hash":"d5022a6871485f1a7b3aaeb2fd4dd43e433995109b5a1219ae6e29a49a3ca74c",' +
        '"body_len":108,"calcond":2310461010,"kind":"spine.open","net":"3a3bd409",' +
        '"prev":"0000000000000000000000000000000000000000000000000000000000000000","seq":0,"v":1},' +
        '"sig":"0f714a7c8be6ce7089433fafb23c56137463a5615336d84b1b79929d30354a' +
        'c498a3c29c0060e31f4e40b00ca828f2a91f7a0a42a40f196fe70b8897b9bea40c"}',
    );
    expect(event.id).to.equal("33ef893830ac5c5dca4be07aaae200063fcc638c25a485d68870744575fd6cda");
    expect(toHex(event.leaf)).to.equal(
      "9790635ca1e0c7f0cab7222c2110cabf20b04a200b34beee0a3456f196b20162",
    );
  });

  it("a note's signature", () => {
    const note = createNote(crypto, author, {
      author: key,
      calcond: 2310461010,
      checkpoint: "x",
      id: "ab".repeat(32),
      kind: "head",
      net: "3a3bd409",
      seq: 0,
      v: 1,
    });
    expect(note.sig).to.equal(
      "91cf4f0e671ecf4e6a37035cce61beec123b2dc7ea5d95412783ead4316f1fd2" +
        "2552f233d99583285b1636bb79e4dc33d33aa67dc123bf70d0763bafaa90fc09",
    );
  });

  it("a handshake", () => {
    expect(HANDSHAKE_HEADER).to.equal("x-node-handshake");
    const claim = { kid: 1, sender: key, calcond: 2310461010n };
    expect(makeHandshake(crypto, new Uint8Array(32).fill(0x51), claim, event.text)).to.equal(
      `v1;kid=1;sender=${key};calcond=2310461010;mac=81ce14b4ef0df25605ad72b4852f61796db80cf7a53b5aabac671e286dec2914`,
    );
  });

  it("the name of a network, a topic and a relayed message", () => {
    expect(net8(crypto, genesisOf("pin", "calc"))).to.equal("3a3bd409");
    expect(topicOf("3a3bd409", "node")).to.equal("/calc/1/3a3bd409/node");
    expect(toHex(messageId(crypto, "/calc/1/3a3bd409/node", Buffer.from("data")))).to.equal(
      "f74f0ea80996ca3c56862bb13793bdf3d575750e",
    );
  });

  it("the kinds, their topics, sizes and rates", () => {
    const rows = Object.entries({ ...EVENT_KINDS, ...NOTE_KINDS }).map(([kind, row]) => [
      kind,
      row.topic,
      row.bodyBytesMax,
      row.periodCalconds,
    ]);
    expect(rows).to.deep.equal([
      ["spine.open", "node", 4096, null],
      ["key.rotate", "node", 4096, null],
      ["key.revoke", "node", 4096, null],
      ["seal", null, 512, null],
      ["node", "node", 4096, 463],
      ["digest", "digest", 2048, 120],
      ["evidence", "evid", 32768, null],
      ["job.open", "job", 16384, null],
      ["job.cancel", "job", 16384, null],
      ["job.draw", "job", 4096, null],
      ["job.settle", "job", 4096, null],
      ["work.offer", "job", 4096, null],
      ["work.beacon", "work", 4096, null],
      ["work.vrf", "work", 4096, null],
      ["work.claim", "work", 4096, null],
      ["work.commit", "work", 4096, null],
      ["work.reveal", "work", 4096, null],
      ["work.challenge", "work", 4096, null],
      ["work.verdict", "work", 4096, null],
      ["xfer.burn", "xfer", 4096, null],
      ["xfer.mint", "xfer", 4096, null],
      ["xfer.void", "xfer", 4096, null],
      ["xfer.refund", "xfer", 4096, null],
      ["name.commit", "name", 512, null],
      ["name.claim", "name", 10240, null],
      ["name.seen", "name", 512, null],
      ["name.update", "name", 10240, null],
      ["name.revoke", "name", 1024, null],
      ["shard.claim", "shard", 1024, null],
      ["shard.release", "shard", 1024, null],
      ["head", "head", 2048, 10],
      ["ckpt", "ckpt", 4096, 120],
    ]);
  });
});
