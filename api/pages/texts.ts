/** The texts of a node's pages, given where it is reached. */
import { INTERFACE_VERSION } from "../../protocol/version.js";

export interface About {
  readonly name: string;
  readonly publicKey: string;
  /** `http://host:port` the caller addressed. */
  readonly url: string;
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}" +
  "code,pre{font:14px/1.5 ui-monospace,monospace}pre{overflow-x:auto;padding:1rem;border:1px solid}" +
  "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}a{color:#8bf}}";

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function html(title: string, head: string, body: string): string {
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">${head}</head>` +
    `<body>${body}</body></html>\n`
  );
}

const LINKS = [
  ["/docs", "the interface, to read and to try"],
  ["/api/openapi.json", "the same for programs"],
  ["/api/mcp", "for models (Model Context Protocol)"],
  ["/api/operators", "the operators"],
  ["/api/calc/solvers", "the solvers"],
  ["/problems", "error codes and what to do"],
  ["/api/health", "how it is"],
] as const;

export function landingPage({ publicKey, url }: About): string {
  const item = ([path, said]: readonly [string, string]): string =>
    `<li><a href="${path}">${path}</a> ${said}</li>`;
  const example =
    `curl -s ${url}/api/calc/prove \\\n  -H 'content-type: application/json' \\\n` +
    `  -d '{"operators":["NM21"],"inputs":{"m1":5.9722e24,"m2":7.342e22,"r":3.844e8}}'`;
  return html(
    "A calc node",
    `<style>${STYLE}</style>`,
    "<h1>A calc node</h1><p>It computes physics and proves it: a value with its unit, its " +
      "uncertainty, its equations and a signed receipt, the same bit for bit on every node.</p>" +
      `<pre>${escaped(example)}</pre><ul>${LINKS.map(item).join("")}</ul>` +
      `<p>Public key <code>${escaped(publicKey)}</code><br>Interface ${INTERFACE_VERSION}</p>`,
  );
}

export function docsHtml(): string {
  return html(
    "calc: the interface",
    '<link rel="stylesheet" href="/docs/swagger-ui.css">',
    '<div id="docs"></div><script src="/docs/swagger-ui-bundle.js"></script>' +
      '<script src="/docs/start.js"></script>',
  );
}

/** No inline script: the policy of the page allows files of this node alone. */
export const DOCS_START =
  'SwaggerUIBundle({url:"/api/openapi.json",dom_id:"#docs",deepLinking:true,' +
  'docExpansion:"none",defaultModelsExpandDepth:0,validatorUrl:null});\n';

export function llms({ url }: About): string {
  return [
    "# calc",
    "",
    "> Deterministic physics with receipts. Name operators by id, give SI inputs; the answer has",
    "> value, unit, uncertainty, equations and a signed receipt that anyone can check.",
    "",
    "## Start",
    "",
    `- [Kernel prompt](${url}/api/kernel/prompt): how to compute here, for a model`,
    `- [Tools](${url}/api/mcp): the Model Context Protocol over POST`,
    `- [Operators](${url}/api/operators?q=force): search by words, then POST /api/calc/compute`,
    `- [Solvers](${url}/api/calc/solvers?solver=heat): one solver's inputs and examples`,
    "- POST /api/calc/prove: one computation without a key",
    "",
    "## Reference",
    "",
    `- [OpenAPI](${url}/api/openapi.json): every operation, 3.2; [3.1](${url}/api/openapi-3.1.json)`,
    `- [Problems](${url}/problems): each error code and its remedy`,
    "",
  ].join("\n");
}

export function catalog({ url }: About): string {
  const describes = (path: string, type: string) => ({ href: `${url}${path}`, type });
  return JSON.stringify({
    linkset: [
      {
        anchor: `${url}/api`,
        "service-desc": [
          describes("/api/openapi.json", "application/json"),
          describes("/api/openapi.yaml", "application/yaml"),
        ],
        "service-doc": [describes("/docs", "text/html")],
        status: [describes("/api/health", "application/json")],
      },
    ],
  });
}
