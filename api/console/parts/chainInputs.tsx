/**
 * Inputs of operators as rows, each in its own unit: what is missing or cannot be computed is said
 * before anything is opened with them.
 */
import { useState } from "preact/hooks";
import { engine } from "../engine/ask.js";
import type { InputField } from "../engine/messages.js";
import { inputText } from "../engine/question.js";
import { useAsked, useLive } from "../connection/asked.js";
import { InputRow } from "./inputs.js";
import { typedOf } from "./typed.js";

/** Why nothing is computed that the page is still at. */
const PENDING = "It is not computed yet.";

type Texts = Readonly<Record<string, string>>;

export interface Chain {
  readonly operators: readonly string[];
  readonly fields: readonly InputField[];
  /** By the names of the fields. */
  readonly texts: Texts;
  readonly change: (name: string, text: string) => void;
  /** Why it computes nothing yet; "" where it does. */
  readonly why: string;
  /** In SI units. @throws Error that names an input which is no quantity of its unit */
  readonly read: () => Promise<Record<string, number>>;
}

/** The text that a field has, under its name or another of its own. */
function textOf({ aliases, name }: InputField, written: Texts): string {
  const known = [name, ...aliases].find((one) => Object.hasOwn(written, one));
  return known === undefined ? "" : (written[known] ?? "");
}

/**
 * @param listed ids as they are typed, between commas or spaces
 * @param start by any name of an input
 */
export function useChain(listed: string, start: Texts): Chain {
  const [written, setWritten] = useState(start);
  const operators = listed.split(/[\s,]+/).filter(Boolean);
  const asked = useAsked(() => engine.fields({ operators, inputs: {} }), [operators.join()]);
  const fields = asked.state === "ready" ? asked.value : [];
  const texts = Object.fromEntries(fields.map((field) => [field.name, textOf(field, written)]));
  const given = fields.flatMap(({ name, unit }) => {
    const text = inputText(texts[name] ?? "");
    return text === "" ? [] : [{ name, text, unit }];
  });
  const inputs = Object.fromEntries(given.map(({ name, text }) => [name, text]));
  const computed = useLive(
    () => engine.evaluate({ operators, inputs }),
    [operators.join(), JSON.stringify(inputs)],
  );
  const answered = computed.state === "ready" ? computed.value : null;
  const failed = [asked, computed].find((one) => one.state === "failed");
  return {
    operators,
    fields,
    texts,
    change: (name, text) => setWritten((now) => ({ ...now, [name]: text })),
    why:
      failed?.state === "failed"
        ? failed.why
        : answered === null
          ? PENDING
          : answered.status === "value"
            ? ""
            : answered.message,
    read: async () => {
      const values = await Promise.all(
        given.map(async ({ name, text, unit }) => {
          const read = await engine.quantity(name, text, unit, false);
          if ("fault" in read) throw new Error(`${name}: ${read.fault}`);
          return [name, read.value] as const;
        }),
      );
      return Object.fromEntries(values);
    },
  };
}

export function ChainInputs({ chain }: { readonly chain: Chain }) {
  const { change, fields, texts, why } = chain;
  return (
    <div class="section" data-chain={why === "" ? "complete" : "open"}>
      <div class="columns">
        {fields.map((field) => {
          const text = texts[field.name] ?? "";
          return (
            <InputRow
              key={field.name}
              field={field}
              text={text}
              about={typedOf(text)?.value ?? null}
              fault=""
              change={(next) => change(field.name, next)}
            />
          );
        })}
      </div>
      {why === "" ? null : (
        <p class={why === PENDING ? "label" : "fault"} role="status">
          {why}
        </p>
      )}
    </div>
  );
}
