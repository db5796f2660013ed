/**
 * Style of a message: what is known to be harmless is written anew, and nothing else stays. A value
 * with a function or an address that is not on a list goes with its whole declaration.
 */
import type { CssNode, Declaration, StyleSheet } from "css-tree";
import generate from "css-tree/generator";
import parse from "css-tree/parser";
import { CSS_CHARS_MAX, CSS_DEPTH_MAX } from "./bounds.js";
import { FUNCTIONS, POSITIONS, PROPERTIES } from "./cssNames.js";
import { selectorText } from "./selectors.js";

/** The keeper of pictures, which counts what was held. */
export interface CssContext {
  /** @returns the address to load, or null where the picture is held */
  readonly picture: (address: string) => string | null;
  /** A style sheet or a font of elsewhere was named. */
  readonly remoteStyle: () => void;
}

const CUSTOM = /^--[A-Za-z0-9_-]{1,100}$/;
/** What a media query is made of: no strings, no functions that load, no angle brackets. */
const MEDIA = /^[A-Za-z0-9\s:(),./=-]{1,500}$/;
const MEDIA_DEPTH_MAX = 3;
const ADDRESS = /\burl\(\s*["']?([^"')\s]{1,2000})/gi;
/** Rules that load style and fonts. */
const LOADING: ReadonlySet<string> = new Set(["font-face", "import"]);

/** Brackets are counted first: the parser goes one level down for each. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === 0x28 || char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > CSS_DEPTH_MAX) return true;
    } else if ((char === 0x29 || char === 0x5d || char === 0x7d) && depth > 0) depth -= 1;
  }
  return false;
}

function parsed(text: string, context: "declarationList" | "stylesheet"): CssNode | null {
  if (text.length > CSS_CHARS_MAX || isTooDeep(text)) return null;
  try {
    return parse(text, {
      context,
      parseCustomProperty: true,
      parseAtrulePrelude: false,
      onParseError: () => undefined,
    });
  } catch {
    return null;
  }
}

/** Declarations of a `style` attribute. */
export function declarations(text: string, context: CssContext): string {
  const tree = parsed(text, "declarationList");
  return tree?.type === "DeclarationList" ? harmless(kept(tree.children, context)) : "";
}

/** The text of a style element. */
export function styleSheet(text: string, context: CssContext): string {
  const tree = parsed(text, "stylesheet");
  return tree?.type === "StyleSheet" ? rules(tree.children, context, 0) : "";
}

/** A style element around a media query that its element stated. */
export function inMedia(media: string, sheet: string): string {
  const query = media.trim();
  if (query === "" || sheet === "") return sheet;
  return MEDIA.test(query) ? `@media ${query}{${sheet}}` : "";
}

function rules(nodes: StyleSheet["children"], context: CssContext, depth: number): string {
  let text = "";
  nodes.forEach((node) => {
    if (node.type === "Rule") {
      const selectors =
        node.prelude.type === "SelectorList"
          ? node.prelude.children.toArray().flatMap((selector) => selectorText(selector) ?? [])
          : [];
      const inner = kept(node.block.children, context);
      if (selectors.length > 0 && inner !== "")
        text += harmless(`${selectors.join(",")}{${inner}}`);
    } else if (node.type === "Atrule") text += atRule(node, context, depth);
  });
  return text;
}

function atRule(
  { block, name, prelude }: Extract<CssNode, { type: "Atrule" }>,
  context: CssContext,
  depth: number,
): string {
  const kind = unescaped(name).toLowerCase();
  if (LOADING.has(kind)) context.remoteStyle();
  if (kind !== "media" || block === null || prelude?.type !== "Raw") return "";
  const query = prelude.value.trim().replaceAll(/\s+/g, " ");
  if (depth >= MEDIA_DEPTH_MAX || !MEDIA.test(query)) return "";
  const inner = rules(block.children, context, depth + 1);
  return inner === "" ? "" : `@media ${query}{${inner}}`;
}

/** A bracket could end the element that the style stands in. */
function harmless(text: string): string {
  return /[<\0]/.test(text) ? "" : text;
}

function kept(nodes: StyleSheet["children"], context: CssContext): string {
  const texts: string[] = [];
  nodes.forEach((node) => {
    if (node.type !== "Declaration") return;
    const text = declarationText(node, context);
    if (text !== null) texts.push(text);
  });
  return texts.join(";");
}

function declarationText(node: Declaration, context: CssContext): string | null {
  const isCustom = CUSTOM.test(node.property);
  const property = isCustom ? node.property : node.property.toLowerCase();
  // An escape in the name of a function hides its address from the parser, and from no browser.
  if (node.value.type === "Raw")
    for (const [, address = ""] of unescaped(node.value.value).matchAll(ADDRESS))
      context.picture(address);
  // What loads counts as held wherever it stands.
  const isHarmless = isHarmlessValue(node.value, context);
  if (!isHarmless || !(isCustom || PROPERTIES.has(property))) return null;
  const value = generate(node.value).trim();
  if (value === "" || (property === "position" && !POSITIONS.has(value.toLowerCase()))) return null;
  // Outside of a string an escape could spell what the lists do not know.
  if (value.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").includes("\\")) return null;
  return `${property}:${value}${node.important === false ? "" : "!important"}`;
}

/** A name as a browser reads it (CSS Syntax, section 4.3.7). */
function unescaped(name: string): string {
  return name.replaceAll(
    /\\(?:([0-9a-f]{1,6})\s?|(.))/gi,
    (_all, code: string | undefined, char: string) =>
      code === undefined
        ? char
        : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)),
  );
}

function isHarmlessValue(node: CssNode, context: CssContext): boolean {
  switch (node.type) {
    case "Value":
    case "Parentheses":
    case "Brackets":
      return areHarmless(node.children, context);
    case "Function": {
      const isKnown = FUNCTIONS.has(node.name.toLowerCase());
      // A string in a function that is not known may be the address of a picture.
      if (!isKnown)
        node.children.forEach((child) => {
          if (child.type === "String") context.picture(child.value);
        });
      return areHarmless(node.children, context) && isKnown;
    }
    case "Url": {
      const address = context.picture(node.value);
      if (address === null) return false;
      node.value = address;
      return true;
    }
    case "Identifier":
    case "Number":
    case "Percentage":
    case "Dimension":
    case "Hash":
    case "Operator":
    case "String":
    case "WhiteSpace":
      return true;
    default:
      return false;
  }
}

function areHarmless(nodes: StyleSheet["children"], context: CssContext): boolean {
  let all = true;
  nodes.forEach((node) => {
    // Every one is looked at, so that what is held is counted.
    if (!isHarmlessValue(node, context)) all = false;
  });
  return all;
}
