/** Elements and attributes of a message that are shown. What is not named here is not. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Elements that stay as they are. */
export const SHOWN: ReadonlySet<string> = new Set(
  words(`
    a abbr address article aside b bdi big blockquote br caption center cite code col colgroup dd
    del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li
    main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody
    td tfoot th thead time tr tt u ul var wbr
  `),
);

/** Held parts of a message, by kind. */
export type HeldKind =
  | "remoteImages"
  | "remoteStyles"
  | "scripts"
  | "frames"
  | "forms"
  | "embedded"
  | "hints";

/** Elements that go with all that is in them, and as what they count; `null` counts for nothing. */
export const DROPPED: ReadonlyMap<string, HeldKind | null> = new Map<string, HeldKind | null>([
  ...words("script").map((name) => [name, "scripts"] as const),
  ...words("iframe frame frameset noframes fencedframe portal").map(
    (name) => [name, "frames"] as const,
  ),
  ...words("object embed applet param svg math canvas bgsound source track").map(
    (name) => [name, "embedded"] as const,
  ),
  ...words("input select textarea option optgroup datalist keygen").map(
    (name) => [name, "forms"] as const,
  ),
  ...words("link meta base").map((name) => [name, "hints"] as const),
  ...words("title template noembed xmp plaintext area head").map((name) => [name, null] as const),
]);

/** Elements that go and leave what is in them, where they count as something. */
export const UNWRAPPED: ReadonlyMap<string, HeldKind> = new Map<string, HeldKind>([
  ["form", "forms"],
  ["button", "forms"],
  ["video", "embedded"],
  ["audio", "embedded"],
]);

export const VOID: ReadonlySet<string> = new Set(words("br col hr img wbr"));

/** Any text does no harm. */
const TEXT = /^[\s\S]{0,1000}$/;
const LENGTH = /^\s*\d{1,5}(?:\.\d{1,4})?(?:px|%|em)?\s*$/i;
const COUNT = /^\s*-?\d{1,6}\s*$/;
const COLOR = /^\s*#?[A-Za-z0-9]{1,30}\s*$/;
const WORD = /^[A-Za-z0-9-]{1,40}$/;
const DIRECTION = /^(?:ltr|rtl|auto)$/i;
const FACES = /^[\w\s,'"-]{1,200}$/;
const SIZE = /^[+-]?\d{1,2}$/;

type Checks = Readonly<Record<string, RegExp>>;

/** Attributes that any element may have. */
const GENERAL: Checks = {
  align: WORD,
  bgcolor: COLOR,
  dir: DIRECTION,
  height: LENGTH,
  lang: WORD,
  title: TEXT,
  valign: WORD,
  width: LENGTH,
};

const CELL: Checks = { abbr: TEXT, colspan: COUNT, nowrap: TEXT, rowspan: COUNT, scope: WORD };
const COLUMN: Checks = { span: COUNT };

const OWN: Readonly<Record<string, Checks>> = {
  a: {},
  col: COLUMN,
  colgroup: COLUMN,
  font: { color: COLOR, face: FACES, size: SIZE },
  hr: { color: COLOR, noshade: TEXT, size: COUNT },
  img: { alt: TEXT, border: COUNT, hspace: COUNT, vspace: COUNT },
  li: { type: WORD, value: COUNT },
  ol: { reversed: TEXT, start: COUNT, type: WORD },
  table: { border: COUNT, cellpadding: LENGTH, cellspacing: LENGTH, frame: WORD, rules: WORD },
  td: CELL,
  th: CELL,
  ul: { type: WORD },
};

/** Whether an attribute stays, where neither a rule for names nor one for addresses is in charge. */
export function isPlainAttribute(element: string, name: string, value: string): boolean {
  const own = Object.hasOwn(OWN, element) ? OWN[element]! : {};
  const check = Object.hasOwn(own, name)
    ? own[name]
    : Object.hasOwn(GENERAL, name)
      ? GENERAL[name]
      : undefined;
  // A link is shown with a title of this node's making.
  if (element === "a" && name === "title") return false;
  return check !== undefined && check.test(value);
}

/** Names of a message begin so: none is a name of the page around it. */
const PREFIX = "m-";
/** Class of the element that stands for the body of the message. */
export const BODY_CLASS = `${PREFIX}body`;

const NAME = /^[A-Za-z_][\w-]{0,99}$/;

export function prefixed(name: string): string | null {
  if (!NAME.test(name)) return null;
  return name.startsWith(PREFIX) ? name : `${PREFIX}${name}`;
}

/** @returns "" where none of the classes can stay */
export function classes(value: string): string {
  const kept = value.split(/\s+/, 50).flatMap((name) => prefixed(name) ?? []);
  return [...new Set(kept)].join(" ");
}
