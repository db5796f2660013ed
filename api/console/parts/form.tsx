/**
 * A form of an operation of the contract: names, units, limits, examples and words are the
 * contract's own, and what is wrong stands at its field.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ProblemBody } from "../../client/problem.js";
import { engine } from "../engine/ask.js";
import type { Fields } from "../connection/json.js";
import { ProblemAnswer, reasonOf } from "../connection/asked.js";
import { faultsByField } from "../connection/faults.js";
import {
  choicesOf,
  fieldsOf,
  fieldText,
  isLong,
  kindOf,
  limitsText,
  numberFault,
  readField,
  textsOf,
  type FieldSchema,
} from "../fields/schema.js";
import { UnitPicker } from "./inputs.js";
import { JsonControl } from "../fields/memberRows.js";
import { typedOf } from "./typed.js";
import "../style/forms.css";
import { Failed, Problem } from "./states.js";

/** What a form holds, and what is wrong with it. */
export interface FormState {
  readonly schema: FieldSchema;
  readonly texts: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, string>>;
  readonly change: (name: string, text: string) => void;
  /** Begins anew with an input, as an example has it. */
  readonly begin: (input: Fields) => void;
  /** The input, or null where a field cannot be read: then `faults` has it. */
  readonly read: () => Promise<Fields | null>;
  /** Puts what the node found wrong at its fields. */
  readonly refuse: (problem: ProblemBody) => void;
}

async function readOne(
  name: string,
  schema: FieldSchema,
  text: string,
): Promise<{ readonly value: unknown } | { readonly fault: string }> {
  const read = readField(schema, text);
  if (!("quantity" in read)) return read;
  const isDifference = /\bdifference\b/i.test(schema.description ?? "");
  const found = await engine.quantity(name, read.quantity, schema.unit ?? "", isDifference);
  if ("fault" in found) return found;
  const fault = numberFault(schema, found.value);
  return fault === "" ? found : { fault };
}

/** Texts typed in forms of this page, by their names: Back finds them again. */
const kept = new Map<string, Readonly<Record<string, string>>>();

/**
 * @param name of a form that is found as it was left; "" for one that begins anew
 * @param isTaken whether a text is taken as it stands, whatever the field is
 */
export function useForm(
  schema: FieldSchema,
  start: Fields = {},
  name = "",
  isTaken = (_text: string): boolean => false,
): FormState {
  const [texts, setTexts] = useState(() => kept.get(name) ?? textsOf(start));
  useEffect(() => {
    if (name !== "") kept.set(name, texts);
  }, [name, texts]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const read = async (): Promise<Fields | null> => {
    const found: Record<string, unknown> = {};
    const wrong: Record<string, string> = {};
    const required = new Set(schema.required);
    await Promise.all(
      Object.entries(schema.properties ?? {}).map(async ([name, field]) => {
        const text = texts[name] ?? "";
        if (text.trim() === "") {
          if (required.has(name) && field.default === undefined) wrong[name] = "is required";
          return;
        }
        const one = isTaken(text) ? { value: text } : await readOne(name, field, text);
        if ("fault" in one) wrong[name] = one.fault;
        else found[name] = one.value;
      }),
    );
    setFaults(wrong);
    return Object.keys(wrong).length === 0 ? found : null;
  };
  return {
    schema,
    texts,
    faults,
    change: (name, text) => {
      setTexts((now) => ({ ...now, [name]: text }));
      setFaults(({ [name]: _gone, ...others }) => others);
    },
    begin: (input) => {
      setTexts(textsOf(input));
      setFaults({});
    },
    read,
    refuse: ({ errors }) =>
      setFaults(faultsByField(errors, new Set(Object.keys(schema.properties ?? {})))),
  };
}

/** The unit that was typed, or the contract's own; another one converts the number. */
function FieldUnit({
  change,
  text,
  unit,
}: {
  readonly unit: string;
  readonly text: string;
  readonly change: (text: string) => void;
}) {
  const typed = typedOf(text);
  if (typed === null || typed.spread !== "")
    return <span class="label nowrap">{text.trim() === "" ? unit : ""}</span>;
  return <UnitPicker unit={typed.unit === "" ? unit : typed.unit} typed={typed} change={change} />;
}

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly schema: FieldSchema;
  readonly text: string;
  readonly fault: string;
  readonly isRequired: boolean;
  readonly change: (text: string) => void;
}

