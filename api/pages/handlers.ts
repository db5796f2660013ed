/** Handlers of the pages and of the files by which programs find their way. */
import { INTERFACE_VERSION } from "../../protocol/version.js";
import type { Call } from "../contract/definition/call.js";
import type { SurfaceHandlers } from "../contract/index.js";
import { HTML_TYPE } from "../contract/node/pages.js";
import { JSON_TYPE, preEncoded, type PreEncoded } from "../contract/definition/preEncoded.js";
import { ApiError } from "../contract/definition/problem.js";
import type { Dispatcher } from "../http/dispatcher.js";
import { consoleFileAnswer, consolePage } from "./console.js";
import { catalog, docsHtml, DOCS_START, landingPage, llms, type About } from "./texts.js";

const UTF8 = "; charset=utf-8";
/** Files of this node alone; pictures of swagger-ui stand in its style as data. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SECURITY_DAYS = 365;
const DAY_MS = 86_400_000;

type PageHandlers = Pick<
  SurfaceHandlers,
  | "apiCatalog"
  | "consoleFile"
  | "docsPage"
  | "docsScript"
  | "docsStart"
  | "docsStyle"
  | "landing"
  | "llmsText"
  | "nodeCard"
  | "securityText"
>;

interface NodeCard extends Record<string, unknown> {
  readonly name: string;
  readonly publicKey: string;
  readonly version: string;
  readonly api: string;
  readonly mcp: string;
  readonly openapi: string;
}

export function pageHandlers(dispatcher: Dispatcher): PageHandlers {
  const { about, clock } = dispatcher.context;
  const aboutFor = (call: Call): About => ({ ...about, url: call.baseUrl() });
  const card = (call: Call): NodeCard => {
    const url = call.baseUrl();
    return {
      ...about,
      version: INTERFACE_VERSION,
      api: `${url}/api`,
      mcp: `${url}/api/mcp`,
      openapi: `${url}/api/openapi.json`,
      docs: `${url}/docs`,
    };
  };
  const docs = htmlAnswer(docsHtml());
  const start = text(DOCS_START, `text/javascript${UTF8}`);
  return {
    landing: async (_input, call) =>
      call.accepted === JSON_TYPE
        ? preEncoded({ body: JSON.stringify(card(call)) })
        : ((await consolePage(dispatcher.context, call.path)) ??
          htmlAnswer(landingPage(aboutFor(call)))),
    consoleFile: ({ file }, call) => consoleFileAnswer(dispatcher.context, file, call),
    docsPage: () => docs,
    docsStart: () => start,
    docsScript: () => asset(dispatcher, "swagger-ui-bundle.js", `text/javascript${UTF8}`),
    docsStyle: () => asset(dispatcher, "swagger-ui.css", `text/css${UTF8}`),
    llmsText: (_input, call) => text(llms(aboutFor(call)), `text/plain${UTF8}`),
    apiCatalog: (_input, call) => text(catalog(aboutFor(call)), "application/linkset+json"),
    nodeCard: (_input, call) => card(call),
    securityText: (_input, call) => {
      const day = Math.floor(Number(clock.nowNs() / 1_000_000n) / DAY_MS);
      const expires = new Date((day + SECURITY_DAYS) * DAY_MS).toISOString();
      return text(
        `Contact: ${call.baseUrl()}/\nExpires: ${expires}\nPreferred-Languages: en\n`,
        `text/plain${UTF8}`,
      );
    },
  };
}

function text(body: string, contentType: string): PreEncoded<never> {
  return preEncoded({ body, contentType });
}

function htmlAnswer(body: string): PreEncoded<never> {
  return preEncoded({
    body,
    contentType: `${HTML_TYPE}${UTF8}`,
    headers: ["content-security-policy", POLICY],
  });
}

/** A file that comes with the program. @throws ApiError where the program came without it. */
async function asset(
  { context }: Dispatcher,
  name: string,
  contentType: string,
): Promise<PreEncoded<never>> {
  const body = (await context.asset?.(name)) ?? null;
  if (body === null) {
    throw new ApiError("NOT_FOUND", "this program was not built with it; see /api/openapi.json");
  }
  return preEncoded({ body, contentType });
}
