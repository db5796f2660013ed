/**
 * The page that shows a message: a banner that the message has no hold on, and below it, in a box that
 * clips what it paints, the HTML written anew.
 */
import { escapedText, type Held, type Sanitized } from "./sanitize.js";
import { plainName, senderMarks, type SenderMark } from "./sender.js";
import type { TooMuch } from "./bounds.js";

export interface Shown {
  readonly subject: string;
  readonly from: { readonly address: string; readonly name: string | null };
  /** The plain body, for what has no HTML that can be shown. */
  readonly text: string | null;
  /** Null where the message has no HTML. */
  readonly html: Sanitized | null;
  readonly showsImages: boolean;
}

const HOSTS_SHOWN = 8;

/** Rules that a message cannot meet: its own reach no further than its body. */
const STYLE = `
:root{color-scheme:light}
body{margin:0;background:#fff;color:#111;font:16px/1.5 system-ui,sans-serif}
.calc-banner{padding:8px 16px;background:#f2f2f2;border-bottom:1px solid #888;font-size:14px}
.calc-banner p{margin:2px 0;overflow-wrap:anywhere}
.calc-warning{color:#8a0000;font-weight:600}
.calc-frame{contain:layout paint;isolation:isolate;overflow:auto;min-height:4em}
.m-body{padding:16px;position:relative;overflow-wrap:anywhere}
.m-body img{max-width:100%}
.m-body pre.calc-text{white-space:pre-wrap;font:inherit;margin:0}
.m-body a[data-host]::after{content:" [" attr(data-host) "]"!important;display:inline!important;
color:#333!important;background:#eee!important;font:12px/1.4 monospace!important;
letter-spacing:normal!important;text-transform:none!important;visibility:visible!important;
direction:ltr!important;unicode-bidi:isolate!important}
`.replaceAll("\n", "");

const MARKS: Readonly<Record<SenderMark, string>> = {
  bidi: "the name of the sender has marks that turn letters around",
  invisible: "the name of the sender has letters that cannot be seen",
  "mixed-scripts": "the name of the sender mixes alphabets",
  "look-alike": "the name of the sender has letters that look like others",
  "address-in-name": "the name of the sender holds an address that is not the sender's",
};

const REFUSED: Readonly<Record<TooMuch, string>> = {
  size: "it is too long",
  nodes: "it has too many parts",
  depth: "its parts stand too deep within each other",
  unstable: "it reads otherwise each time",
};

const counted = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;

/** Held parts, in words; empty where nothing was. */
function heldWords(held: Held): readonly string[] {
  const rows: readonly (readonly [number, string, string])[] = [
    [held.remoteImages, "picture from elsewhere", "pictures from elsewhere"],
    [
      held.remoteStyles,
      "style sheet or font from elsewhere",
      "style sheets and fonts from elsewhere",
    ],
    [held.scripts, "script", "scripts"],
    [held.frames, "frame", "frames"],
    [held.forms, "part of a form", "parts of forms"],
    [held.embedded, "embedded object", "embedded objects"],
    [held.hints, "link of the page's head", "links of the page's head"],
  ];
  return rows.flatMap(([count, one, more]) => (count === 0 ? [] : [counted(count, one, more)]));
}

/** @returns lines of the banner, warnings first */
export function bannerLines({ from, html }: Pick<Shown, "from" | "html">): {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
} {
  const warnings = senderMarks(from.name ?? "", from.address).map((mark) => MARKS[mark]);
  const notes: string[] = [];
  if (html !== null) {
    if (html.deceptive > 0)
      warnings.push(
        `${counted(html.deceptive, "link names", "links name")} another host than the one it leads to`,
      );
    if (html.refused !== null)
      notes.push(`the HTML of this message is not shown: ${REFUSED[html.refused]}`);
    const held = heldWords(html.held);
    notes.push(held.length === 0 ? "nothing was held" : `held: ${held.join(", ")}`);
    if (html.hosts.length > 0) {
      const named = html.hosts.slice(0, HOSTS_SHOWN).join(", ");
      const left = html.hosts.length - HOSTS_SHOWN;
      notes.push(`links lead to: ${named}${left > 0 ? ` and ${left} more` : ""}`);
    }
  }
  return { warnings, notes };
}

/** @returns a whole page, without a script */
export function mailDocument(shown: Shown): string {
  const { from, html, subject, text } = shown;
  const { notes, warnings } = bannerLines(shown);
  const isHtml = html !== null && html.refused === null;
  const body = isHtml
    ? html.body
    : `<div class="m-body"><pre class="calc-text">\n${escapedText(text ?? "")}</pre></div>`;
  const name = plainName(from.name ?? "");
  const sender = name === "" ? from.address : `${name} <${from.address}>`;
  return (
    `<!doctype html><html><head><meta charset="utf-8"><title>${escapedText(plainName(subject))}</title>` +
    `<style>${STYLE}</style>${isHtml && html.style !== "" ? `<style>${html.style}</style>` : ""}</head>` +
    `<body><div class="calc-banner"><p>From: <bdi>${escapedText(sender)}</bdi></p>` +
    warnings.map((line) => `<p class="calc-warning">${escapedText(line)}</p>`).join("") +
    notes.map((line) => `<p>${escapedText(line)}</p>`).join("") +
    `</div><div class="calc-frame">${body}</div></body></html>`
  );
}
