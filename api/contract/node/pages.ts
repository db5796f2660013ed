/** Pages for people who open a node in a browser, and the files by which programs find their way. */
import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation, type Limits } from "../definition/operation.js";
import { JSON_TYPE } from "../definition/preEncoded.js";

interface Page {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly type: string;
  /** How it begins. */
  readonly example: string;
  readonly limits?: Limits;
}

function page({ example, id, limits = QUICK, path, summary, type }: Page) {
  return defineOperation({
    id,
    method: "GET",
    path,
    since: SINCE,
    summary,
    auth: "none",
    effect: "read",
    limits,
    cache: { control: "public, max-age=300" },
    produces: [type],
    anyQuery: true,
    input: z.strictObject({}),
    output: z.looseObject({}),
    errors: ["NOT_FOUND"],
    examples: [{ input: {}, output: example }],
  });
}

export const HTML_TYPE = "text/html";
const SCRIPT_TYPE = "text/javascript";

export const landing = defineOperation({
  id: "calc_landing",
  method: "GET",
  path: "/",
  since: SINCE,
  summary: "The console for browsers; for programs who this node is, as JSON",
  auth: "none",
  effect: "read",
  limits: QUICK,
  // The files that it names change with the program.
  cache: { control: "no-cache" },
  produces: [HTML_TYPE, JSON_TYPE],
  // What stands in the query is the page's own: `/ask?q=...`.
  input: z.looseObject({}),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: {}, output: "<!doctype html>\n" }],
});
export const docsPage = page({
  id: "calc_docs",
  path: "/docs",
  summary: "The interface as a page to read and to try",
  type: HTML_TYPE,
  example: "<!doctype html>\n",
});
export const docsStart = page({
  id: "calc_docs_start",
  path: "/docs/start.js",
  summary: "What the page of the interface begins with",
  type: SCRIPT_TYPE,
  example: "SwaggerUIBundle({});\n",
});
export const docsScript = page({
  id: "calc_docs_script",
  path: "/docs/swagger-ui-bundle.js",
  summary: "The program of the page of the interface (swagger-ui)",
  type: SCRIPT_TYPE,
  example: "// swagger-ui\n",
});
export const docsStyle = page({
  id: "calc_docs_style",
  path: "/docs/swagger-ui.css",
  summary: "The style of the page of the interface (swagger-ui)",
  type: "text/css",
  example: ".swagger-ui {}\n",
});
export const llmsText = page({
  id: "calc_llms",
  path: "/llms.txt",
  summary: "What a language model should know of this node first",
  type: "text/plain",
  example: "# calc\n",
});
export const securityText = page({
  id: "calc_security",
  path: "/.well-known/security.txt",
  summary: "How to report a weakness (RFC 9116)",
  type: "text/plain",
  example: "Expires: 2027-01-01T00:00:00Z\n",
});
export const apiCatalog = page({
  id: "calc_api_linkset",
  path: "/.well-known/api-catalog",
  summary: "Where the interface is described (RFC 9727)",
  type: "application/linkset+json",
  example: '{"linkset":[]}',
});
export const nodeCard = defineOperation({
  id: "calc_node_card",
  method: "GET",
  path: "/.well-known/calc-node.json",
  since: SINCE,
  summary: "Who this node is and where its interfaces are",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
  output: z.looseObject({
    name: z.string(),
    publicKey: z.string(),
    version: z.string(),
    api: z.string(),
    mcp: z.string(),
    openapi: z.string(),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        name: "calc",
        publicKey: "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c",
        version: "1.287.0",
        api: "http://127.0.0.1:8287/api",
        mcp: "http://127.0.0.1:8287/api/mcp",
        openapi: "http://127.0.0.1:8287/api/openapi.json",
      },
    },
  ],
});
