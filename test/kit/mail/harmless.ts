/** What must not be in the HTML of a message that is shown, said once more and otherwise. */
import { expect } from "chai";
import {
  defaultTreeAdapter as adapter,
  parse,
  serialize,
  type DefaultTreeAdapterTypes,
} from "parse5";
import { sanitize, textOf, type Permissions } from "../../../protocol/mail/html/sanitize.js";

const FORBIDDEN: readonly string[] =
  `script link meta base form input button select textarea iframe frame frameset object embed applet
  svg math template title noscript noembed noframes xmp plaintext video audio source track picture
  area map canvas dialog marquee portal`.split(/\s+/);

type Parent = DefaultTreeAdapterTypes.ParentNode;

function page(text: string): DefaultTreeAdapterTypes.Document {
  return parse(`<!doctype html><html><head></head><body>${text}</body></html>`, {
    scriptingEnabled: false,
  });
}

function checkElement({ attrs, namespaceURI, tagName }: DefaultTreeAdapterTypes.Element): void {
  expect(namespaceURI).to.equal("http://www.w3.org/1999/xhtml");
  expect(FORBIDDEN).to.not.include(tagName);
  for (const { name, value } of attrs) {
    expect(name).to.not.match(
      /^on|^(?:srcdoc|srcset|ping|formaction|action|name|poster|data|is|slot)$/,
    );
    if (name === "href") expect(value).to.match(/^(?:https?:\/\/|mailto:|#m-)/);
    else if (name === "src" || name === "background")
      expect(value).to.match(/^(?:data:image\/|cid:)/);
    if (name === "id" || name === "class") expect(value).to.match(/^m-[\w-]+(?: m-[\w-]+)*$/);
    if (name === "style") checkStyle(value);
  }
}

function checkStyle(text: string): void {
  expect(text.replaceAll(/url\((?:data:image\/|cid:)[^)]*\)/g, "")).to.not.match(
    /url\(|@import|@font|image-set|image\(|src\(|expression|behavior|binding|<|position:\s*(?:fixed|absolute|sticky)/i,
  );
}

/** Checks what becomes of a text. @returns what is shown */
export function expectHarmless(given: string, permissions: Permissions = {}): string {
  const shown = sanitize(given, permissions);
  const text = textOf(shown);
  checkStyle(shown.style);
  const tree = page(shown.body);
  const left: DefaultTreeAdapterTypes.ChildNode[] = [...tree.childNodes];
  for (let node = left.pop(); node !== undefined; node = left.pop())
    if (adapter.isElementNode(node)) {
      if (!["html", "head", "body", "style"].includes(node.tagName)) checkElement(node);
      left.push(...node.childNodes);
    }
  if (shown.refused === null)
    expect(textOf(sanitize(text, permissions)), "a second time").to.equal(text);
  expect(written(bodyOf(tree)), "as it is read").to.equal(shown.body);
  return text;
}

/** What parse5 writes; of the line break that begins a `pre` it forgets the one that is not read. */
function written(body: Parent): string {
  const left: DefaultTreeAdapterTypes.ChildNode[] = [...body.childNodes];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!adapter.isElementNode(node)) continue;
    const first = node.childNodes[0];
    if (node.tagName === "pre" && first !== undefined && adapter.isTextNode(first))
      first.value = first.value.replace(/^\n/, "\n\n");
    left.push(...node.childNodes);
  }
  return serialize(body);
}

function bodyOf(tree: DefaultTreeAdapterTypes.Document): Parent {
  const html = tree.childNodes.find(
    (node) => adapter.isElementNode(node) && node.tagName === "html",
  );
  if (html === undefined || !adapter.isElementNode(html)) throw new Error("no html");
  const body = html.childNodes.at(-1);
  if (body === undefined || !adapter.isElementNode(body)) throw new Error("no body");
  return body;
}

/** @throws Error with the text that harms */
export function expectHarmlessOf(texts: { readonly next: () => string }, count: number): void {
  for (let i = 0; i < count; i += 1) {
    const given = texts.next();
    try {
      expectHarmless(given);
    } catch (error) {
      throw new Error(`text ${i}: ${JSON.stringify(given)}`, { cause: error });
    }
  }
}
