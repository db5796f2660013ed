/** The console as it is served: its page, whichever screen was asked for, and its files. */
import type { Call } from "../contract/definition/call.js";
import { isConsolePath } from "../contract/node/console.js";
import { HTML_TYPE } from "../contract/node/pages.js";
import { preEncoded, type PreEncoded } from "../contract/definition/preEncoded.js";
import { ApiError } from "../contract/definition/problem.js";
import type { ApiContext } from "../http/context.js";

/** Files and data of this node alone; nobody may frame the page. */
const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const INDEX = "index.html";
/** What stands before each address in the page as it is built. */
const BASE = "%BASE%";
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
};

type Files = Pick<ApiContext, "consoleFile">;

const FOUND = 200;
const NOT_FOUND = 404;

/**
 * Addresses in it are relative to the path that was asked for, so that it stands behind the prefix
 * of a proxy, too. @returns null where the program came without the console
 */
export async function consolePage(context: Files, path: string): Promise<PreEncoded<never> | null> {
  const index = (await context.consoleFile?.(INDEX)) ?? null;
  if (index === null) return null;
  const up = "../".repeat(Math.max(0, path.split("/").length - 2));
  return preEncoded({
    // The page says itself that it has nothing there.
    status: path === "/" || isConsolePath(path) ? FOUND : NOT_FOUND,
    body: Buffer.from(index.bytes).toString("utf8").replaceAll(BASE, up),
    contentType: `${HTML_TYPE}; charset=utf-8`,
    headers: [
      "content-security-policy",
      POLICY,
      "cross-origin-opener-policy",
      "same-origin",
      "referrer-policy",
      "no-referrer",
    ],
  });
}

/** @throws ApiError NOT_FOUND */
export async function consoleFileAnswer(
  context: Files,
  name: string,
  call: Call,
): Promise<PreEncoded<never>> {
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
  const file = type === undefined ? null : ((await context.consoleFile?.(name)) ?? null);
  if (type === undefined || file === null)
    throw new ApiError(
      "NOT_FOUND",
      "the console has no such file, or not any more: the node was upgraded; load the page again",
    );
  const packed = takesBrotli(call.header("accept-encoding")) ? file.packed : null;
  const policy = ["content-security-policy", POLICY];
  return packed === null
    ? // Browsers ask for brotli over TLS and loopback alone; the dispatcher has gzip for the others.
      preEncoded({ body: file.bytes, contentType: type, headers: policy })
    : preEncoded({
        body: packed,
        contentType: type,
        headers: [...policy, "content-encoding", "br"],
        // The name has the hash of the file.
        tag: `"${name}-br"`,
      });
}

function takesBrotli(field: string): boolean {
  return field.split(",").some((item) => {
    const [name = "", quality = ""] = item.split(";").map((part) => part.trim().toLowerCase());
    return name === "br" && !/^q=0(?:\.0*)?$/.test(quality);
  });
}
