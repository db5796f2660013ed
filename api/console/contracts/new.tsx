/** A new contract: of a template, of a sentence, or written by hand. */
import { useState } from "preact/hooks";
import { triggerText } from "../../readable/contractTemplate.js";
import { StateDiagram } from "../diagram/stateDiagram.js";
import { fieldsAt, textAt, type Fields } from "../connection/json.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Failed, Loading } from "../parts/states.js";
import { Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { Deploy } from "./deploy.js";
import { ParamFields, paramsTyped } from "./params.js";
import { ProgramEditor, useChecked } from "./programEditor.js";
import { Draft, SentenceBox } from "./sentence.js";

const BLANK = {
  schema: "calc-contract/1",
  name: "Too fast",
  params: { limit: { type: "double", unit: "m/s", default: 30 } },
  inputs: { v: { type: "double", unit: "m/s" } },
  trigger: { type: "on-event", event: "reading" },
  machine: {
    initial: "nominal",
    states: {
      nominal: { on: [{ guard: "input.v > params.limit", target: "alert" }] },
      alert: { on: [{ guard: "input.v < params.limit - 2.0", target: "nominal" }] },
    },
  },
};

function Editor({ start }: { readonly start: Fields }) {
  const [text, setText] = useState(() => JSON.stringify(start, null, 2));
  const checked = useChecked(text);
  return (
    <>
      <section class="section" aria-label="Program">
        <ProgramEditor text={text} change={setText} checked={checked} isDrawn />
      </section>
      <Deploy
        isReady={checked.state === "valid"}
        what={() => ({ program: checked.program ?? {} })}
      />
    </>
  );
}

function OfTemplate({
  category,
  edit,
  slug,
}: {
  readonly category: string;
  readonly slug: string;
  readonly edit: (program: Fields) => void;
}) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const asked = useAsked(
    async () => valueOf(await client.value.contractTemplate({ category, slug })),
    [category, slug],
  );
  if (asked.state === "loading") return <Loading what="the template" />;
  if (asked.state === "failed")
    return (
      <Failed why={asked.why} retry={asked.again}>
        <p>
          <Link to="/contracts">All templates</Link>
        </p>
      </Failed>
    );
  const {
    checked,
    detector,
    inputs,
    name,
    params,
    program,
    purpose,
    signal,
    source,
    templateId,
    trigger,
    vectors,
  } = asked.value;
  return (
    <>
      <div class="section">
        <h1>{name}</h1>
        <p class="lead">{purpose}</p>
      </div>
      <dl class="facts">
        <dt>Watches</dt>
        <dd>
          {signal} ({detector.replaceAll("-", " ")})
        </dd>
        <dt>Reads</dt>
        <dd>
          {Object.keys(inputs).map((one) => {
            const of = fieldsAt(inputs, one);
            return (
              <div key={one}>
                <code>{one}</code>
                {textAt(of, "unit") === "" ? "" : ` in ${textAt(of, "unit")}`}:{" "}
                {textAt(of, "about")}
              </div>
            );
          })}
        </dd>
        <dt>Fires</dt>
        <dd>
          {triggerText(
            fieldsAt(program, "trigger")["type"] === undefined ? trigger : program["trigger"],
          )}
        </dd>
        <dt>Source</dt>
        <dd>{source}</dd>
        <dt>Proved by</dt>
        <dd>
          {vectors.length} cases, their numbers from {checked}
        </dd>
      </dl>
      <section class="section" aria-label="States">
        <div class="head">
          <h2>States</h2>
          <button type="button" class="button plain" onClick={() => edit(program)}>
            Edit the program
          </button>
        </div>
        <StateDiagram name={name} program={program} state={null} />
      </section>
      <section class="section" aria-label="Params">
        <h2>Params</h2>
        <ParamFields
          params={params}
          texts={texts}
          change={(slot, text) => setTexts((now) => ({ ...now, [slot]: text }))}
        />
      </section>
      <Deploy
        isReady
        what={async () => ({ templateId, params: await paramsTyped(params, texts) })}
      />
    </>
  );
}

export function NewContract({ query }: { readonly query: URLSearchParams }) {
  const [edited, setEdited] = useState<Fields | null>(null);
  const [category = "", slug = ""] = (query.get("template") ?? "").split("/");
  const sentence = query.get("sentence") ?? "";
  if (edited !== null)
    return (
      <div class="page">
        <div class="head">
          <h1>{textAt(edited, "name")}</h1>
          <button type="button" class="button plain" onClick={() => setEdited(null)}>
            Back
          </button>
        </div>
        <Editor start={edited} />
      </div>
    );
  if (slug !== "")
    return (
      <div class="page">
        <OfTemplate category={category} slug={slug} edit={setEdited} />
      </div>
    );
  if (sentence !== "")
    return (
      <div class="page">
        <h1>A contract from a sentence</h1>
        <SentenceBox key={sentence} start={sentence} />
        <Draft key={`draft ${sentence}`} sentence={sentence} edit={setEdited} />
      </div>
    );
  return (
    <div class="page">
      <h1>A program of your own</h1>
      <p class="lead">
        States with guards in CEL over <code>input</code>, <code>params</code>, <code>context</code>{" "}
        and the results of computes. The node names all that is wrong at once, while you type.
      </p>
      <Editor start={BLANK} />
    </div>
  );
}
