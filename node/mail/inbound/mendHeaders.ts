/**
 * Headers as they are sent against the rules, rewritten before they are read: raw bytes that are no
 * UTF-8, encoded words that end inside a character, and texts of 8 bits that name no character set.
 * An untouched part keeps its bytes.
 */
import { isUtf8 } from "node:buffer";

/** For what is unlabelled and no UTF-8, as readers of mail take it. */
const FALLBACK = "windows-1252";
const WORD = String.raw`=\?([^?\s]{1,64})\?([QqBb])\?([^?\r\n]{0,4096})\?=`;
const WORDS = new RegExp(String.raw`${WORD}(?:\s+${WORD.replaceAll(/\((?!\?)/g, "(?:")})+`, "g");
const EACH_WORD = new RegExp(WORD, "g");
const RAW = /[\x80-\xff]/;
const HEX_PAIR = /=([0-9A-Fa-f]{2})/g;
const SOFT_BREAK = /=\r?\n/g;
const TYPE = /^content-type:(.*(?:\r?\n[ \t].*)*)/im;
const ENCODING = /^content-transfer-encoding:\s*([^\s;]+)/im;

/**
 * @param bytes a message
 * @param boundaries that it declares
 */
export function mendHeaders(bytes: Uint8Array, boundaries: ReadonlySet<string>): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (!RAW.test(text) && !text.includes("=")) return bytes;
  const parts: string[] = [];
  let from = 0;
  for (const { bodyStart, end, start } of areas(text, boundaries)) {
    const body = text.slice(bodyStart, end);
    parts.push(text.slice(from, start), mended(text.slice(start, bodyStart), body));
    from = bodyStart;
  }
  parts.push(text.slice(from));
  return Buffer.from(parts.join(""), "latin1");
}

interface Area {
  readonly start: number;
  /** Behind the empty line. */
  readonly bodyStart: number;
  readonly end: number;
}

/** Headers of the message and of its parts, each with the body up to the next boundary. */
function areas(text: string, boundaries: ReadonlySet<string>): readonly Area[] {
  const starts = [0];
  const ends: number[] = [];
  for (const line of text.matchAll(/^--([^\r\n]{0,210})\r?\n?/gm)) {
    const name = line[1]!.trimEnd();
    const isEnd = !boundaries.has(name) && boundaries.has(name.replace(/--$/, ""));
    if (!isEnd && !boundaries.has(name)) continue;
    ends.push(line.index);
    starts.push(line.index + line[0].length);
  }
  ends.push(text.length);
  return starts.map((start, i) => {
    const end = Math.max(start, ends[i]!);
    return { start, end, bodyStart: headersEnd(text, start, end) };
  });
}

function headersEnd(text: string, start: number, end: number): number {
  // A part without headers begins with the empty line.
  if (text.startsWith("\n", start)) return start + 1;
  if (text.startsWith("\r\n", start)) return start + 2;
  const blank = /\r?\n\r?\n/g;
  blank.lastIndex = start;
  const found = blank.exec(text);
  return found === null || found.index >= end ? end : found.index + found[0].length;
}

function mended(headers: string, body: string): string {
  const lines = headers.replaceAll(/[^\r\n]+/g, (line) =>
    RAW.test(line) && !isUtf8(Buffer.from(line, "latin1")) ? asUtf8(line) : line,
  );
  const words = lines.includes("=?") ? lines.replaceAll(WORDS, joined) : lines;
  return lacksCharset(headers, body) ? labelled(words) : words;
}

/** Bytes of the fallback, as those of UTF-8. */
function asUtf8(line: string): string {
  const text = new TextDecoder(FALLBACK).decode(Buffer.from(line, "latin1"));
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Words of one character set side by side are one word: a character may begin in one and end in the next. */
function joined(words: string): string {
  const runs: { readonly charset: string; readonly bytes: Buffer[] }[] = [];
  for (const [, charset = "", encoding = "", content = ""] of words.matchAll(EACH_WORD)) {
    const bytes = wordBytes(encoding, content);
    const last = runs.at(-1);
    if (last?.charset.toLowerCase() === charset.toLowerCase()) last.bytes.push(bytes);
    else runs.push({ charset, bytes: [bytes] });
  }
  return runs
    .map(({ bytes, charset }) => `=?${charset}?B?${Buffer.concat(bytes).toString("base64")}?=`)
    .join(" ");
}

function wordBytes(encoding: string, content: string): Buffer {
  return encoding.toLowerCase() === "b"
    ? Buffer.from(content, "base64")
    : unquoted(content.replaceAll("_", " "));
}

function unquoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(HEX_PAIR, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

/** A text without the name of its character set is UTF-8 or, where its bytes are none, the fallback. */
function lacksCharset(headers: string, body: string): boolean {
  const type = TYPE.exec(headers)?.[1] ?? "text/plain";
  if (!/^\s*text\//i.test(type) || /charset/i.test(type)) return false;
  const encoding = (ENCODING.exec(headers)?.[1] ?? "7bit").toLowerCase();
  if (encoding === "base64") return !isUtf8(Buffer.from(body, "base64"));
  if (encoding !== "quoted-printable") return !isUtf8(Buffer.from(body, "latin1"));
  return !isUtf8(unquoted(body.replaceAll(SOFT_BREAK, "")));
}

function labelled(headers: string): string {
  return TYPE.test(headers)
    ? headers.replace(TYPE, (field) => `${field.trimEnd()}; charset=${FALLBACK}`)
    : `Content-Type: text/plain; charset=${FALLBACK}\r\n${headers}`;
}
