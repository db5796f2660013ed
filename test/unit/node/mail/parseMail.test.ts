/** Messages of SMTP as they are read: what people sent stands there, and what costs too much does not. */
import { expect } from "chai";
import {
  InboundError,
  MIME_DEPTH_MAX,
  MIME_PARTS_MAX,
  parseMail,
  type InboundFault,
} from "../../../../node/mail/inbound/parseMail.js";
import { MIME_SHAPES } from "../../../kit/mail/mimeShapes.js";
import { readMutated } from "../../../kit/mail/parsedMime.js";

const SEED = 20_261_127;
const FILES = 300;

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

async function faultOf(text: string): Promise<InboundFault | null> {
  try {
    await parseMail(bytes(text));
    return null;
  } catch (error) {
    if (error instanceof InboundError) return error.fault;
    throw error;
  }
}

/** Parts within parts. */
function nested(depth: number): string {
  let text = "Content-Type: text/plain\r\n\r\nx\r\n";
  for (let i = 0; i < depth; i += 1)
    text = `Content-Type: multipart/mixed; boundary=n${i}\r\n\r\n--n${i}\r\n${text}\r\n--n${i}--\r\n`;
  return text;
}

function parts(count: number, boundary = "boundary=b"): string {
  const part = "--b\r\nContent-Type: application/x-a\r\n\r\nx\r\n";
  return `Content-Type: multipart/mixed; ${boundary}\r\n\r\n${part.repeat(count)}--b--\r\n`;
}

