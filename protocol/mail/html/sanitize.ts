/**
 * HTML of a message, written anew from what is known to be harmless. A pass is made until it changes
 * nothing: what a browser reads again is then the tree that was checked, and a second time alters
 * nothing.
 */
import { asSeen } from "../../encoding/displayed.js";
import { isDeceptive, linkOf, pictureOf, contentIdOf } from "./addresses.js";
import {
  ATTRIBUTES_MAX,
  CSS_CHARS_MAX,
  DEPTH_MAX,
  PASSES_MAX,
  TooComplex,
  type TooMuch,
} from "./bounds.js";
import { declarations, inMedia, styleSheet, type CssContext } from "./css.js";
import {
  BODY_CLASS,
  classes,
  DROPPED,
  isPlainAttribute,
  prefixed,
  SHOWN,
  UNWRAPPED,
  VOID,
  type HeldKind,
} from "./elements.js";
import { childNamed, isElement, isHtml, treeOf, type Element, type Node } from "./tree.js";

export type Held = Record<HeldKind, number>;

export interface Sanitized {
  /** Style sheet, every selector of it below the body of the message. */
  readonly style: string;
  /** One element with all that is shown. */
  readonly body: string;
  readonly held: Held;
  /** Where links lead, each once. */
  readonly hosts: readonly string[];
  /** Links whose text names another host. */
  readonly deceptive: number;
  /** Why nothing is shown. */
  readonly refused: TooMuch | null;
}

export interface Permissions {
  /** Pictures of elsewhere are loaded over https. */
  readonly showsImages?: boolean;
  /** Address of a picture that is a part of the message. */
  readonly part?: (contentId: string) => string | undefined;
}

const HOSTS_MAX = 50;
/** Marks that turn the order of letters around whatever they are. */
const OVERRIDES = /[\u202d\u202e]/g;

export const NOTHING_HELD: Held = {
  remoteImages: 0,
  remoteStyles: 0,
  scripts: 0,
  frames: 0,
  forms: 0,
  embedded: 0,
  hints: 0,
};

export function sanitize(text: string, permissions: Permissions = {}): Sanitized {
  try {
    const first = new Pass(text, permissions);
    let last = first;
    for (let passes = 1; ; passes += 1) {
      const next = new Pass(last.text, permissions);
      if (next.text === last.text) break;
      if (passes >= PASSES_MAX) throw new TooComplex("unstable");
      last = next;
    }
    const { deceptive, held, hosts } = first;
    return {
      style: last.style,
      body: last.body,
      held,
      hosts: [...hosts].slice(0, HOSTS_MAX),
      deceptive,
      refused: null,
    };
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return {
      style: "",
      body: `<div class="${BODY_CLASS}"></div>`,
      held: { ...NOTHING_HELD },
      hosts: [],
      deceptive: 0,
      refused: error.what,
    };
  }
}

/** Text that reads again to the same: the style before the body. */
export function textOf({ body, style }: Pick<Sanitized, "body" | "style">): string {
  return style === "" ? body : `<style>${style}</style>${body}`;
}

/** An element whose children are being written. */
interface Open {
  readonly nodes: readonly Node[];
  next: number;
  /** Written at its end. */
  readonly end: string;
  readonly depth: number;
  readonly link: { readonly host: string; text: string } | null;
}

class Pass {
  readonly held: Held = { ...NOTHING_HELD };
  readonly hosts = new Set<string>();
  deceptive = 0;
  readonly style: string;
  readonly body: string;
  readonly #permissions: Permissions;
  readonly #css: CssContext;
  readonly #sheets: string[] = [];
  #sheetChars = 0;
  /** Messages repeat the same few styles. */
  readonly #declared = new Map<string, string>();

