/** Names, paths and subjects are what they look like. */
import { expect } from "chai";
import { subject } from "../../../api/contract/mail/mailCommon.js";
import { asSeen, isOneLine, turnsAround } from "../../../protocol/encoding/displayed.js";
import { pathFault } from "../../../protocol/pages/files.js";

/** Unicode Standard Annex 9, table 4 and section 2: the explicit formatting characters. */
const BIDIRECTIONAL = [
  0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
];

describe("texts as they are shown", () => {
  it("have marks that turn letters around, which no path of a page has", () => {
    for (const code of BIDIRECTIONAL) {
      const name = `invoice${String.fromCodePoint(code)}fdp.exe`;
      expect(turnsAround(name), code.toString(16)).equal(true);
      expect(pathFault(`docs/${name}`), code.toString(16)).match(/order of letters/);
    }
    for (const name of ["plan.pdf", "תוכנית.pdf", "план.pdf", "a\u200bb"])
      expect(turnsAround(name), name).equal(false);
    expect(pathFault("docs/תוכנית.html")).equal(null);
  });

  it("are one line without control characters, as the subject of a mail is", () => {
    for (const ending of ["\n", "\r", "\r\n", "\0", "\t", "\u0085", "\u2028", "\u2029"]) {
      expect(isOneLine(`one${ending}two`), JSON.stringify(ending)).equal(false);
      expect(subject.safeParse(`one${ending}Bcc: two`).success).equal(false);
    }
    expect(subject.parse("Grüße – 5 € 🙂")).equal("Grüße – 5 € 🙂");
  });

  it("are seen without what has no shape", () => {
    expect(asSeen("ba\u200bnk\u202e.ex\u00adample\u2060")).equal("bank.example");
  });
});