// Values of Python's email package, policy.default.
describe("node/mail/inbound", () => {
  it("reads text, names and a group", async () => {
    const mail = await parseMail(bytes(MIME_SHAPES[0]!));
    expect(mail.from).to.deep.equal({ name: "Lovelace, Ada", address: "ada@example.com" });
    expect(mail.to.map(({ address }) => address)).to.deep.equal([
      "charles@example.com",
      "a@example.com",
      "b@example.com",
    ]);
    expect(mail.subject).to.equal("Re: the engine");
    expect(mail.text).to.include("On Friday somebody wrote:\n> text");
    expect(mail.html).to.equal(null);
  });
  it("reads encoded words and both forms of a body", async () => {
    const mail = await parseMail(bytes(MIME_SHAPES[1]!));
    expect(mail.from?.name).to.equal("Ada Lovelace");
    expect(mail.subject).to.equal("Grüße aus Köln");
    expect(mail.text?.trim()).to.equal("Grüße weiter");
    expect(mail.html?.trim()).to.equal(
      '<div dir="ltr">Grüße <img src="https://e.test/open.gif"></div>',
    );
  });
  it("reads pictures of the text and files beside it", async () => {
    const mail = await parseMail(bytes(MIME_SHAPES[2]!));
    expect(mail.html).to.include("café");
    expect(mail.files.map(({ contentId, name, type }) => [name, type, contentId])).to.deep.equal([
      ["p.png", "image/png", "p1@example.com"],
      ["€ rates.pdf", "application/pdf", null],
    ]);
    expect(Buffer.from(mail.files[1]!.bytes).toString("latin1").slice(0, 8)).to.equal("%PDF-1.4");
  });
  it("keeps a message within a message a file", async () => {
    const mail = await parseMail(bytes(MIME_SHAPES[3]!));
    expect(mail.files.map(({ type }) => type)).to.include("message/rfc822");
    expect(mail.text).to.not.include("hello");
  });

  // Characters of bytes 80 to 9f: the Encoding Standard's index of windows-1252.
  const EURO = "€ 5 “q” – ™";
  const RAW = "\x80 5 \x93q\x94 \x96 \x99";
  const QUOTED = "=80 5 =93q=94 =96 =99";
  for (const charset of ["windows-1252", "iso-8859-1", "us-ascii", "latin1", "CP1252"])
    it(`reads ${charset} by the table of the standard, on every Node`, async () => {
      const type = `Content-Type: text/plain; charset=${charset}\r\n`;
      const word = QUOTED.replaceAll(" ", "_");
      const quoted = await parseMail(
        bytes(
          `Subject: =?${charset}?Q?${word}?=\r\n${type}` +
            `Content-Transfer-Encoding: quoted-printable\r\n\r\n${QUOTED}\r\n`,
        ),
      );
      expect([quoted.subject, quoted.text?.trim()]).to.deep.equal([EURO, EURO]);
      const base64 = Buffer.from(RAW, "latin1").toString("base64");
      const plain = await parseMail(
        bytes(
          `Subject: =?${charset}?B?${base64}?=\r\n${type}Content-Transfer-Encoding: 8bit\r\n\r\n${RAW}\r\n`,
        ),
      );
      expect([plain.subject, plain.text?.trim()]).to.deep.equal([EURO, EURO]);
    });
  it("reads what names no character set as UTF-8, or else as windows-1252", async () => {
    for (const encoding of ["8bit", "quoted-printable", "base64"]) {
      const body =
        encoding === "8bit"
          ? RAW
          : encoding === "base64"
            ? Buffer.from(RAW, "latin1").toString("base64")
            : QUOTED;
      const fields = `Content-Transfer-Encoding: ${encoding}\r\n\r\n`;
      expect((await parseMail(bytes(`Subject: s\r\n${fields}${body}\r\n`))).text?.trim()).to.equal(
        EURO,
      );
      const typed = `Content-Type: text/plain\r\n${fields}${body}\r\n`;
      expect((await parseMail(bytes(typed))).text?.trim()).to.equal(EURO);
    }
    const utf8 = Buffer.from(`Subject: s\r\n\r\n${EURO}\r\n`);
    expect((await parseMail(utf8)).text?.trim()).to.equal(EURO);
  });
  it("reads encoded words that end inside a character", async () => {
    const subjects = [
      "=?utf-8?Q?a=E2=82?= =?utf-8?Q?=AC_5?=",
      "=?utf-8?B?YeI=?= =?utf-8?B?gqwgNQ==?=",
      "=?utf-8?Q?a=E2=82?= =?UTF-8?B?rCA1?=",
      "=?UTF-8?Q?a=E2?=\r\n =?utf-8?Q?=82?=\r\n\t=?utf-8?Q?=AC_5?=",
    ];
    for (const subject of subjects)
      expect((await parseMail(bytes(`Subject: ${subject}\r\n\r\nx\r\n`))).subject).to.equal("a€ 5");
    // RFC 2047 8: words of two character sets stay two.
    const two = "=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=";
    expect((await parseMail(bytes(`Subject: ${two}\r\n\r\nx\r\n`))).subject).to.equal("a b");
  });
  it("reads raw bytes in headers, also of parts", async () => {
    expect((await parseMail(bytes("Subject: Gr\xfc\xdfe \x80\r\n\r\nx\r\n"))).subject).to.equal(
      "Grüße €",
    );
    expect((await parseMail(Buffer.from("Subject: Grüße €\r\n\r\nx\r\n"))).subject).to.equal(
      "Grüße €",
    );
    const mail = await parseMail(
      bytes(
        'From: J\xfcrgen <j@example.com>\r\nContent-Type: multipart/mixed; boundary="b b"\r\n\r\n' +
          "--b b\r\n\r\nSubject: is text \x80\r\n--b b\r\nContent-Type: application/x-a\r\n" +
          'Content-Disposition: attachment; filename="Gr\xfc\xdfe.bin"\r\n\r\n\xff\x80\r\n--b b--\r\n',
      ),
    );
    expect(mail.from?.name).to.equal("Jürgen");
    expect(mail.text?.trim()).to.equal("Subject: is text €");
    expect(mail.files.map(({ name }) => name)).to.deep.equal(["Grüße.bin"]);
    expect([...mail.files[0]!.bytes].slice(0, 2)).to.deep.equal([0xff, 0x80]);
  });

  it("takes parts to a depth, and no deeper", async () => {
    expect(await faultOf(nested(MIME_DEPTH_MAX))).to.equal(null);
    expect(await faultOf(nested(MIME_DEPTH_MAX + 1))).to.equal("too-deep");
  });
  it("takes so many parts, and no more", async () => {
    expect(await faultOf(parts(MIME_PARTS_MAX))).to.equal(null);
    expect(await faultOf(parts(MIME_PARTS_MAX + 1))).to.equal("too-many-parts");
    expect(await faultOf(parts(50_000))).to.equal("too-many-parts");
    // RFC 2231 writes a boundary in pieces.
    expect(await faultOf(parts(50_000, "boundary*0=b"))).to.equal("too-many-parts");
    expect(await faultOf(parts(50_000, 'boundary="\\b"'))).to.equal("too-many-parts");
  });
  it("takes lines of dashes in a text for what they are", async () => {
    expect(await faultOf(`Subject: s\r\n\r\n${"-----\r\n".repeat(5_000)}`)).to.equal(null);
  });
  it("refuses what is too large, and headers that are", async () => {
    expect(await faultOf("a".repeat(16 * 1024 * 1024 + 1))).to.equal("too-large");
    expect(await faultOf(`Subject: ${"a".repeat(300_000)}\r\n\r\nx`)).to.equal("unreadable");
  });
  it(`reads or refuses ${FILES} broken files: seed ${SEED}`, async () => {
    const { read, refused } = await readMutated(SEED, FILES);
    expect(read + refused).to.equal(FILES);
    expect(read).to.be.greaterThan(FILES / 2);
  });
});
