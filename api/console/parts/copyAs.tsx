/** The same question for other hands: curl, the command line, TypeScript, Python, a model. */
import { API_BASE } from "../connection/base.js";
import { useLive } from "../connection/asked.js";
import { engine } from "../engine/ask.js";
import type { Question } from "../engine/messages.js";
import { textOf } from "../engine/question.js";
import { SameCall } from "./sameCall.js";

/** What the client of TypeScript is published as. */
const PACKAGE = "calcmesh-client";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bodyOf({ equation, inputs, operators }: Question) {
  return equation === undefined ? { operators: operators ?? [], inputs } : { equation, inputs };
}

function formsOf(question: Question): Readonly<Record<string, string>> {
  const body = bodyOf(question);
  const isEquation = question.equation !== undefined;
  const path = isEquation ? "/api/playground/compute" : "/api/calc/compute";
  const method = isEquation ? "playgroundCompute" : "compute";
  const json = JSON.stringify(body);
  const key = isEquation ? "" : ' \\\n  -H "authorization: Bearer $CALC_KEY"';
  const given = Object.entries(question.inputs)
    .map(([name, value]) => ` ${quoted(`${name}=${value}`)}`)
    .join("");
  const named = Object.entries(body)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(", ");
  return {
    curl: `curl -s ${API_BASE}${path} \\\n  -H 'content-type: application/json'${key} \\\n  -d ${quoted(json)}`,
    "command line": isEquation
      ? `calc ${quoted(question.equation ?? "")}${given}`
      : `calc compute ${(question.operators ?? []).join(",")}${given}`,
    TypeScript: [
      `import { createClient, unwrap } from ${JSON.stringify(PACKAGE)};\n`,
      `const client = createClient({ baseUrl: ${JSON.stringify(API_BASE)}, key });`,
      `const answer = unwrap(await client.${method}(${json}));`,
    ].join("\n"),
    Python: [
      "import calcmesh\n",
      `client = calcmesh.Client(${JSON.stringify(API_BASE)}, key)`,
      `answer = client.${isEquation ? "playground_compute" : "compute"}(${named})`,
    ].join("\n"),
    MCP: JSON.stringify(
      { name: isEquation ? "calc_playground_compute" : "calc_compute", arguments: body },
      null,
      2,
    ),
  };
}

export function CopyAs({ question: typed }: { readonly question: Question }) {
  const asked = useLive(() => engine.request(typed), [textOf(typed)]);
  if (asked.state !== "ready") return null;
  const { law, question } = asked.value;
  // A sealed equation is its operator.
  const sealed = law === null ? question : { operators: [law.id], inputs: question.inputs };
  return <SameCall forms={formsOf(sealed)} />;
}
