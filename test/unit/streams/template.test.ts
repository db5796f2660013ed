/** Templates of streams: which are read, and that no value leaves the place it stands in. */
import { expect } from "chai";
import * as fc from "fast-check";
import {
  isTemplateFault,
  PLACEHOLDERS_MAX,
  readTemplate,
  renderTemplate,
  TEMPLATE_BYTES_MAX,
  type Template,
} from "../../../protocol/streams/template.js";
import type { Shown } from "../../../protocol/streams/escape.js";

function read(text: string, contentType: string, inputs: readonly string[] = ["x"]): Template {
  const template = readTemplate(text, contentType, inputs);
  if (isTemplateFault(template)) throw new Error(template.message);
  return template;
}

function filled(text: string, contentType: string, x: Shown): string {
  const values: [string, Shown][] = [
    ["inputs.x", x],
    ["value", 1.5],
  ];
  return renderTemplate(read(text, contentType), new Map(values));
}

function fault(text: string, contentType = "text/plain"): string {
  const fault = readTemplate(text, contentType, ["x"]);
  return isTemplateFault(fault) ? fault.message : "";
}

/** What somebody would send to leave the place it is written in. */
const HOSTILE = [
  "/",
  "/script>",
  "<",
  '"',
  "'",
  "\\",
  '\\"',
  '","admin":true,"',
  "</script><script>alert(1)</script>",
  "<!--",
  "-->",
  "]]>",
  "&lt;",
  "&#60;",
  "onload=alert(1)",
  "` onload=`",
  "{{value}}",
  "{{inputs.x}}",
  "__proto__",
  "=1+1",
  "+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  " =1",
  "a,b",
  'a"b',
  "a\nb",
  "a\r\nb",
  ";",
  "\u0000",
  "\u001b[31m",
  "\u2028",
  "\ud800",
  "\ufeff=1",
  "%00",
  "${1}",
  "$&",
  "$1",
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ maxLength: 40 }),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 8 })).map((parts) => parts.join("")),
);

