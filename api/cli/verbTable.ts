/**
 * The verbs of the contract. The joined program has this table written out in the place of this
 * module: to make it from the schemas takes longer than to run a verb.
 */
import { operations } from "../contract/index.js";
import { verbShapeOf, type VerbShape } from "./verbShape.js";

export const verbShapes: readonly VerbShape[] = Object.entries(operations).flatMap(
  ([key, operation]) => verbShapeOf(key, operation) ?? [],
);
