/** Types of expressions, with the physical dimension of a number where it is known. */
import { dimensionsEqual, divide, formatDimension, multiply } from "../units/index.js";
import type { Dimension } from "../units/index.js";
import { CEL_LIST_ITEMS_MAX } from "./ast.js";

/**
 * `literal`: a number that the program writes without a unit. It goes with any dimension in a sum
 * or a comparison, and is dimensionless in a product. `unknown`: nothing is known, so nothing is
 * refused.
 */
export type CelDimension = Dimension | "literal" | "unknown";

export type CelType =
  | { readonly kind: "double"; readonly dimension: CelDimension }
  | { readonly kind: "bool" }
  | { readonly kind: "string" }
  | { readonly kind: "null" }
  | { readonly kind: "list"; readonly element: CelType; readonly itemsMax: number }
  | { readonly kind: "struct"; readonly fields: ReadonlyMap<string, CelType> }
  /** Any JSON value: checked when it is read. */
  | { readonly kind: "dyn" };

export const BOOL: CelType = { kind: "bool" };
export const STRING: CelType = { kind: "string" };
export const DYN: CelType = { kind: "dyn" };

export function double(dimension: CelDimension): CelType {
  return { kind: "double", dimension };
}

export function list(element: CelType, itemsMax: number = CEL_LIST_ITEMS_MAX): CelType {
  return { kind: "list", element, itemsMax };
}

export function struct(fields: Readonly<Record<string, CelType>>): CelType {
  return { kind: "struct", fields: new Map(Object.entries(fields)) };
}

/** As it is named in a message: `a number in K`, `a list`. */
export function typeText(type: CelType): string {
  switch (type.kind) {
    case "double":
      return typeof type.dimension === "string"
        ? "a number"
        : `a number in ${formatDimension(type.dimension)}`;
    case "bool":
      return "a condition";
    case "string":
      return "a text";
    case "null":
      return "null";
    case "list": {
      const { element } = type;
      return element.kind === "double" && typeof element.dimension !== "string"
        ? `a list of numbers in ${formatDimension(element.dimension)}`
        : "a list";
    }
    case "struct":
      return "an object";
    case "dyn":
      return "any value";
  }
}

/** What both are in a sum, a comparison or a list; null where they are of different dimensions. */
export function commonDimension(a: CelDimension, b: CelDimension): CelDimension | null {
  if (a === "literal") return b;
  if (b === "literal") return a;
  if (a === "unknown" || b === "unknown") return a === "unknown" ? b : a;
  return dimensionsEqual(a, b) ? a : null;
}

/** @throws DimensionRangeError where an exponent leaves the range */
export function productDimension(a: CelDimension, b: CelDimension): CelDimension {
  if (a === "unknown" || b === "unknown") return "unknown";
  if (a === "literal") return b;
  if (b === "literal") return a;
  return multiply(a, b);
}

/** @throws DimensionRangeError where an exponent leaves the range */
export function quotientDimension(
  a: CelDimension,
  b: CelDimension,
  dimensionless: Dimension,
): CelDimension {
  if (a === "unknown" || b === "unknown") return "unknown";
  if (b === "literal") return a;
  return divide(a === "literal" ? dimensionless : a, b);
}

/** What both types are; null where no value is of both. */
export function commonType(a: CelType, b: CelType): CelType | null {
  if (a.kind === "dyn" || b.kind === "dyn") return DYN;
  if (a.kind === "double" && b.kind === "double") {
    const dimension = commonDimension(a.dimension, b.dimension);
    return dimension === null ? null : double(dimension);
  }
  if (a.kind === "list" && b.kind === "list") {
    const element = commonType(a.element, b.element);
    return element === null ? null : list(element, Math.max(a.itemsMax, b.itemsMax));
  }
  if (a.kind === "struct" && b.kind === "struct") return commonStruct(a.fields, b.fields);
  return a.kind === b.kind ? a : null;
}

type Fields = ReadonlyMap<string, CelType>;

function commonStruct(a: Fields, b: Fields): CelType | null {
  if (a.size !== b.size) return null;
  const fields = new Map<string, CelType>();
  for (const [name, type] of a) {
    const other = b.get(name);
    const common = other === undefined ? null : commonType(type, other);
    if (common === null) return null;
    fields.set(name, common);
  }
  return { kind: "struct", fields };
}