/** Cells of a CSV text (RFC 4180), read apart from ours. */
function cells(text: string): string[] {
  const found: string[] = [];
  let [at, cell] = [0, ""];
  while (at <= text.length) {
    if (text[at] === '"') {
      for (at += 1; !(text[at] === '"' && text[at + 1] !== '"'); at += 1) {
        if (at >= text.length) throw new Error("a quote does not end");
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
      if (at < text.length && text[at] !== ",") throw new Error("text behind a quote");
    } else while (at < text.length && text[at] !== ",") cell += text[at++];
    found.push(cell);
    cell = "";
    at += 1;
  }
  return found;
}

describe("templates of streams", () => {
  it("fills what it knows, in one pass", () => {
    const text = "{{value}} of {{ inputs.x }}, {{unit}}{{value}}.";
    expect(filled(text, "text/plain", "{{value}}")).to.equal("1.5 of {{value}}, 1.5.");
    expect(filled("{{{value}}}", "text/plain", 1)).to.equal("{1.5}");
    expect(filled('{"a":{"b":{{value}}}}', "application/json", 1)).to.equal('{"a":{"b":1.5}}');
  });

  it("refuses names it does not know, those of every object among them", () => {
    for (const name of [
      ..."toString constructor __proto__ hasOwnProperty valueOf inputs inputs. inputs.y x".split(
        " ",
      ),
      ..."Value inputs.constructor inputs.__proto__ process.env this value.length".split(" "),
      "",
      "value;1",
    ])
      expect(fault(`a {{${name}}}`), name).to.contain("knows no");
    expect(fault("{{value")).to.contain("does not end");
    expect(fault("{{value}} {{")).to.contain("does not end");
    expect(fault("{{val\nue}} {{ {{value}}")).to.contain("knows no");
  });

  it("bounds bytes and placeholders, and knows its types", () => {
    expect(fault("a".repeat(TEMPLATE_BYTES_MAX))).to.equal("");
    expect(fault("a".repeat(TEMPLATE_BYTES_MAX + 1))).to.contain("bytes");
    expect(fault("ä".repeat(TEMPLATE_BYTES_MAX / 2 + 1))).to.contain("bytes");
    expect(fault("{{value}}".repeat(PLACEHOLDERS_MAX))).to.equal("");
    expect(fault("{{value}}".repeat(PLACEHOLDERS_MAX + 1))).to.contain("placeholders");
    for (const type of [
      "text/javascript",
      "application/pdf",
      "text",
      "text/html; x=1",
      "TEXT/HTML",
    ])
      expect(fault("a", type), type).to.contain("no template is escaped");
    for (const type of ["image/svg+xml", "application/geo+json", "text/html; charset=utf-8"])
      expect(isTemplateFault(readTemplate("1", type, [])), type).to.equal(false);
  });

  it("refuses a JSON template that some value would break", () => {
    for (const text of [
      '{"a":"\\{{inputs.x}}"}',
      '{"a":"\\u00{{inputs.x}}"}',
      '{"a":1{{inputs.x}}}',
      '{"a":"{{inputs.x}}}',
      "{{{inputs.x}}:1}",
      '{"a":{{inputs.x}}{{inputs.x}}}',
      "",
    ])
      expect(fault(text, "application/json"), text).to.contain("not JSON");
  });

  it("JSON comes back as it was, in a string and as a value", () => {
    const template = '{"s":"<{{inputs.x}}>","v":{{inputs.x}},"\\"{{value}}\\\\":[{{value}}]}';
    fc.assert(
      fc.property(hostile, (x) => {
        const text = filled(template, "application/json", x);
        expect(text).not.to.match(/<\/|[\u2028\u2029]/);
        expect(JSON.parse(text)).to.deep.equal({ s: `<${x}>`, v: x, '"1.5\\': [1.5] });
      }),
    );
    const number = filled("[{{inputs.x}},{{unit}}]", "application/json", Number.NaN);
    expect(JSON.parse(number)).to.deep.equal([null, null]);
    expect(filled("{{inputs.x}}", "application/json", ["KO42", "NM21"])).to.equal(
      '["KO42","NM21"]',
    );
  });

  it("no markup begins or ends in a value, nor an attribute with or without quotes", () => {
    for (const type of ["text/html", "application/xml", "image/svg+xml"])
      fc.assert(
        fc.property(hostile, (x) => {
          const text = filled("[{{inputs.x}}]", type, x).slice(1, -1);
          expect(text.replace(/&#[0-9]+;/g, "")).not.to.match(/[&<>"'`=/\s\p{Cc}\p{Cs}]/u);
          const read = text.replace(/&#([0-9]+);/g, (_, code) => String.fromCharCode(Number(code)));
          expect(read).to.equal(x.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "\ufffd"));
        }),
      );
  });

  it("a value is one cell, and no formula", () => {
    fc.assert(
      fc.property(hostile, (x) => {
        const text = filled('a,{{inputs.x}},"{{inputs.x}}",n {{inputs.x}},b', "text/csv", x);
        const found = cells(text);
        expect(found).to.have.length(5);
        expect([found[0], found[4]]).to.deep.equal(["a", "b"]);
        for (const cell of found.slice(1, 3)) expect(cell).not.to.match(/^[\s\ufeff]*[=+\-@]/);
        expect(found[1]).to.equal(found[2]);
        expect(text).not.to.match(/[\r\n]|\p{Cc}/u);
      }),
    );
    expect(filled("{{inputs.x}},{{value}}", "text/csv", -2.5)).to.equal("-2.5,1.5");
    expect(filled("{{inputs.x}}", "text/csv", "=1")).to.equal("'=1");
    expect(filled('{{inputs.x}}\n"{{value}}"', "text/csv", 'a"b')).to.equal('"a""b"\n"1.5"');
  });

  it("plain text holds no control characters that were not the template's", () => {
    fc.assert(
      fc.property(hostile, (x) => {
        const text = filled("a\n{{inputs.x}}\nb", "text/plain", x);
        expect(text.split("\n")).to.have.length(3);
        expect(text.split("\n")[1]).not.to.match(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });
});
