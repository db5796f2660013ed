/** HTML of messages: what is shown of it, and that nothing else is. */
import { expect } from "chai";
import { sanitize, textOf } from "../../../../protocol/mail/html/sanitize.js";
import { expectHarmless, expectHarmlessOf } from "../../../kit/mail/harmless.js";
import { hostileHtml } from "../../../kit/mail/hostileHtml.js";

const SEED = 20_261_127;
const TEXTS = 150;

/** The shown part, without the element that stands for the body. */
function shown(given: string): string {
  return sanitize(given)
    .body.replace(/^<div class="m-body">/, "")
    .replace(/<\/div>$/, "");
}

describe("protocol/mail/html", () => {
  const CASES: readonly (readonly [string, string, string])[] = [
    [
      "keeps what reads",
      "<h1>A</h1><p align=center>b <b>c</b>",
      '<h1>A</h1><p align="center">b <b>c</b></p>',
    ],
    ["drops a script with its text", "a<script>alert(1)</script>b", "ab"],
    ["leaves the text of an unknown element", "<x-y onclick=z>a</x-y>", "a"],
    ["drops handlers", "<p onclick=alert(1)>a", "<p>a</p>"],
    ["gives names a prefix", '<p id=a class="b m-c é">x', '<p id="m-a" class="m-b m-c">x</p>'],
    ["drops drawings", "<svg><script>1</script><p>a</svg>b", "<p>ab</p>"],
    ["unwraps forms", "<form action=/x>a<input><button>b</button></form>", "ab"],
    ["reads noscript as a browser without scripts", "<noscript><i>a</i></noscript>", "<i>a</i>"],
    [
      "keeps data of pixels",
      "<img src='data:image/png;base64,AA=='>",
      '<img src="data:image/png;base64,AA==">',
    ],
    ["drops data of drawings", "<img src='data:image/svg+xml;base64,AA=='>", "<img>"],
    ["drops addresses of scripts", "<a href='java\tscript:alert(1)'>a</a>", "<a>a</a>"],
    ["drops relative addresses", "<a href='/api/keys'>a</a>", "<a>a</a>"],
    ["leads within the text", "<a href='#top'>a</a>", '<a href="#m-top">a</a>'],
    [
      "keeps the style of the flow",
      "<p style='COLOR:red;position:fixed;margin:0'>a",
      '<p style="color:red;margin:0">a</p>',
    ],
    ["drops a spelled address", "<p style='background:u\\72l(//e.test)'>a", "<p>a</p>"],
    ["drops overriding marks", "a\u202eb", "ab"],
  ];
  // CSS Syntax, section 4.3.7: `\\75` is u, `\\69` is i; a browser loads both.
  it("counts what an escape in a name of style would load", () => {
    const spelled = "<p style='background:\\75rl(https://e.test/a.png)'>a";
    expect(sanitize(spelled).held.remoteImages).to.equal(1);
    const imported = "<style>@\\69mport 'https://e.test/a.css';</style>a";
    expect(sanitize(imported).held.remoteStyles).to.equal(1);
  });

  // CSS Syntax, section 4.3.7: up to six digits, and one white space behind them.
  const ESCAPES: readonly ((code: string) => string)[] = [
    (code) => `\\${code} `,
    (code) => `\\${code.padStart(6, "0")}`,
    (code) => `\\${code.toUpperCase()}\t`,
    (code) => `\\${code}\n`,
  ];
  const LOADING: readonly (readonly [string, (name: string) => string])[] = [
    ["url", (name) => `<p style="background:${name}(https://e.test/a)">a`],
    ["image-set", (name) => `<p style="background-image:${name}('https://e.test/a' 1x)">a`],
    ["background", (name) => `<p style="${name}:url(https://e.test/a)">a`],
    ["url", (name) => `<style>.a{background:${name}('https://e.test/a')}</style><p class=a>a`],
    ["import", (name) => `<style>@${name} 'https://e.test/a';</style>a`],
    ["url", (name) => `<style>@import ${name}(https://e.test/a);</style>a`],
  ];
  for (const [word, text] of LOADING)
    it(`counts it with any letter of a name escaped: ${text(word)}`, () => {
      for (const escape of ESCAPES)
        for (let i = 0; i < word.length; i += 1) {
          const code = word.charCodeAt(i).toString(16);
          const given = text(word.slice(0, i) + escape(code) + word.slice(i + 1));
          const { body, held } = sanitize(given);
          expect(held.remoteImages + held.remoteStyles, given).to.equal(1);
          expect(body).to.not.contain("e.test");
        }
    });

  for (const [name, given, expected] of CASES)
    it(name, () => {
      expect(shown(given)).to.equal(expected);
      expectHarmless(given);
    });

  it("says where a link leads, without the name and password before it", () => {
    const { body, hosts } = sanitize(
      "<a href='https://bank.example@xn--bcher-kva.example:8443/a?b=1&c=2#d'>x</a>",
    );
    expect(body).to.include(
      'data-host="xn--bcher-kva.example:8443" target="_blank" rel="noopener noreferrer nofollow"',
    );
    expect(body).to.include('href="https://xn--bcher-kva.example:8443/a?b=1&amp;c=2#d"');
    expect(hosts).to.deep.equal(["xn--bcher-kva.example:8443"]);
    // Cyrillic letters that look Latin: their encoding shows. Value of Python's idna codec.
    expect(sanitize("<a href='https://аррӏе.example/'>x</a>").hosts).to.deep.equal([
      "xn--80ak6aa92e.example",
    ]);
  });

  for (const [given, count] of [
    ["<a href=https://evil.example/>https://bank.example/login</a>", 1],
    ["<a href=https://evil.example/>www.<b>bank</b>.example</a>", 1],
    ["<a href=https://evil.example/>bank\u200b.example</a>", 1],
    ["<a href=https://evil.example/>\u202ebank.example</a>", 1],
    [`<a href=https://evil.example/>${"\u200b".repeat(600)}bank.example</a>`, 1],
    ["<a href=https://www.bank.example/x>bank\u200b.example</a>", 0],
    ["<a href=https://www.bank.example/x>bank.example</a>", 0],
    ["<a href=https://click.bank.example/x>bank.example</a>", 0],
    ["<a href=https://evil.example/>Click here. Or not</a>", 0],
  ] as const)
    it(`counts ${count} deceptive links: ${given}`, () => {
      expect(sanitize(given).deceptive).to.equal(count);
    });

  it("counts what it holds", () => {
    const { held } = sanitize(
      "<link rel=prefetch href=//e><style>@import '//e/c';p{background:url(//e.test/1)}</style>" +
        "<img src=https://e.test/2><p style='background:url(https://e.test/3)'><iframe src=//e></iframe>" +
        "<form></form><script></script><object></object><img src=cid:a@b>",
    );
    expect(held).to.deep.equal({
      remoteImages: 3,
      remoteStyles: 1,
      scripts: 1,
      frames: 1,
      forms: 1,
      embedded: 1,
      hints: 1,
    });
  });

  it("shows pictures over https where they are wished for, and those of its own parts", () => {
    const given =
      "<img src=https://e.test/a><img src=http://e.test/b><img src=cid:c@d><img src=cid:e@f>";
    const part = (id: string) => (id === "c@d" ? "data:image/png;base64,AA==" : undefined);
    const { body, held } = sanitize(given, { showsImages: true, part });
    expect(body).to.include(
      '<img src="https://e.test/a"><img><img src="data:image/png;base64,AA=="><img>',
    );
    expect(held.remoteImages).to.equal(1);
  });

  it("means with its style nothing but what is in the message", () => {
    const { style } = sanitize(
      "<style>body, html p, *, a.b > #c:hover, p + body, :root{color:red} body~p{color:red}" +
        "p::before{content:'x'} a[href^=x]{color:red} @media (min-width:5px){p{COLOR:blue!important}}" +
        "@supports (a:b){p{color:red}} </style>",
    );
    expect(style).to.equal(
      ".m-body,.m-body p,.m-body *,.m-body a.m-b>#m-c:hover,.m-body p+.m-body,.m-body{color:red}" +
        "@media (min-width:5px){.m-body p{color:blue!important}}",
    );
  });

  for (const [what, given] of [
    ["depth", "<div>".repeat(100_000)],
    ["depth", "<b a=1><b a=2><b a=3>".replaceAll("=", "").concat("<font>".repeat(5_000))],
    ["nodes", "<br>".repeat(60_000)],
    ["size", "a".repeat(5_000_000)],
  ] as const)
    it(`refuses what costs too much: ${what}, ${given.slice(0, 20)}`, () => {
      const { body, refused } = sanitize(given);
      expect(refused).to.equal(what);
      expect(body).to.equal('<div class="m-body"></div>');
    });

  // A parser that goes over all again for each of these takes minutes.
  for (const [name, given] of [
    ["attributes", `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(" ")}>`],
    ["text before a table", `<table>${"x<hr>".repeat(8_000)}`],
    ["brackets in CSS", `<style>a{b:${"(".repeat(200_000)}</style>`],
    ["endless CSS", `<style>${"a{b:c;".repeat(20_000)}</style>`],
    ["rules", `<style>${"a{color:red}".repeat(5_000)}</style>`],
    ["comments", "<!--".repeat(200_000)],
    ["entities", "&amp".repeat(50_000)],
    ["ends", "</p>".repeat(40_000)],
  ] as const)
    it(`is done with thousands of ${name}`, () => {
      expectHarmless(given);
    });

  it(`leaves no harm in ${TEXTS} hostile texts, and is stable: seed ${SEED}`, () => {
    expectHarmlessOf(hostileHtml(SEED), TEXTS);
  });

  it("is what it was when it is read again", () => {
    const text = textOf(sanitize("<style>p{color:red}</style><body bgcolor=red><pre>\n\na</pre>"));
    expect(text).to.equal(
      '<style>.m-body p{color:red}</style><div class="m-body" bgcolor="red"><pre>\n\na</pre></div>',
    );
  });
});
