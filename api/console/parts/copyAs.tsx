/** The same question for other hands: curl, the command line, TypeScript, Python, a model. */
import { useState } from "preact/hooks";
import { API_BASE } from "../base.js";
import type { Question } from "../engine/messages.js";

/** What the client of TypeScript is published as. */
const PACKAGE = "calcmesh-client";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bodyOf({ equation, inputs, operators, uncertainties }: Question) {
  const spreads = uncertainties === undefined ? {} : { uncertainties };
  return equation === undefined
    ? { operators: operators ?? [], inputs, ...spreads }
    : { equation, inputs, ...spreads };
}

export function formsOf(question: Question): Readonly<Record<string, string>> {
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

export function CopyAs({ question }: { readonly question: Question }) {
  const forms = formsOf(question);
  const [form, setForm] = useState("curl");
  const [copied, setCopied] = useState(false);
  const text = forms[form] ?? "";
  const copy = async (): Promise<void> => {
    // A page that came over plain http has no clipboard of its own: the text can be selected.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <section class="section" aria-labelledby="copy-as">
      <div class="head">
        <h2 id="copy-as">The same call</h2>
        <span class="buttons" role="group" aria-label="As">
          {Object.keys(forms).map((name) => (
            <button
              key={name}
              type="button"
              class="button plain"
              aria-pressed={name === form}
              onClick={() => {
                setForm(name);
                setCopied(false);
              }}
            >
              {name}
            </button>
          ))}
        </span>
      </div>
      <pre tabIndex={0}>{text}</pre>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void copy()}>
          {copied ? "Copied" : "Copy"}
        </button>
      </div>
    </section>
  );
}
