/** A settled sum with its terms written out, for the text that shows the numbers. */
import type { Expr, SeriesExpr } from "../reading/ast.js";
import { memberName, readIndexed } from "../reading/seriesNames.js";
import { letterOf } from "../reading/boundNames.js";
import { related } from "./seriesRelation.js";
import { mapChildren } from "../reading/walk.js";

/** More terms than this are shown as the first ones, an ellipsis and the last. */
const TERMS_SHOWN_MAX = 6;
const TERMS_BEFORE_ELLIPSIS = 3;
const TERMS_MAX = 1_000_000;

export function withTerms(expr: Expr): Expr {
  return write(expr, new Map());
}

type Env = ReadonlyMap<string, number>;

function write(expr: Expr, env: Env): Expr {
  if (expr.type === "name") return writeName(expr, env);
  if (expr.type !== "sum" && expr.type !== "product") {
    return mapChildren(expr, (part) => write(part, env));
  }
  const values = indexValues(expr, env);
  const [index] = expr.indices;
  if (values === null || index === undefined) return mapChildren(expr, (part) => write(part, env));
  const shown =
    values.length <= TERMS_SHOWN_MAX
      ? values
      : [...values.slice(0, TERMS_BEFORE_ELLIPSIS), null, values.at(-1)!];
  const op = expr.type === "sum" ? "+" : "*";
  const terms = shown.map((k): Expr =>
    k === null
      ? { type: "name", name: "...", span: expr.span }
      : write(expr.body, new Map([...env, [index.name, k]])),
  );
  const [first, ...rest] = terms;
  const empty: Expr = {
    type: "number",
    value: 0,
    text: expr.type === "sum" ? "0" : "1",
    span: expr.span,
  };
  return rest.reduce<Expr>(
    (left, right) => ({ type: "binary", op, left, right, span: expr.span }),
    first ?? empty,
  );
}

function writeName(expr: Expr & { type: "name" }, env: Env): Expr {
  const value = env.get(expr.name);
  if (value !== undefined) return { type: "number", value, text: String(value), span: expr.span };
  if (expr.members === undefined) return expr;
  const { letters } = expr.members;
  const indexed = readIndexed(expr.name, new Set(letters.map(letterOf)));
  const at = letters.map((letter) => env.get(letter));
  if (indexed === null || at.includes(undefined)) return expr;
  return {
    type: "name",
    name: memberName(
      indexed,
      at.map((k) => k!),
    ),
    span: expr.span,
  };
}

/** Null where the range is not settled before the inputs are. */
function indexValues(expr: SeriesExpr, env: Env): number[] | null {
  const [index] = expr.indices;
  const from = index?.ends?.[0] ?? endOf(index?.from, env);
  const to = index?.ends?.[1] ?? endOf(index?.to, env);
  if (index === undefined || from === null || to === null || to - from > TERMS_MAX) return null;
  const { relation } = index;
  const other =
    relation === undefined
      ? 0
      : (env.get(relation.other) ??
        (/^[0-9]/.test(relation.other) ? Number(relation.other) : Number.NaN));
  if (other !== other) return null;
  const values: number[] = [];
  for (let k = from; k <= to; k += 1) {
    if (index.only !== undefined && !index.only.includes(k)) continue;
    if (relation === undefined || related(relation.op, k, other)) values.push(k);
  }
  return values;
}

function endOf(expr: Expr | undefined, env: Env): number | null {
  if (expr?.type === "number") return expr.value;
  return expr?.type === "name" ? (env.get(expr.name) ?? null) : null;
}
