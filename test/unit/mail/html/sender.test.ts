/** Names of senders that read as another, and the banner that says so. */
import { expect } from "chai";
import { bannerLines, mailDocument } from "../../../../protocol/mail/html/document.js";
import { MAIL_POLICY, MAIL_POLICY_SHOWN } from "../../../../protocol/mail/html/policy.js";
import { sanitize } from "../../../../protocol/mail/html/sanitize.js";
import { plainName, senderMarks, type SenderMark } from "../../../../protocol/mail/html/sender.js";

const ADDRESS = "eve@0123456789abcdef";

describe("protocol/mail/html: senders", () => {
  const CASES: readonly (readonly [string, readonly SenderMark[]])[] = [
    ["Ada Lovelace", []],
    ["Zoë Müller-Łukasz", []],
    ["Дмитрий Менделеев", []],
    ["Αρχιμήδης", []],
    ["山田 太郎 (Yamada)", []],
    ["محمد بن موسى", []],
    ["Αda Lovelace", ["mixed-scripts"]],
    ["pаypal", ["mixed-scripts"]],
    ["раура", ["look-alike"]],
    ["СЕО", ["look-alike"]],
    ["\u{1d5d4}\u{1d5f1}\u{1d5ee}", ["look-alike"]],
    ["Ａｄａ", ["look-alike"]],
    ["Ada\u202egpj.exe", ["bidi"]],
    ["\u2066Ada\u2069", ["bidi"]],
    ["A\u200bda", ["invisible"]],
    ["A\u00adda", ["invisible"]],
    ["ada@fedcba9876543210", ["address-in-name"]],
    ["Eve <eve@0123456789abcdef>", []],
  ];
  for (const [name, marks] of CASES)
    it(`marks ${JSON.stringify(name)}: ${marks.join(", ") || "nothing"}`, () => {
      expect(senderMarks(name, ADDRESS)).to.deep.equal(marks);
    });

  it("says it in the banner, and shows the name without what cannot be seen", () => {
    const document = mailDocument({
      subject: "Re: \u202eevil</title><script>",
      from: { address: ADDRESS, name: "A\u202ed\u200ba<b>" },
      text: null,
      html: sanitize("<a href=https://a.example/><img src=https://e.test/>https://b.example</a>"),
      showsImages: false,
    });
    expect(plainName("A\u202ed\u200ba")).to.equal("Ada");
    expect(document).to.include(`From: <bdi>Ada&lt;b&gt; &lt;${ADDRESS}&gt;</bdi>`);
    expect(document).to.include("marks that turn letters around");
    expect(document).to.include("letters that cannot be seen");
    expect(document).to.include("1 link names another host than the one it leads to");
    expect(document).to.include(
      "<p>held: 1 picture from elsewhere</p><p>links lead to: a.example</p>",
    );
    expect(document).to.include("<title>Re: evil&lt;/title&gt;&lt;script&gt;</title>");
    expect(document).to.not.match(/[\u202a-\u202e\u200b]/);
  });

  it("shows the text of what has no HTML, or has too much", () => {
    const from = { address: ADDRESS, name: null };
    const shown = { subject: "s", from, text: "\na <b>\n c", showsImages: false };
    expect(mailDocument({ ...shown, html: null })).to.include(
      '<div class="m-body"><pre class="calc-text">\n\na &lt;b&gt;\n c</pre></div>',
    );
    const html = sanitize("<i>".repeat(1_000));
    expect(mailDocument({ ...shown, html })).to.include("a &lt;b&gt;");
    expect(bannerLines({ from, html }).notes[0]).to.equal(
      "the HTML of this message is not shown: its parts stand too deep within each other",
    );
  });

  it("is sent with the policy of its two forms", () => {
    const [before, after] = [
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src ",
      "; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    ];
    expect(MAIL_POLICY).to.equal(`${before}data:${after}`);
    expect(MAIL_POLICY_SHOWN).to.equal(`${before}data: https:${after}`);
  });
});
