/** Pages that attack, opened in frames of a browser, with either layer of their policy left out. */
import { once } from "node:events";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { Chromium, Page } from "../chromium.js";
import { ELSEWHERE, type Attack, type Layer } from "./attacks.js";

/** A server of the test, with where it is. */
export interface Listening {
  readonly server: Server;
  readonly url: string;
}

async function listen(server: Server): Promise<Listening> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { server, url: `http://127.0.0.1:${address.port}` };
}

/** Another origin: whatever comes there got out. */
export function elsewhere(got: (attack: string) => void): Promise<Listening> {
  return listen(
    createServer((asked, answer) => {
      got(asked.url?.split("/")[1] ?? "");
      answer.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/plain" });
      answer.end("x");
    }),
  );
}

/** The text of a page, with what it names filled in. */
export function filledIn({ html, name }: Attack, outside: string): string {
  return html
    .replaceAll(ELSEWHERE, `${outside}/${name}`)
    .replaceAll("NAME", `'${name}'`)
    .replace(/(\/api\/(?:health|openapi\.json|demo-key\/mint|x)|\/victim\/[a-z.]*)/g, `$1?${name}`);
}

function withLayers(policy: string, layers: readonly Layer[]): string {
  const [sandbox = "", ...sources] = policy.split("; ");
  return [
    ...(layers.includes("sandbox") ? [sandbox] : []),
    ...(layers.includes("sources") ? sources : []),
  ].join("; ");
}

/**
 * Stands before a node: a page with frames of its own, and all else passed on, with the layers that
 * are left.
 */
export function standIn(
  node: string,
  { got, layers }: { readonly layers: readonly Layer[]; readonly got: (attack: string) => void },
): Promise<Listening> {
  return listen(
    createServer((asked, answer) => {
      const url = asked.url ?? "/";
      if (url.startsWith("/frames?")) {
        sendFrames(answer, url.slice(url.indexOf("?") + 1).split(","));
        return;
      }
      const named = /\?([a-z-]+)$/.exec(url)?.[1];
      // A page may load what is its own.
      if (named !== undefined && !url.startsWith(`/s/attacks/p/${named}/`)) got(named);
      const headers = { ...asked.headers, "accept-encoding": "identity" };
      const passed = request(`${node}${url}`, { method: asked.method, headers }, (reply) => {
        const fields = { ...reply.headers };
        const policy = fields["content-security-policy"];
        if (typeof policy === "string") {
          const left = withLayers(policy, layers);
          if (left === "") delete fields["content-security-policy"];
          else fields["content-security-policy"] = left;
        }
        answer.writeHead(reply.statusCode ?? 500, fields);
        reply.pipe(answer);
      });
      asked.pipe(passed);
      passed.once("error", () => answer.destroy());
    }),
  );
}

function sendFrames(answer: ServerResponse, names: readonly string[]): void {
  const frames = names.map((name) => `<iframe src="/s/attacks/p/${name}/"></iframe>`).join("");
  answer.writeHead(200, { "content-type": "text/html" });
  answer.end(
    "<!doctype html><title>frames</title><script>window.acted=[];" +
      "document.cookie='planted=;max-age=0;path=/';document.cookie='own=1';" +
      "localStorage.setItem('secret','42');" +
      "new BroadcastChannel('calc').onmessage=(e)=>window.acted.push(e.data);" +
      "window.onmessage=(e)=>{window.told=e.data};" +
      `window.onload=()=>{window.isLoaded=true}</script>${frames}`,
  );
}

/** What scripts begin after the load has had its turn. */
const TURN = "new Promise((done) => setTimeout(done, 700))";

/** Opens pages in frames of one window. @returns attacks that the window itself saw act */
export async function frames(
  chromium: Chromium,
  base: string,
  names: readonly string[],
): Promise<{ readonly page: Page; readonly acted: readonly string[] }> {
  const page = await chromium.open(`${base}/frames?${names.join(",")}`);
  await page.evaluate(TURN);
  const acted = await page.evaluate(
    "const planted = document.cookie.includes('planted') ? ['cookie-write'] : [];" +
      "JSON.stringify([...(window.acted ?? []), ...planted])",
  );
  const read: unknown = JSON.parse(String(acted));
  if (!Array.isArray(read)) throw new TypeError("no list");
  return { page, acted: read.map(String) };
}
