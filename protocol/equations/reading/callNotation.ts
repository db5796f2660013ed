/**
 * `f(h)` of two quantities: a function at a point to most who type it, a product by the grammar.
 * It is asked about rather than multiplied.
 */
import type { Refusal } from "./ast.js";
import { functionBySpelling } from "./functions.js";
import { tokenize } from "./lexer.js";
import type { Token } from "./tokens.js";

/** Heads of derivatives and of sums, which are no quantities. */
const HEADS: ReadonlySet<string> = new Set(["d", "partial", "SUM", "PROD", "INT"]);

/**
 * @param text that parses @param declared names of quantities @param inputs keys of the request;
 * a key such as `P(A)` is a quantity of that name
 */
export function callOfQuantity(
  text: string,
  declared: ReadonlySet<string>,
  inputs: ReadonlySet<string>,
): Refusal | null {
  const tokens = tokenize(text, declared);
  const places = tokens.flatMap((_, i) => (isCallAt(tokens, i) ? [i] : []));
  const defined = new Set(places.filter((i) => isDefined(tokens, i)).map((i) => tokens[i]!.text));
  for (const i of places) {
    const [fn, , arg, close] = [tokens[i]!, tokens[i + 1]!, tokens[i + 2]!, tokens[i + 3]!];
    const isFunction = functionBySpelling(fn.text) !== undefined && !declared.has(fn.text);
    const written = `${fn.text}(${arg.text})`;
    const isDefinedThere = defined.has(fn.text.replace(/'+$/, ""));
    if (isFunction || isDefinedThere || HEADS.has(fn.text) || inputs.has(written)) continue;
    return {
      kind: "ambiguous-function",
      message:
        `${written} at column ${fn.start + 1} may be the function ${fn.text} at ${arg.text} or a product: ` +
        `write ${fn.text} ${arg.text} for the product, or add a clause that defines ${written}.`,
      span: { start: fn.start, end: close.end },
    };
  }
  return null;
}

/** `f(x)` with nothing between the name and the bracket. */
function isCallAt(tokens: readonly Token[], i: number): boolean {
  const [fn, open, arg, close] = tokens.slice(i, i + 4);
  return (
    fn?.kind === "name" &&
    open?.text === "(" &&
    open.start === fn.end &&
    arg?.kind === "name" &&
    close?.text === ")"
  );
}

/** At the start of a clause and before its sign of equality. */
function isDefined(tokens: readonly Token[], i: number): boolean {
  const [before, behind] = [tokens[i - 1], tokens[i + 4]];
  return (
    (before === undefined || before.text === ";" || before.text === "where") &&
    (behind?.text === "=" || behind?.text === ":=" || behind?.text === "==")
  );
}
