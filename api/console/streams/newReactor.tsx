/** A new reactor of operators: each input of a step is a quantity, or an expression of the state. */
import { useState } from "preact/hooks";
import { engine } from "../engine/ask.js";
import type { InputField } from "../engine/messages.js";
import { textAt } from "../connection/json.js";
import { reasonOf, useAsked, valueOf } from "../connection/asked.js";
import { go } from "../connection/router.js";
import { callByName } from "../connection/session.js";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { CheckedRow } from "../parts/checkedRow.js";
import { isOfState } from "./ofState.js";

/** What a step is given for an input. @throws Error in words for a person */
async function inputTyped({ name, unit }: InputField, text: string): Promise<number | string> {
  if (isOfState(text)) return text;
  const read = await engine.quantity(name, text, unit, false);
  if ("fault" in read) throw new Error(read.fault);
  return read.value;
}

export function NewReactor() {
  const [operators, setOperators] = useState("NM19");
  const [start, setStart] = useState("8");
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({
    m: "2 kg",
    a: "x.value / 4.0 + u",
  });
  const ids = operators.split(/[\s,]+/).filter(Boolean);
  const asked = useAsked(async () => engine.fields({ operators: ids, inputs: {} }), [ids.join()]);
  const action = useAction();
  const fields = asked.state === "ready" ? asked.value : [];
  const make = async (): Promise<string> => {
    const inputs = await Promise.all(
      fields.map(async (field): Promise<readonly (readonly [string, number | string])[]> => {
        const text = (texts[field.name] ?? "").trim();
        if (text === "") return [];
        const value = await inputTyped(field, text).catch((error: unknown) => {
          throw new Error(`${field.name}: ${reasonOf(error)}`);
        });
        return [[field.name, value]];
      }),
    );
    const value = await engine.quantity("value", start, "", false);
    if ("fault" in value) throw new Error(`Value before the first step: ${value.fault}`);
    const reactor = valueOf(
      await callByName("reactorNew", {
        operators: ids,
        initialState: { value: value.value },
        transition: { inputs: Object.fromEntries(inputs.flat()) },
      }),
    );
    go(`/reactor/${textAt(reactor, "reactor")}`);
    return "";
  };
  return (
    <form
      class="section"
      onSubmit={(event) => {
        event.preventDefault();
        action.run("make", make);
      }}
    >
      <div class="pair">
        <TextField
          action={action}
          label="Operators that make a step"
          name="operators"
          value={operators}
          change={setOperators}
        />
        <TextField
          action={action}
          label="Value before the first step, in SI"
          name="start"
          value={start}
          change={setStart}
        />
      </div>
      {asked.state === "failed" ? <p class="fault">{asked.why}</p> : null}
      <p class="label">
        Each input is a quantity, or an expression in SI over <code>x.value</code> (the last
        result), <code>u</code> (what a step is given) and <code>n</code> (steps so far).
      </p>
      <div class="columns">
        {fields.map((field) => (
          <CheckedRow
            key={field.name}
            of="reactor-"
            field={field}
            text={texts[field.name] ?? ""}
            {...(isOfState(texts[field.name] ?? "") ? { about: null } : {})}
            read={(text) => inputTyped(field, text)}
            change={(text) => setTexts((now) => ({ ...now, [field.name]: text }))}
          />
        ))}
      </div>
      <div class="buttons">
        <button class="button main" disabled={action.busy !== ""} data-make-reactor>
          Make the reactor
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}
