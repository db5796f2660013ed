/** Selectors of a message: they mean what is in it, and names that begin as its names do. */
import type { CssNode } from "css-tree";
import generate from "css-tree/generator";
import { COUNTING, PSEUDO_CLASSES } from "./cssNames.js";
import { BODY_CLASS, prefixed } from "./elements.js";

const BODY = `.${BODY_CLASS}`;
const ELEMENT = /^(?:[A-Za-z][A-Za-z0-9]{0,30}|\*)$/;
const NTH = /^[\w\s+-]{1,40}$/;
/** The roots of a page one within the other are one root here. */
const ROOTS = new RegExp(`^\\${BODY}(?![\\w-])(?:[ >]\\${BODY}(?![\\w-]))+`);
const FROM_BODY = new RegExp(`^\\${BODY}(?![\\w-])`);
/** What stands beside the body of the message is not the message's. */
const BESIDE_BODY = /^\.[\w-]+(?:[.#:][\w-]+(?:\([^)]*\))?)*[+~]/;

/** @returns null where a part is not known */
export function selectorText(node: CssNode): string | null {
  if (node.type !== "Selector") return null;
  let text = "";
  for (const part of node.children.toArray()) {
    const one = partText(part);
    if (one === null) return null;
    text += one;
  }
  if (text === "") return null;
  text = text.replace(ROOTS, BODY);
  if (!FROM_BODY.test(text)) return `${BODY} ${text}`;
  return BESIDE_BODY.test(text) ? null : text;
}

function partText(part: CssNode): string | null {
  switch (part.type) {
    case "TypeSelector": {
      const name = part.name.toLowerCase();
      if (name === "body" || name === "html") return BODY;
      return ELEMENT.test(name) ? name : null;
    }
    case "ClassSelector":
      return named(".", part.name);
    case "IdSelector":
      return named("#", part.name);
    case "Combinator":
      return [" ", ">", "+", "~"].includes(part.name) ? part.name : null;
    case "PseudoClassSelector":
      return pseudoClass(part);
    default:
      return null;
  }
}

function named(sign: string, name: string): string | null {
  const own = prefixed(name);
  return own === null ? null : `${sign}${own}`;
}

function pseudoClass({
  children,
  name,
}: Extract<CssNode, { type: "PseudoClassSelector" }>): string | null {
  const kind = name.toLowerCase();
  if (children === null) {
    if (kind === "root") return BODY;
    return PSEUDO_CLASSES.has(kind) ? `:${kind}` : null;
  }
  const first = children.first;
  if (!COUNTING.has(kind) || first === null || children.size !== 1) return null;
  const count = generate(first);
  return NTH.test(count) ? `:${kind}(${count})` : null;
}
