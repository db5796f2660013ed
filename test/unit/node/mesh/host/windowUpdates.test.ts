import { expect } from "chai";
import { owing } from "../../../../../node/mesh/host/patches/windowUpdates.js";

/** A frame's header by the protocol's own words: version, type, flags, stream, length. */
function header(type: number, flags: number, stream: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt8(type, 1);
  bytes.writeUInt16BE(flags, 2);
  bytes.writeUInt32BE(stream, 4);
  bytes.writeUInt32BE(length, 8);
  return Uint8Array.from(bytes);
}

type Sent = Parameters<Parameters<typeof owing>[0]["send"]>[0];

function muxer(open: readonly number[]): {
  readonly send: (frame: Sent) => boolean;
  readonly sent: readonly string[];
} {
  const sent: string[] = [];
  return Object.assign(
    owing({
      streams: open.map((streamId) => ({ streamId })),
      send: (frame: Sent): boolean => sent.push(Buffer.from(frame.subarray()).toString("hex")) > 0,
    }),
    { sent },
  );
}

const hex = (...of: readonly [number, number, number, number]): string =>
  Buffer.from(header(...of)).toString("hex");

describe("node/mesh/windowUpdates", () => {
  it("owes room until it is half of the first window, and then gives all of it", () => {
    const { send, sent } = muxer([1, 3]);
    for (const bytes of [1, 60_000, 71_070]) expect(send(header(1, 0, 1, bytes))).to.equal(true);
    expect(sent).to.deep.equal([]);
    send(header(1, 0, 3, 131_071));
    expect(sent).to.deep.equal([]);
    send(header(1, 0, 1, 1));
    expect(sent).to.deep.equal([hex(1, 0, 1, 131_072)]);
    send(header(1, 0, 1, 200_000));
    expect(sent).to.deep.equal([hex(1, 0, 1, 131_072), hex(1, 0, 1, 200_000)]);
  });

  it("holds back nothing that opens, ends or breaks a stream, and gives what it owed with it", () => {
    const { send, sent } = muxer([1]);
    send(header(1, 1, 1, 0));
    send(header(1, 0, 1, 100));
    send(header(1, 2, 1, 5));
    send(header(1, 4, 1, 0));
    send(header(1, 8, 1, 0));
    expect(sent).to.deep.equal([
      hex(1, 1, 1, 0),
      hex(1, 2, 1, 105),
      hex(1, 4, 1, 0),
      hex(1, 8, 1, 0),
    ]);
  });

  it("leaves data, pings and farewells alone", () => {
    const { send, sent } = muxer([1]);
    const others = [
      header(0, 0, 1, 12),
      header(2, 1, 0, 7),
      header(3, 0, 0, 0),
      new Uint8Array([0, 1, 0, 0]),
    ];
    for (const frame of others) send(frame);
    expect(sent).to.deep.equal(others.map((frame) => Buffer.from(frame).toString("hex")));
  });

  it("forgets streams that are gone, and no others", () => {
    const open = Array.from({ length: 10 }, (_, i) => 2 * i + 1);
    const { send, sent } = muxer(open);
    for (let id = 1; id < 5_000; id += 2) send(header(1, 0, id, 131_000));
    expect(sent).to.deep.equal([]);
    for (const id of open) send(header(1, 0, id, 72));
    expect(sent).to.deep.equal(open.map((id) => hex(1, 0, id, 131_072)));
    // Long gone: what it was owed is not known any more.
    send(header(1, 0, 101, 72));
    expect(sent).to.have.length(open.length);
  });
});
