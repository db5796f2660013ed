import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { EXAMPLE_NAME, nameFields, nameProof } from "./dnsCommon.js";
import { defineOperation } from "../definition/operation.js";

const asked = z.string().min(1).max(64).describe("A name, or an address of 16 hex digits");
const answer = z.looseObject({
  ...nameFields,
  names: z.array(z.string()).describe("Every name of this key"),
  proof: nameProof,
});
const EXAMPLE = {
  ...EXAMPLE_NAME,
  names: ["kepler-orbits"],
  proof: { genesis: { name: "main", registry_family: "calc", witnesses: [] }, events: [] },
};

/** Where a name leads, with the proof. */
export const dnsResolve = defineOperation({
  id: "calc_dns_resolve",
  method: "QUERY",
  twins: ["GET"],
  path: "/api/dns/resolve",
  since: SINCE,
  summary: "Resolve a name or an address: record, key, witnesses and proof",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({ name: asked }),
  output: answer,
  errors: ["NOT_FOUND", "GONE"],
  examples: [{ input: { name: "kepler-orbits" }, output: EXAMPLE }],
  mcp: {
    toolset: "node",
    listed: false,
    example: null,
    description:
      "Resolve a name or 16-hex address of the mesh to its record and key, with the proof.",
  },
});

/** The same by path. */
export const dnsResolveName = defineOperation({
  id: "calc_dns_resolve_name",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/dns/resolve/:name",
  since: SINCE,
  summary: "Resolve a name or an address by its path",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({ name: asked }),
  output: answer,
  errors: ["NOT_FOUND", "GONE"],
  examples: [{ input: { name: "kepler-orbits" }, output: EXAMPLE }],
});
