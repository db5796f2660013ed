/** `calc api <METHOD> <path>`: any call of the interface, with the key that the other verbs use. */
import { writeFile } from "node:fs/promises";
import type { Outcome, PlainRequest } from "../../api/client/client.js";
import { calls, type CallShape } from "../../api/client/table.js";
import { jsonOf } from "../../api/cli/arguments.js";
import { confirm } from "../../api/cli/derivedVerb.js";
import type { Session, Verb } from "../../api/cli/session.js";
import { EXIT, usage } from "../../api/cli/exitCodes.js";
import { verbShapes } from "../../api/cli/verbTable.js";
import { takesBody, type Method } from "../../api/contract/definition/operation.js";
import { Router } from "../../api/http/router.js";
import { daemonRequester } from "./localClient.js";

interface ApiOptions {
  readonly output?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const METHODS: readonly Method[] = ["GET", "QUERY", "POST", "PUT", "PATCH", "DELETE"];
/** What the first character of JSON for a body may be; nobody's file is called so. */
const JSON_BEGINS = /^[[{"]/;
const EXAMPLE = `
Examples:
  calc api GET /api/calc/pulse
  calc api QUERY /api/calc/price '{"operators":["NM21"]}'
  calc api POST /api/calc/verify answer.json
`;

export const apiVerb: Verb = {
  register(program, run) {
    const command = program
      .command("api")
      .description("Call any path of the interface (calc openapi lists them)")
      .argument("<method>", METHODS.join(", "))
      .argument("<path>", "as in /api/operators?q=gravitation")
      .argument("[body]", "JSON, a file that holds it, or - for standard input")
      .option("--output <file>", "write the body of the answer, as it comes, to a file")
      .option("--dry-run", "print the request instead of making it")
      .option("--yes", "do what ends something without asking")
      .addHelpText("after", EXAMPLE);
    command.action(async (method: string, path: string, body: string | undefined) => {
      await run(command, async (session) => {
        const options = command.opts<ApiOptions>();
        const operation = operationAt(method, path);
        const request = await requestOf(session, operation, method, path, body);
        if (options.dryRun === true) {
          session.print({
            method,
            path,
            ...(typeof request.body !== "string"
              ? {}
              : { input: jsonOf(request.body, "the body") }),
          });
          return EXIT.ok;
        }
        if (operation?.effect === "destroy" && options.yes !== true)
          await confirm(session.modules, operation);
        return shown(
          session,
          await (
            await daemonRequester(session.options)
          )(request),
          options.output,
        );
      });
    });
  },
};

/** A call as it is known before it is made. */
type Known = CallShape & { readonly summary: string };

/** Null for what no operation answers: the node says so itself. */
function operationAt(method: string, path: string): Known | null {
  const router = new Router<Known>();
  const summaries = new Map(verbShapes.map(({ key, summary }) => [key, summary]));
  for (const [key, shape] of Object.entries(calls)) {
    const known = { ...shape, summary: summaries.get(key) ?? `${shape.method} ${shape.path}` };
    router.add(known, () => known);
  }
  try {
    return router.find(path.split("?", 1)[0] ?? "")?.methods.get(method) ?? null;
  } catch (error) {
    if (error instanceof URIError) throw usage(`${path} has a malformed percent-encoding`);
    throw error;
  }
}

async function requestOf(
  session: Session,
  operation: Known | null,
  method: string,
  path: string,
  body: string | undefined,
): Promise<PlainRequest> {
  const known = METHODS.find((one) => one === method);
  if (known === undefined) throw usage(`${method} is none of ${METHODS.join(", ")}`);
  if (!/^\/[\x21-\x7e]*$/.test(path))
    throw usage(`${path} is no path: it begins with a slash, and is percent-encoded`);
  if (!takesBody(known)) {
    if (body !== undefined)
      throw usage(`${method} has no body: its input stands in the path and behind a ?`);
    return { method, path };
  }
  const text = body === undefined ? "{}" : await textOf(session, body);
  return { method, path, body: text, ...(operation?.keyed === true ? { keyed: true } : {}) };
}

/**
 * JSON as it was written: what the node is to refuse, it gets. @throws CliError where it is none
 */
async function textOf({ modules }: Session, body: string): Promise<string> {
  if (JSON_BEGINS.test(body)) {
    jsonOf(body, "the body");
    return body;
  }
  const text = body === "-" ? await modules.readStdin() : await modules.readFile(body);
  jsonOf(text, body === "-" ? "standard input" : body);
  return text;
}

async function shown(
  session: Session,
  outcome: Outcome<unknown>,
  output: string | undefined,
): Promise<number> {
  if (outcome.kind !== "result") return session.show(outcome);
  if (output !== undefined) {
    await writeFile(output, outcome.bytes ?? outcome.text);
    session.modules.err(`${output} written\n`);
    return EXIT.ok;
  }
  const type = outcome.headers.get("content-type") ?? "";
  if (outcome.bytes !== undefined && !/^text\/|json|xml/.test(type))
    throw usage(`the answer is ${type}, no text`, "Name a file for it with --output.");
  return session.show(outcome);
}
