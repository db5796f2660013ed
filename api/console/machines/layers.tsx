/** The five layers of a log, as the node checks them; what fails is shown row by row. */
import { useState } from "preact/hooks";
import { LAYERS, type LayerName } from "../../../protocol/log/layers.js";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { Failed } from "../parts/states.js";
import { countText } from "../parts/when.js";
import { client } from "../connection/session.js";

const SAID: Readonly<Record<LayerName, string>> = {
  "pulse-attestation": "calconds follow from nanoseconds, and never go back",
  "phase-agreement": "phase and R_t of what was sealed agree with the time of its row",
  "hash-linkage": "links, payloads that are kept, the tree and its checkpoints",
  "operator-coverage": "KO42 first, at most four operators, all of the registry",
  "energy-record": "credits by the price rule, and drift of what should be conserved",
};

type Failures = readonly Fields[];

async function failuresOf(layer: LayerName, machine: string): Promise<Failures> {
  const { value: node } = client;
  const calls = {
    "pulse-attestation": node.pohcPulse,
    "phase-agreement": node.pohcPhase,
    "hash-linkage": node.pohcLinkage,
    "operator-coverage": node.pohcCoverage,
    "energy-record": node.pohcEnergy,
  } as const;
  return listAt(valueOf(await calls[layer]({ machine })), "failures");
}

function checkedText(layer: Fields): string {
  const checked = numberAt(layer, "checked") ?? 0;
  return checked === 0 ? "nothing to check" : `${countText(checked)} rows checked`;
}

export function Layers({ slug }: { readonly slug: string }) {
  const action = useAction();
  const [report, setReport] = useState<Fields | null>(null);
  const [failures, setFailures] = useState<Readonly<Record<string, Failures>>>({});
  const check = async (): Promise<string> => {
    const found = valueOf(await client.value.statePohcValidate({ slug }));
    const layers = fieldsAt(found, "layers");
    const bad = LAYERS.filter((layer) => fieldsAt(layers, layer)["pass"] === false);
    setFailures(
      Object.fromEntries(
        await Promise.all(bad.map(async (layer) => [layer, await failuresOf(layer, slug)])),
      ),
    );
    setReport(found);
    return "";
  };
  const firstBad = fieldsAt(report, "firstBad");
  return (
    <section class="section" aria-labelledby="layers">
      <div class="head">
        <h2 id="layers">Proof of history, five layers</h2>
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() => action.run("check", check)}
          data-check-layers
        >
          {action.busy === "check" ? "The node reads all rows …" : "Check the log"}
        </button>
      </div>
      {action.failed === "" ? null : <Failed why={action.failed} />}
      <ul class="list checks">
        {LAYERS.map((layer) => {
          const one = fieldsAt(fieldsAt(report, "layers"), layer);
          const pass = one["pass"];
          const mark = typeof pass === "boolean" ? (pass ? "good" : "bad") : "open";
          return (
            <li
              key={layer}
              data-layer={layer}
              data-pass={typeof pass === "boolean" ? String(pass) : ""}
            >
              <span class={`mark ${mark}`}>{layer.replaceAll("-", " ")}</span>
              <span>
                {SAID[layer]}
                {report === null ? null : <span class="label"> · {checkedText(one)}</span>}
                {(failures[layer] ?? []).map((failure) => (
                  <div key={textAt(failure, "seq")} class="fault">
                    row {textAt(failure, "seq")}: {textAt(failure, "why")}
                  </div>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
      {report === null ? (
        <p class="label">
          Not checked yet: the node reads every row, which takes a while for many.
        </p>
      ) : (
        <p
          class={`mark ${report["valid"] === true ? "good" : "bad"}`}
          data-valid={String(report["valid"])}
        >
          {report["valid"] === true
            ? `valid: ${countText(numberAt(report, "rows") ?? 0)} rows, ${countText(
                numberAt(report, "checkpointsMatched") ?? 0,
              )} signed checkpoints agree`
            : report["complete"] === false
              ? `read up to row ${textAt(report, "next")}: check again to read on`
              : `not valid: row ${textAt(firstBad, "seq")} breaks ${textAt(firstBad, "rule")}`}
        </p>
      )}
    </section>
  );
}