  constructor(text: string, permissions: Permissions) {
    this.#permissions = permissions;
    this.#css = {
      picture: (address) => this.#picture(address),
      remoteStyle: () => {
        this.held.remoteStyles += 1;
      },
    };
    const document = treeOf(text);
    const html = childNamed(document, "html");
    const head = html && childNamed(html, "head");
    const body = html && childNamed(html, "body");
    if (html !== undefined && body === undefined) this.held.frames += 1;
    if (head !== undefined) this.#written(head.childNodes.filter((node) => isElement(node)));
    this.body = body === undefined ? `<div class="${BODY_CLASS}"></div>` : this.#bodyOf(body);
    this.style = this.#sheets.join("");
  }

  get text(): string {
    return textOf(this);
  }

  #bodyOf(body: Element): string {
    const only = body.childNodes.length === 1 ? body.childNodes[0] : undefined;
    // Text written here once is taken as it is.
    if (
      body.attrs.length === 0 &&
      only !== undefined &&
      isElement(only) &&
      only.tagName === "div" &&
      only.attrs.some(
        ({ name, value }) => name === "class" && classes(value).split(" ").includes(BODY_CLASS),
      )
    )
      return this.#written([only]);
    const shown = body.attrs.map((one) =>
      one.name === "class" ? { ...one, value: `${BODY_CLASS} ${one.value}` } : one,
    );
    if (!shown.some(({ name }) => name === "class"))
      shown.unshift({ name: "class", value: BODY_CLASS });
    return `<div${this.#attributes("div", shown)}>${this.#written(body.childNodes)}</div>`;
  }

  /** Goes through a tree without calling itself: depth costs no stack. */
  #written(nodes: readonly Node[]): string {
    const texts: string[] = [];
    const open: Open[] = [{ nodes, next: 0, end: "", depth: 1, link: null }];
    for (;;) {
      const top = open.at(-1);
      if (top === undefined) return texts.join("");
      const node = top.nodes[top.next];
      top.next += 1;
      if (node === undefined) {
        texts.push(top.end);
        open.pop();
        if (top.link !== null && open.at(-1)?.link !== top.link)
          if (isDeceptive(top.link.text, top.link.host)) this.deceptive += 1;
      } else if ("value" in node) {
        if (top.link !== null && top.link.text.length < 300) top.link.text += asSeen(node.value);
        texts.push(escapedText(node.value));
      } else if (isElement(node)) {
        const entered = this.#entered(node, top, texts);
        if (entered !== null) open.push(entered);
      }
    }
  }

  #entered(element: Element, { depth, link }: Open, texts: string[]): Open | null {
    const { attrs, childNodes, tagName } = element;
    if (!isHtml(element)) {
      this.held.embedded += 1;
      return null;
    }
    if (tagName === "style") {
      this.#sheet(element);
      return null;
    }
    const dropped = DROPPED.get(tagName);
    if (dropped !== undefined) {
      this.#drop(element, dropped);
      return null;
    }
    if (!SHOWN.has(tagName)) {
      const counted = UNWRAPPED.get(tagName);
      if (counted !== undefined) this.held[counted] += 1;
      this.#count(element);
      return { nodes: childNodes, next: 0, end: "", depth, link };
    }
    if (depth >= DEPTH_MAX) throw new TooComplex("depth");
    const leads = tagName === "a" ? this.#link(element) : undefined;
    texts.push(`<${tagName}${this.#attributes(tagName, attrs)}${leads?.text ?? ""}>`);
    if (VOID.has(tagName)) return null;
    // The first line break in it is not read.
    if (tagName === "pre") {
      const first = childNodes[0];
      if (first !== undefined && "value" in first && first.value.startsWith("\n")) texts.push("\n");
    }
    return {
      nodes: childNodes,
      next: 0,
      end: `</${tagName}>`,
      depth: depth + 1,
      link: leads?.host === undefined ? link : { host: leads.host, text: "" },
    };
  }

  #drop(element: Element, kind: HeldKind | null): void {
    if (kind !== null) this.held[kind] += 1;
    if (kind === "embedded" || kind === "forms") this.#count(element);
  }

  /** Counts what an element that goes would have loaded or run. */
  #count({ attrs }: Element): void {
    for (const { name, value } of attrs) {
      if (name.startsWith("on")) this.held.scripts += 1;
      else if (/^(?:src|poster|background|data|srcset)$/.test(name)) this.#picture(value);
    }
  }

  #sheet({ attrs, childNodes }: Element): void {
    const attribute = (name: string): string => attrs.find((one) => one.name === name)?.value ?? "";
    if (!/^\s*(?:text\/css)?\s*$/i.test(attribute("type"))) return;
    const text = childNodes.map((node) => ("value" in node ? node.value : "")).join("");
    this.#sheetChars += text.length;
    if (this.#sheetChars > CSS_CHARS_MAX) return;
    // Browsers of old read style between marks of a comment.
    const sheet = styleSheet(text.replace(/^\s*<!--/, "").replace(/-->\s*$/, ""), this.#css);
    this.#sheets.push(inMedia(attribute("media"), sheet));
  }

  #attributes(tagName: string, attrs: Element["attrs"]): string {
    let text = "";
    const taken = attrs.length > ATTRIBUTES_MAX ? attrs.slice(0, ATTRIBUTES_MAX) : attrs;
    for (const { name, value } of taken) {
      const kept = this.#attribute(tagName, name, value);
      if (kept !== null) text += ` ${name}="${escapedValue(kept)}"`;
    }
    return text;
  }

  #attribute(tagName: string, name: string, value: string): string | null {
    switch (name) {
      case "style": {
        const known = this.#declared.get(value);
        if (known !== undefined) return known;
        const { remoteImages } = this.held;
        const text = declarations(value, this.#css);
        // A held part counts each time it stands there.
        if (text !== "" && this.held.remoteImages === remoteImages) this.#declared.set(value, text);
        return text === "" ? null : text;
      }
      case "class": {
        const text = classes(value);
        return text === "" ? null : text;
      }
      case "id":
        return prefixed(value.trim());
      case "src":
      case "background": {
        const isMeant = name === "src" ? tagName === "img" : BACKED.has(tagName);
        const address = this.#picture(value);
        return isMeant ? address : null;
      }
      case "srcset":
      case "poster":
        this.#picture(value.trim().split(/\s+/)[0] ?? "");
        return null;
      default:
        if (name.startsWith("on")) this.held.scripts += 1;
        return isPlainAttribute(tagName, name, value) ? value.replaceAll(OVERRIDES, "") : null;
    }
  }

  #link({ attrs }: Element): { readonly text: string; readonly host?: string } | undefined {
    const value = attrs.find(({ name }) => name === "href")?.value;
    if (value === undefined) return undefined;
    const place = value.trim().startsWith("#") ? prefixed(value.trim().slice(1)) : null;
    if (place !== null) return { text: ` href="#${place}"` };
    const link = linkOf(value);
    if (link === null) return undefined;
    this.hosts.add(link.host);
    const [href, host] = [escapedValue(link.href), escapedValue(link.host)];
    return {
      text:
        ` href="${href}" title="${href}" data-host="${host}"` +
        ` target="_blank" rel="noopener noreferrer nofollow"`,
      host: link.host,
    };
  }

  /** @returns the address to load, or null */
  #picture(value: string): string | null {
    const picture = pictureOf(value);
    if (picture.kind === "none") return null;
    if (picture.kind !== "remote") {
      if (picture.kind === "data" || this.#permissions.part === undefined) return picture.address;
      return this.#permissions.part(contentIdOf(picture.address)) ?? null;
    }
    if (this.#permissions.showsImages === true && picture.isSecure) return picture.address;
    this.held.remoteImages += 1;
    return null;
  }
}

/** Elements with a picture behind them. */
const BACKED: ReadonlySet<string> = new Set(["table", "tbody", "thead", "tfoot", "tr", "td", "th"]);

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\u00a0": "&nbsp;",
};
const TO_ESCAPE = /[&<>\u00a0]/;
const LONE = /\p{Surrogate}/gu;
const NEVER = /[\u202d\u202e\ud800-\udfff\0]/;

function wellFormed(text: string): string {
  return NEVER.test(text)
    ? text.replaceAll(OVERRIDES, "").replaceAll(LONE, "\ufffd").replaceAll("\0", "")
    : text;
}

export function escapedText(text: string): string {
  const clean = wellFormed(text);
  return TO_ESCAPE.test(clean) ? clean.replaceAll(/[&<>\u00a0]/g, (char) => ESCAPES[char]!) : clean;
}

function escapedValue(text: string): string {
  const clean = wellFormed(text);
  return /[&<>"\u00a0]/.test(clean)
    ? clean.replaceAll(/[&<>"\u00a0]/g, (char) => ESCAPES[char]!)
    : clean;
}