function Control({ change, fault, id, isRequired, name, schema, text }: ControlProps) {
  const kind = kindOf(schema);
  const common = {
    // No `name`: a form has its controls as members, and one called `n` or `l` would hide Preact's own.
    id,
    "aria-invalid": fault === "" ? undefined : true,
    "aria-describedby": `${id}-about`,
    "aria-required": isRequired ? true : undefined,
  };
  const usual = fieldText(schema.default ?? undefined);
  if (kind === "choice" || kind === "boolean") {
    const choices = kind === "boolean" ? ["true", "false"] : choicesOf(schema);
    return (
      <select
        {...common}
        class="input"
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        <option value="">{usual === "" ? "not given" : `${usual}, unless given`}</option>
        {choices.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    );
  }
  const plain = (typed: (text: string) => void) => (
    <PlainControl {...{ common, schema, text, usual }} change={typed} />
  );
  return kind === "json" ? (
    <JsonControl {...{ change, common, name, plain, schema, text }} />
  ) : (
    plain(change)
  );
}

function PlainControl({
  change,
  common,
  schema,
  text,
  usual,
}: Pick<ControlProps, "change" | "schema" | "text"> & {
  readonly common: { readonly id: string };
  readonly usual: string;
}) {
  const kind = kindOf(schema);
  if (isLong(schema))
    return (
      <textarea
        {...common}
        class={`input ${kind === "json" ? "digits" : ""}`}
        rows={4}
        spellcheck={kind !== "json"}
        value={text}
        placeholder={usual}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  return (
    <span class="fieldline">
      <input
        {...common}
        class={`input ${kind === "text" ? "" : "digits"}`}
        autocomplete="off"
        spellcheck={false}
        value={text}
        placeholder={usual}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {schema.unit === undefined || schema.unit === "1" ? null : (
        <FieldUnit unit={schema.unit} text={text} change={change} />
      )}
    </span>
  );
}

function FormField({
  form,
  name,
  schema,
}: {
  readonly form: FormState;
  readonly name: string;
  readonly schema: FieldSchema;
}) {
  const id = `field-${name}`;
  const fault = form.faults[name] ?? "";
  const isRequired = form.schema.required?.includes(name) === true;
  const limits = limitsText(schema);
  return (
    <div class="control field" data-field={name}>
      <label for={id}>
        <strong>{name}</strong>
        {isRequired ? <span class="label"> required</span> : null}
      </label>
      <Control
        id={id}
        name={name}
        schema={schema}
        text={form.texts[name] ?? ""}
        fault={fault}
        isRequired={isRequired}
        change={(text) => form.change(name, text)}
      />
      <span class="aside" id={`${id}-about`}>
        {fault === "" ? null : <span class="fault">{fault}. </span>}
        {schema.description ?? ""}
        {limits === "" ? null : <span class="limits"> ({limits})</span>}
      </span>
    </div>
  );
}

export interface Chosen {
  /** Fields that are shown; all unless given. */
  readonly only?: readonly string[];
  /** Fields that are not. */
  readonly without?: readonly string[];
}

/** The fields alone, for a screen that has its own button. */
export function FormFields({ form, only, without = [] }: { readonly form: FormState } & Chosen) {
  const shown = fieldsOf(form.schema).filter(
    ([name]) => (only === undefined || only.includes(name)) && !without.includes(name),
  );
  return (
    <div class="fields">
      {shown.map(([name, schema]) => (
        <FormField key={name} form={form} name={name} schema={schema} />
      ))}
    </div>
  );
}

/** What became of what was sent: kept by the screen that shows it. */
export interface Sending {
  readonly isBusy: boolean;
  readonly problem: ProblemBody | null;
  readonly why: string;
  /** Runs a task, and keeps what goes wrong; problems go to the form's fields as well. */
  readonly run: (task: () => Promise<void>) => void;
}

export function useSending(form?: FormState): Sending {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemBody | null>(null);
  const [why, setWhy] = useState("");
  const run = (task: () => Promise<void>): void => {
    setBusy(true);
    setProblem(null);
    setWhy("");
    task()
      .catch((error: unknown) => {
        if (error instanceof DOMException && error.name === "AbortError") return;
        if (!(error instanceof ProblemAnswer)) return setWhy(reasonOf(error));
        setProblem(error.problem);
        form?.refuse(error.problem);
      })
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, why, run };
}

/** What went wrong, below a form. */
export function SendingFault({ sending: { problem, why } }: { readonly sending: Sending }) {
  if (problem !== null) return <Problem problem={problem} />;
  return why === "" ? null : <Failed why={why} />;
}

/**
 * A whole form: fields, button, what went wrong. `send` is given the input; a problem that it throws
 * (`valueOf` does) is shown at its field.
 */
export function Form({
  children,
  fixed = {},
  isDanger = false,
  only,
  schema,
  send,
  start = {},
  submit,
  without = [],
}: {
  readonly schema: FieldSchema;
  readonly start?: Fields;
  /** Members that the screen knows, and does not show: they are sent along. */
  readonly fixed?: Fields;
  readonly submit: string;
  readonly isDanger?: boolean;
  readonly send: (input: Fields) => Promise<void>;
  readonly children?: ComponentChildren;
} & Chosen) {
  const { required, ...others } = schema;
  const form = useForm(
    required === undefined
      ? schema
      : { ...others, required: required.filter((name) => !Object.hasOwn(fixed, name)) },
    start,
  );
  const sending = useSending(form);
  const submitted = (event: Event): void => {
    event.preventDefault();
    sending.run(async () => {
      const input = await form.read();
      if (input !== null) await send({ ...input, ...fixed });
    });
  };
  return (
    <form class="section" onSubmit={submitted} noValidate>
      <FormFields
        form={form}
        without={[...without, ...Object.keys(fixed)]}
        {...(only === undefined ? {} : { only })}
      />
      {children}
      <div class="buttons">
        <button class={`button ${isDanger ? "danger" : "main"}`} disabled={sending.isBusy}>
          {sending.isBusy ? "Asking the node …" : submit}
        </button>
      </div>
      <SendingFault sending={sending} />
    </form>
  );
}
