/**
 * The one table of error codes, joined from its areas. HTTP statuses, problem pages, the
 * machine-readable description and the exit codes of the command line are read from it; a code that
 * is not here cannot be answered.
 */
import { ACCESS_ERRORS } from "./access.js";
import { COMPUTE_ERRORS } from "./compute.js";
import { ECONOMY_ERRORS } from "./economy.js";
import { MACHINE_ERRORS } from "./machines.js";
import { MESH_ERRORS } from "./mesh.js";
import { NAME_ERRORS } from "./names.js";
import { REQUEST_ERRORS } from "./request.js";
import { SERVICE_ERRORS } from "./services.js";
import type { ErrorArea, ErrorEntry } from "./entry.js";

/** No code may stand in two areas: the later would silently win. A pin counts them. */
export const ERROR_AREAS: readonly ErrorArea[] = [
  REQUEST_ERRORS,
  ACCESS_ERRORS,
  COMPUTE_ERRORS,
  MESH_ERRORS,
  ECONOMY_ERRORS,
  NAME_ERRORS,
  MACHINE_ERRORS,
  SERVICE_ERRORS,
];

export const ERRORS = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...COMPUTE_ERRORS,
  ...MESH_ERRORS,
  ...ECONOMY_ERRORS,
  ...NAME_ERRORS,
  ...MACHINE_ERRORS,
  ...SERVICE_ERRORS,
} as const satisfies ErrorArea;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

export function errorEntry(code: ErrorCode): ErrorEntry {
  return ERRORS[code];
}

/**
 * `UNKNOWN_OPERATOR` -> `/problems/unknown-operator`, the `type` of a problem and the path of its
 * page.
 */
export function problemType(code: ErrorCode): string {
  return `/problems/${code.toLowerCase().replaceAll("_", "-")}`;
}

export function codeOfProblemSlug(slug: string): ErrorCode | null {
  const code = slug.toUpperCase().replaceAll("-", "_");
  return isErrorCode(code) && problemType(code) === `/problems/${slug}` ? code : null;
}
