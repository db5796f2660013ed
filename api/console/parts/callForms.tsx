/** The same call for other hands, from the contract: curl, command line, TypeScript, Python, MCP. */
import { isObject } from "../../../protocol/encoding/json.js";
import { commandWords, looseWord, quoted } from "../../readable/commandWords.js";
import { requestOf } from "../../client/request.js";
import { API_BASE } from "../connection/base.js";
import type { OperationCard } from "./contract.js";
import { type Fields } from "../connection/json.js";
import { SameCall } from "./sameCall.js";

/** What the client of TypeScript is published as. */
const PACKAGE = "calcmesh-client";

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function methodOf({ method }: OperationCard): "DELETE" | "GET" | "PATCH" | "POST" | "PUT" {
  switch (method) {
    case "GET":
    case "PUT":
    case "PATCH":
    case "DELETE":
      return method;
    default:
      // QUERY has a twin everywhere.
      return "POST";
  }
}

function curlOf(card: OperationCard, input: Fields): string {
  const { body, method, url } = requestOf(
    { baseUrl: API_BASE },
    card,
    methodOf(card),
    input,
    undefined,
  );
  return [
    `curl -s ${method === "GET" || (method === "POST" && body !== undefined) ? "" : `-X ${method} `}${shell(url)}`,
    ...(card.auth === "none" ? [] : ['-H "authorization: Bearer $CALC_KEY"']),
    ...(card.keyed === true ? ['-H "idempotency-key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${shell(body)}`]),
  ].join(" \\\n  ");
}

function commandOf(card: OperationCard, input: Fields): string | null {
  const { document, positional = [], verb, words = {} } = card;
  if (verb === undefined) return null;
  const kinds = new Map(Object.entries(words));
  if (document === true) return `calc ${verb} document.json   # ${JSON.stringify(input)}`;
  const { [String(document)]: held, ...rest } = input;
  const given = commandWords(positional, kinds, rest);
  // A solver's inputs are no field of their own: each is a word.
  const loose =
    positional.includes("inputs") && !kinds.has("inputs")
      ? Object.entries(rest).map(([name, value]) => `${name}=${looseWord(value)}`)
      : null;
  const said = (loose ?? given).map(quoted).join(" ");
  const file = held === undefined ? "" : ` document.json   # ${JSON.stringify(held)}`;
  return `calc ${verb}${said === "" ? "" : ` ${said}`}${file}`;
}

function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function pythonOf({ auth, key }: OperationCard, input: Fields): string {
  const names = Object.keys(input);
  const given = names.every((name) => /^[a-zA-Z_]\w*$/.test(name))
    ? names.map((name) => `${name}=${pythonValue(input[name])}`).join(", ")
    : `**${pythonValue(input)}`;
  return [
    "import calcmesh\n",
    `client = calcmesh.Client(${JSON.stringify(API_BASE)}${auth === "none" ? "" : ", key"})`,
    `answer = client.${snake(key)}(${given})`,
  ].join("\n");
}

/** By what each is for; what an operation does not have is not there. */
function callForms(card: OperationCard, input: Fields): Readonly<Record<string, string>> {
  const command = commandOf(card, input);
  const json = JSON.stringify(input);
  const key = card.auth === "none" ? "" : ", key";
  return {
    curl: curlOf(card, input),
    ...(command === null ? {} : { "command line": command }),
    TypeScript: [
      `import { createClient, unwrap } from ${JSON.stringify(PACKAGE)};\n`,
      `const client = createClient({ baseUrl: ${JSON.stringify(API_BASE)}${key} });`,
      `const answer = unwrap(await client.${card.key}(${json === "{}" ? "" : json}));`,
    ].join("\n"),
    Python: pythonOf(card, input),
    ...(card.toolset === undefined
      ? {}
      : { MCP: JSON.stringify({ name: card.id, arguments: input }, null, 2) }),
  };
}

export function CallForms({
  card,
  input,
}: {
  readonly card: OperationCard;
  readonly input: Fields;
}) {
  return <SameCall forms={callForms(card, input)} />;
}
