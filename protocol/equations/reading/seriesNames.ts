/** Names with an index: `x_i`, `O_ij`, `u_i_t`, and their members `x_3`, `O_12`, `O_1_10`. */
import type { Expr } from "./ast.js";
import { childrenOf, namesOf } from "./walk.js";

/**
 * A name cut at its underscores. `parts` are fixed texts, or the index letters of that subscript:
 * `O_ij` is ["O", [i, j]].
 */
export interface IndexedName {
  readonly name: string;
  readonly parts: readonly (string | readonly string[])[];
  /** Index letters in the order of the name. */
  readonly letters: readonly string[];
}

/** Letters that are indices where no sum says so: in a record's symbols, or a bare SUM. */
export const INDEX_LETTERS: ReadonlySet<string> = new Set(["i", "j", "k", "l", "m", "n"]);

/** @param inScope index letters of the sums around; null when the name has none of them. */
export function readIndexed(name: string, inScope: ReadonlySet<string>): IndexedName | null {
  const [stem, ...subscripts] = name.split("_");
  if (stem === undefined || subscripts.length === 0) return null;
  const letters: string[] = [];
  const parts = [
    stem,
    ...subscripts.map((subscript): string | readonly string[] => {
      const own = inScope.has(subscript)
        ? [subscript]
        : /^[A-Za-z]{2,3}$/.test(subscript) &&
            subscript.split("").every((letter) => inScope.has(letter))
          ? subscript.split("")
          : null;
      if (own === null) return subscript;
      letters.push(...own);
      return own;
    }),
  ];
  return letters.length === 0 ? null : { name, parts, letters };
}

/** Name of a member: indices past nine are set apart by underscores. */
export function memberName(indexed: IndexedName, at: readonly number[]): string {
  let used = 0;
  const texts = indexed.parts.map((part) => {
    if (typeof part === "string") return part;
    const own = at.slice(used, used + part.length);
    used += part.length;
    return own.every((index) => index >= 0 && index <= 9) ? own.join("") : own.join("_");
  });
  return texts.join("_");
}

/** The same indices under another spelling of the family: alias `x` or `x_i` of `p_i`. */
export function aliasOf(indexed: IndexedName, alias: string): IndexedName {
  const own = readIndexed(alias, new Set(indexed.letters));
  if (own !== null && own.letters.length === indexed.letters.length) return own;
  const group = indexed.parts.filter((part) => typeof part !== "string");
  return { name: alias, parts: [alias, ...group], letters: indexed.letters };
}

/** Reads the indices of an input key, or null when the key is no member. */
export type MemberReader = (key: string) => readonly number[] | null;

/** `x_3`, `x3` and, for stems of several letters, any case are members of `x_i`. */
export function memberReader(indexed: IndexedName): MemberReader {
  const loose = indexed.parts.filter((part) => typeof part === "string").join("").length > 1;
  const groups = indexed.parts.map((part) => {
    if (typeof part === "string") return escape(part);
    return part.length === 1
      ? "([0-9]{1,7})"
      : `([0-9]{${part.length}}|[0-9]{1,7}(?:_[0-9]{1,7}){${part.length - 1}})`;
  });
  const pattern = new RegExp(`^${groups.join("_?")}$`, loose ? "i" : "");
  const sizes = indexed.parts.filter((part) => typeof part !== "string").map((part) => part.length);
  return (key) => {
    const match = pattern.exec(key);
    if (match === null) return null;
    return sizes.flatMap((size, i) => {
      const text = match[i + 1]!;
      return text.split(size > 1 && !text.includes("_") ? "" : "_").map(Number);
    });
  };
}

function escape(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "\\$&");
}

/** Names that depend on the index of a sum around them: numbered inputs, not unknowns. */
export function indexedNames(exprs: readonly Expr[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (expr: Expr, scope: ReadonlySet<string>): void => {
    if (expr.type === "name" && readIndexed(expr.name, scope) !== null) found.add(expr.name);
    if (expr.type === "braket") for (const name of namesOf(expr)) found.add(name);
    const own =
      expr.type === "sum" || expr.type === "product"
        ? expr.indices.flatMap(({ name, relation }) => [
            name,
            ...(relation === undefined ? [] : [relation.other]),
          ])
        : [];
    const inner = own.length === 0 ? scope : new Set([...scope, ...own]);
    for (const part of childrenOf(expr)) visit(part, inner);
  };
  for (const expr of exprs) visit(expr, new Set());
  return found;
}
