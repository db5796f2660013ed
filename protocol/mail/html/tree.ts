/** The tree of a text as browsers make it, within bounds. */
import { defaultTreeAdapter, html as names, parse, type DefaultTreeAdapterTypes } from "parse5";
import { DEPTH_MAX, HTML_CHARS_MAX, NODES_MAX, TooComplex } from "./bounds.js";

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Parent = DefaultTreeAdapterTypes.ParentNode;
export type Document = DefaultTreeAdapterTypes.Document;

/** Every message is read as a page of today: in another mode tables and paragraphs nest otherwise. */
const DOCTYPE = "<!doctype html>";

/** @throws TooComplex */
export function treeOf(text: string): Document {
  if (text.length > HTML_CHARS_MAX) throw new TooComplex("size");
  let nodes = 0;
  let open = 0;
  const count = (): void => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new TooComplex("nodes");
  };
  // The entry in demand was mostly put there last: from the front each search would go over all.
  const indexOf = (parent: Parent, node: Node): number => parent.childNodes.lastIndexOf(node);
  const insertBefore = (parent: Parent, node: Node, reference: Node): void => {
    parent.childNodes.splice(indexOf(parent, reference), 0, node);
    node.parentNode = parent;
  };
  return parse(`${DOCTYPE}${text}`, {
    // As in a frame without scripts: what is in `noscript` is part of the page.
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...given) => {
        count();
        return defaultTreeAdapter.createElement(...given);
      },
      createCommentNode: (data) => {
        count();
        return defaultTreeAdapter.createCommentNode(data);
      },
      insertBefore,
      insertTextBefore: (parent, value, reference) => {
        const before = parent.childNodes[indexOf(parent, reference) - 1];
        if (before !== undefined && defaultTreeAdapter.isTextNode(before)) before.value += value;
        else {
          count();
          insertBefore(parent, defaultTreeAdapter.createTextNode(value), reference);
        }
      },
      detachNode: (node) => {
        if (node.parentNode === null) return;
        node.parentNode.childNodes.splice(indexOf(node.parentNode, node), 1);
        node.parentNode = null;
      },
      onItemPush: () => {
        open += 1;
        if (open > DEPTH_MAX) throw new TooComplex("depth");
      },
      onItemPop: () => {
        open -= 1;
      },
    },
  });
}

export function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node);
}

export function isHtml(element: Element): boolean {
  return element.namespaceURI === names.NS.HTML;
}

/** The first element of a name among the children. */
export function childNamed(parent: Parent, name: string): Element | undefined {
  return parent.childNodes.find(
    (node): node is Element => isElement(node) && node.tagName === name,
  );
}
