/** The texts of a node's pages, given where it is reached. */
import { INTERFACE_VERSION } from "../../protocol/version.js";

export interface About {
  readonly name: string;
  readonly publicKey: string;
  /** `http://host:port` the caller addressed. */
  readonly url: string;
}

const STYLE =
  ":root{color-scheme:light dark;--ink:#1a1d21;--soft:#5b6470;--line:#d9dde3;--ground:#fff;" +
  "--block:#f5f6f8;--link:#0b57d0}" +
  "@media(prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#9aa4b0;--line:#2c3138;" +
  "--ground:#121417;--block:#1a1d22;--link:#8ab4f8}}" +
  "body{font:16px/1.6 system-ui,sans-serif;max-width:48rem;margin:0 auto;padding:4rem 1.25rem;" +
  "color:var(--ink);background:var(--ground)}" +
  "h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:.8rem;" +
  "letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:2.25rem 0 .5rem}" +
  "p{margin:0 0 1rem}.lead{color:var(--soft);font-size:1.1rem}code,pre{font:14px/1.5 ui-monospace,monospace}" +
  "pre{overflow-x:auto;margin:0;padding:1rem;border:1px solid var(--line);border-radius:6px;" +
  "background:var(--block)}" +
  "a{color:var(--link);text-decoration:none}a:hover,a:focus-visible{text-decoration:underline}" +
  "dl{display:grid;grid-template-columns:11rem 1fr;gap:.35rem 1.5rem;margin:0}dd{margin:0;color:var(--soft)}" +
  "@media(max-width:34rem){body{padding-top:2rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}}" +
  "footer{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);" +
  "font-size:.9rem;overflow-wrap:anywhere}";

/** A browser asks for an icon; this one costs no request. */
const ICON =
  '<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27%3E' +
  "%3Ccircle cx=%278%27 cy=%278%27 r=%277%27 fill=%27%230b57d0%27/%3E" +
  '%3Cpath d=%27M4 10c2-6 4 2 8-4%27 fill=%27none%27 stroke=%27%23fff%27 stroke-width=%271.5%27/%3E%3C/svg%3E">';

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
    `<meta name="viewport" content="width=device-width,initial-scale=1">${ICON}${head}</head>` +
    `<body>${body}</body></html>\n`
  );
}

const LINKS: Readonly<Record<string, readonly (readonly [path: string, said: string])[]>> = {
  "For people": [
    ["/docs", "the interface, to read and to try"],
    ["/problems", "error codes, and what to do about each"],
  ],
  "For programs": [
    ["/api/openapi.json", "the interface, for generators (also openapi-3.1.json)"],
    ["/api/operators", "the operators, with their equations"],
    ["/api/calc/solvers", "the solvers, with their inputs"],
    ["/api/health", "whether the node is alive; /api/ready: whether it seals"],
  ],
  "For models": [
    ["/api/mcp", "the Model Context Protocol, over POST"],
    ["/llms.txt", "where to begin"],
  ],
};

export function landingPage({ publicKey, url }: About): string {
  const item = ([path, said]: readonly [string, string]): string =>
    `<dt><a href="${path}">${path}</a></dt><dd>${said}</dd>`;
  const group = ([title, links]: readonly [string, (typeof LINKS)[string]]): string =>
    `<h2>${title}</h2><dl>${links.map(item).join("")}</dl>`;
  const example =
    `curl -s ${url}/api/calc/prove \\\n  -H 'content-type: application/json' \\\n` +
    `  -d '{"operators":["NM21"],"inputs":{"m1":5.9722e24,"m2":7.342e22,"r":3.844e8}}'`;
  return html(
    "A calc node",
    `<style>${STYLE}</style>`,
    "<main><h1>A calc node</h1>" +
      '<p class="lead">It computes physics and proves it: a value with its unit, its ' +
      "uncertainty, its equations and a signed receipt, the same bit for bit on every node.</p>" +
      "<h2>A first computation</h2>" +
      `<pre tabindex="0">${escaped(example)}</pre>${Object.entries(LINKS).map(group).join("")}</main>` +
      `<footer>Public key <code>${escaped(publicKey)}</code><br>Interface ${INTERFACE_VERSION}</footer>`,
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
        "service-desc": [describes("/api/openapi.json", "application/json")],
        "service-doc": [describes("/docs", "text/html")],
        status: [describes("/api/health", "application/json")],
      },
    ],
  });
}
