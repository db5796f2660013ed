/** Equations as MathML, drawn from the tree that the engine has parsed. */
import { h, type VNode } from "preact";
import { engine } from "../engine/ask.js";
import type { MathNode } from "../engine/mathTree.js";
import { useLive } from "../connection/asked.js";
import { copying } from "./copying.js";

/** What hovering a symbol tells. */
export type SymbolTitles = Readonly<Record<string, string>>;

function drawn(node: MathNode, titles: SymbolTitles): VNode {
  const { attributes = {}, children, symbol, tag, text } = node;
  const title = symbol === undefined ? undefined : titles[symbol];
  const own: Record<string, string> = {
    ...attributes,
    ...(symbol === undefined ? {} : { "data-symbol": symbol }),
    ...(title === undefined ? {} : { title }),
  };
  const inner =
    children === undefined ? [text ?? ""] : children.map((child) => drawn(child, titles));
  return h(tag, own, inner);
}

function MathTree({
  isBlock = false,
  node,
  said,
  titles = {},
}: {
  readonly node: MathNode;
  /** The same as text. */
  readonly said: string;
  readonly titles?: SymbolTitles;
  readonly isBlock?: boolean;
}) {
  return (
    <math display={isBlock ? "block" : "inline"} aria-label={said}>
      {drawn(node, titles)}
    </math>
  );
}

/** An equation; its text until it is parsed, and where it cannot be. */
export function Equation({
  class: of = "",
  isWide = false,
  text,
  titles,
}: {
  readonly text: string;
  readonly titles?: SymbolTitles;
  readonly class?: string;
  /** It may be wider than the screen: then the arrow keys move it. */
  readonly isWide?: boolean;
}) {
  const asked = useLive(() => engine.math(text), [text]);
  const node = asked.state === "ready" ? asked.value : null;
  return (
    <div
      class={`equation ${of}`}
      data-equation={text}
      tabIndex={isWide ? 0 : undefined}
      onCopy={copying(text)}
    >
      {node === null ? (
        <code>{text}</code>
      ) : (
        <MathTree node={node} said={text} titles={titles ?? {}} />
      )}
    </div>
  );
}
