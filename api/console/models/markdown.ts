/** What models write of Markdown: headings, lists, code, strong and stressed words, by their places. */

export interface Inline {
  readonly kind: "text" | "strong" | "em" | "code";
  /** Where it begins and ends in the text, without its marks. */
  readonly start: number;
  readonly end: number;
  /** Of `strong` and `em`. */
  readonly parts: readonly Inline[];
}

export interface Block {
  readonly kind: "paragraph" | "heading" | "item" | "code";
  /** The number before an item of a list. */
  readonly mark: Inline | null;
  readonly parts: readonly Inline[];
}

const FENCE = /^\s*```\w*\s*$/;
const HEADING = /^\s{0,3}#{1,6}\s+/;
const ITEM = /^\s*(?:[-*+]|(\d{1,3}[.)]))\s+/;
const STYLED = /\*\*(?=\S)(.+?\S?)\*\*|`([^`]+)`|\*(?=\S)([^*]*[^*\s])\*/g;

function textAt(start: number, end: number): Inline {
  return { kind: "text", start, end, parts: [] };
}

function inlineOf(text: string, offset: number): readonly Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  const plain = (end: number): void => {
    if (end > at) parts.push(textAt(offset + at, offset + end));
  };
  for (const { 0: whole, 1: strong, 2: code, 3: stressed, index } of text.matchAll(STYLED)) {
    plain(index);
    at = index + whole.length;
    const inner = strong ?? code ?? stressed ?? "";
    const start = offset + index + (strong === undefined ? 1 : 2);
    const kind = strong !== undefined ? "strong" : code === undefined ? "em" : "code";
    parts.push({
      kind,
      start,
      end: start + inner.length,
      parts: kind === "code" ? [] : inlineOf(inner, start),
    });
  }
  plain(text.length);
  return parts;
}

/** Lines that stand together are one paragraph; what is none of the marks stays as it is. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: Inline[] = [];
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", mark: null, parts: paragraph });
    paragraph = [];
  };
  let isCode = false;
  let offset = 0;
  for (const line of text.split("\n")) {
    const start = offset;
    const end = start + line.length;
    offset = end + 1;
    if (FENCE.test(line)) {
      close();
      isCode = !isCode;
      continue;
    }
    if (isCode) {
      if (start === text.length) continue;
      const last = blocks.at(-1);
      const whole: Inline = { kind: "code", start, end: Math.min(offset, text.length), parts: [] };
      // Lines of one listing stand in one block.
      if (last?.kind === "code" && last.parts.at(-1)?.end === start)
        blocks[blocks.length - 1] = { ...last, parts: [...last.parts, whole] };
      else blocks.push({ kind: "code", mark: null, parts: [whole] });
      continue;
    }
    const heading = HEADING.exec(line);
    const item = heading === null ? ITEM.exec(line) : null;
    const marked = heading ?? item;
    if (marked !== null) {
      close();
      const [{ length }, number] = marked;
      const from = start + line.indexOf(number ?? "");
      blocks.push({
        kind: item === null ? "heading" : "item",
        mark: number === undefined ? null : textAt(from, from + number.length),
        parts: inlineOf(line.slice(length), start + length),
      });
    } else if (line.trim() === "") close();
    else {
      if (paragraph.length > 0) paragraph.push(textAt(start - 1, start));
      paragraph.push(...inlineOf(line, start));
    }
  }
  close();
  return blocks;
}

/** Whether all that lies between two places is shown as one piece. */
export function isShownWhole(blocks: readonly Block[], start: number, end: number): boolean {
  const holds = (one: Inline): boolean =>
    one.start <= start && end <= one.end && (one.parts.length === 0 || one.parts.some(holds));
  return blocks.some(({ mark, parts }) => [...(mark === null ? [] : [mark]), ...parts].some(holds));
}
