/** The strict reader: total on any bytes, and the same whatever pieces they come in. */
import { expect } from "chai";
import {
  array,
  assert,
  integer,
  oneof,
  constantFrom,
  property,
  string,
  uint8Array,
} from "fast-check";
import { ChunkReader } from "../../../api/http/http1/chunks.js";
import { CHUNKED, isFault, parseHead, type Head } from "../../../api/http/http1/head.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_126;

function headOf(text: string): Head {
  const read = parseHead(text);
  if (isFault(read)) throw new Error(read.detail);
  return read;
}

/** What a reader makes of pieces: the body and the bytes behind it, or "fault". */
function chunksOf(pieces: readonly Buffer[]): { body: string; behind: number } | "fault" | "more" {
  const reader = new ChunkReader();
  let body = "";
  for (const [i, piece] of pieces.entries()) {
    const used = reader.read(piece, (bytes) => {
      body += Buffer.from(bytes).toString("latin1");
    });
    if (typeof used !== "number") return "fault";
    if (!reader.isDone) continue;
    const later = pieces.slice(i + 1).reduce((sum, { length }) => sum + length, 0);
    return { body, behind: piece.length - used + later };
  }
  return "more";
}

describe("http1: reading heads", () => {
  it("takes a head apart", () => {
    const head = headOf(
      "QUERY /a%20b?c=d&e HTTP/1.1\r\nHost: [::1]:8287\r\nX-A:  two words\t\r\nx-a:\r\nContent-Length: 12",
    );
    expect(head).to.deep.equal({
      method: "QUERY",
      path: "/a%20b",
      query: "c=d&e",
      fields: ["host", "[::1]:8287", "x-a", "two words", "x-a", "", "content-length", "12"],
      bodyBytes: 12,
      waitsForContinue: false,
      keepsAlive: true,
      isOld: false,
    });
  });

  it("knows when a connection goes on", () => {
    const keeps = (version: string, field: string): boolean =>
      headOf(`GET / ${version}\r\nHost: a\r\n${field}`).keepsAlive;
    expect(keeps("HTTP/1.1", "X: y")).to.equal(true);
    expect(keeps("HTTP/1.1", "Connection: Close")).to.equal(false);
    expect(keeps("HTTP/1.1", "Connection: upgrade, close")).to.equal(false);
    expect(keeps("HTTP/1.0", "X: y")).to.equal(false);
    expect(keeps("HTTP/1.0", "Connection: Keep-Alive")).to.equal(true);
  });

  it("keeps bytes beyond ASCII at the ends of a value, for who reads it to refuse", () => {
    const { fields } = headOf("GET / HTTP/1.1\r\nHost: a\r\nIdempotency-Key: \u00a0key\u00ff");
    expect(fields[3]).to.equal("\u00a0key\u00ff");
  });

  it("reads a chunked body and no other coding", () => {
    expect(headOf("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked").bodyBytes).to.equal(
      CHUNKED,
    );
    for (const coding of ["gzip", "gzip, chunked", "chunked, chunked", "identity"])
      expect(
        isFault(parseHead(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${coding}`)),
      ).to.equal(true);
  });

  it("answers any text, and never lets a line end into a field", () => {
    const piece = oneof(
      string({ unit: "binary-ascii", maxLength: 12 }),
      constantFrom(
        "GET / HTTP/1.1",
        "\r\n",
        "Host: a",
        ":",
        " ",
        "\t",
        "Content-Length: 3",
        "\r",
        "\n",
      ),
    );
    assert(
      property(array(piece, { maxLength: 12 }), (pieces) => {
        const read = parseHead(pieces.join(""));
        if (isFault(read)) return;
        const { fields, method, path, query } = read;
        for (const text of [...fields, method, path, query])
          expect(/[\r\n\0]/.test(text)).to.equal(false);
        expect(fields.length % 2).to.equal(0);
      }),
      { seed: SEED, numRuns: runs(2_000, 200_000) },
    );
  });
});

describe("http1: reading chunks", () => {
  it("reads the same body in whatever pieces it comes, and leaves what is behind it", () => {
    assert(
      property(
        array(uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 }),
        constantFrom("", ";a", ";a=1", ' ;q="x y"'),
        constantFrom("", "X: 1\r\n", "X: 1\r\nY:\r\n"),
        array(integer({ min: 0, max: 400 }), { maxLength: 8 }),
        (chunks, extension, trailer, cuts) => {
          const parts = chunks.flatMap((bytes) => [
            Buffer.from(`${bytes.length.toString(16)}${extension}\r\n`),
            Buffer.from(bytes),
            Buffer.from("\r\n"),
          ]);
          const whole = Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\nGET /`)]);
          const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length];
          at.sort((a, b) => a - b);
          const pieces = at.slice(1).map((end, i) => whole.subarray(at[i], end));
          const body = Buffer.concat(chunks).toString("latin1");
          expect(chunksOf(pieces)).to.deep.equal({ body, behind: 5 });
        },
      ),
      { seed: SEED, numRuns: runs(500, 50_000) },
    );
  });

  it("gives any bytes the same verdict in one piece and byte by byte", () => {
    const piece = oneof(
      uint8Array({ maxLength: 6 }),
      constantFrom(
        "5\r\nabcde\r\n",
        "0\r\n\r\n",
        "\r\n",
        "a;b\r\n",
        "ffffffff1",
        "-1\r\n",
        "0x3\r\n",
      ),
    );
    assert(
      property(array(piece, { maxLength: 8 }), (pieces) => {
        const whole = Buffer.concat(pieces.map((one) => Buffer.from(one)));
        const single = [...whole].map((byte) => Buffer.from([byte]));
        expect(chunksOf(single)).to.deep.equal(chunksOf([whole]));
      }),
      { seed: SEED, numRuns: runs(1_000, 100_000) },
    );
  });

  it("refuses sizes past eight digits and lines without end", () => {
    expect(chunksOf([Buffer.from("123456789")])).to.equal("fault");
    expect(chunksOf([Buffer.from(`1;${"a".repeat(20_000)}`)])).to.equal("fault");
    expect(chunksOf([Buffer.from(`0\r\n${"X: y\r\n".repeat(4_000)}`)])).to.equal("fault");
  });
});
