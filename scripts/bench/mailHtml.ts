/**
 * 100 kB of a newsletter's HTML written anew, beside DOMPurify with jsdom in the same rounds, by
 * processor time. The peer is 41 packages and 19 MB, which nothing else here needs, so it is no
 * dependency: `npm install --prefix DIR jsdom@26.1.0 dompurify@3.5.0`, and CALC_BENCH_PEERS=DIR
 * finds it. Without it our own figure stands alone.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { sanitize } from "../../protocol/mail/html/sanitize.js";
import { median, type Row } from "./report.js";

const BYTES = 100_000;
const ROUNDS = 15;
const WARM = 5;
const { CALC_BENCH_PEERS: PEERS } = process.env;

/** Tables in tables, a style on each cell, links and pictures: as newsletters are. */
function newsletter(): string {
  const head =
    "<!doctype html><html><head><style>body{margin:0}.btn{background:#06c;color:#fff}" +
    "@media (max-width:600px){.col{width:100%!important}}</style></head><body bgcolor='#f4f4f4'>";
  let text = head;
  for (let i = 0; text.length < BYTES - 20; i += 1)
    text +=
      `<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="margin:0 auto;` +
      `background:#ffffff;border:${i % 7}px solid #dddddd"><tr><td class="col" style="padding:${i % 40}px 24px;` +
      `font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#333333">` +
      `<h2 style="margin:0 0 12px">Section ${i} &amp; more</h2><p>Some text of a <b>newsletter</b>, ` +
      `number ${i}, with a <a class="btn" href="https://click.example.com/${i}?u=1&amp;c=2" ` +
      `style="text-decoration:none;color:#0066cc">link</a>.</p><img src="https://img.example.com/${i}.png" ` +
      `width="552" height="180" alt="Picture ${i}" style="display:block;border:0"></td></tr></table>`;
  return `${text}</body></html>`;
}

type Purify = (text: string) => unknown;

/** Null where it is not installed. */
function peer(): Purify | null {
  if (PEERS === undefined) return null;
  const load = createRequire(join(PEERS, "package.json"));
  const { JSDOM }: { JSDOM: new (text: string) => { readonly window: unknown } } = load("jsdom");
  const make: (window: unknown) => {
    readonly sanitize: (text: string, options: object) => unknown;
  } = load("dompurify");
  const purify = make(new JSDOM("").window);
  return (text) => purify.sanitize(text, { WHOLE_DOCUMENT: true });
}

function cost(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1_000;
}

export function benchMailHtml(): Promise<readonly Row[]> {
  const text = newsletter();
  const purify = peer();
  const own: number[] = [];
  const theirs: number[] = [];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const one = cost(() => sanitize(text));
    const other = purify === null ? 0 : cost(() => purify(text));
    if (round < 0) continue;
    own.push(one);
    theirs.push(other);
  }
  const rows: Row[] = [
    {
      name: `${text.length} characters written anew`,
      value: median(own),
      unit: "ms",
      target: "under 30",
    },
  ];
  if (purify !== null)
    rows.push(
      { name: "DOMPurify 3.5 with jsdom 26", value: median(theirs), unit: "ms" },
      { name: "ours / theirs", value: median(own) / median(theirs), unit: "times" },
    );
  return Promise.resolve(rows);
}
