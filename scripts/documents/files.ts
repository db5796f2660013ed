/** The documents that are made from the contract, by the files that the build writes them to. */
import { join } from "node:path";
import { openapiDocument, type OpenapiVersion } from "../../api/openapi/document.js";
import { PYTHON_CLIENT, pythonClient } from "../clients/pythonClient.js";
import { outline } from "./outline.js";
import type { Line } from "./pinned.js";
import { pythonOutline } from "./pythonOutline.js";

export const OPENAPI_FILES: readonly (readonly [path: string, version: OpenapiVersion])[] = [
  [join("dist", "openapi", "openapi.json"), "3.2.0"],
  [join("dist", "openapi", "openapi-3.1.json"), "3.1.1"],
];

/** Texts by path; two spaces deep, for people who look into them. */
export function documents(): ReadonlyMap<string, string> {
  return new Map([
    ...OPENAPI_FILES.map(
      ([path, version]) =>
        [path, `${JSON.stringify(openapiDocument(version), null, 2)}\n`] as const,
    ),
    [PYTHON_CLIENT, pythonClient()],
  ]);
}

/** Digests pinned of them, by the file that holds it. */
export function pins(): ReadonlyMap<string, readonly Line[]> {
  return new Map([
    [join("test", "pins", "openapi.txt"), openapiOutline()],
    [join("test", "pins", "pythonClient.txt"), pythonOutline(pythonClient())],
  ]);
}

/** Lines of the document in 3.2, and what is other in 3.1. */
function openapiOutline(): readonly Line[] {
  const [newer, older] = [outline(openapiDocument("3.2.0")), outline(openapiDocument("3.1.1"))];
  const digests = new Map(newer.map(({ digest, name }) => [name, digest]));
  const kept = new Set(older.map(({ name }) => name));
  const missing = newer.filter(({ name }) => !kept.has(name));
  return [
    ...newer,
    ...older
      .filter(({ digest, name }) => digests.get(name) !== digest)
      .map((line) => ({ ...line, name: `3.1 ${line.name}` })),
    ...missing.map(({ name }) => ({ name: `3.1 ${name}`, digest: "absent", parts: [] })),
  ];
}
