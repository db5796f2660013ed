/** One template of contracts as people read it: what it watches, its settings with reasons, its proof. */
import { isObject } from "../../protocol/encoding/json.js";
import { type Fields } from "./fields.js";
import { fieldsIn, isList, labelled, NOTHING, pairs, text, uncut } from "./labelled.js";
import { wrapped } from "./table.js";

export function figure({ slot, unit, value }: Fields): string {
  return `${text(slot)} = ${text(value)}${typeof unit === "string" ? ` ${unit}` : ""}`;
}

export function triggerText(trigger: unknown): string {
  if (!isObject(trigger)) return NOTHING;
  const { cron, event, every, field, fn, type, window } = trigger;
  if (type === "cron") return `at ${text(cron)} (cron, UTC)`;
  if (type === "every-calcond") return `every ${text(every)} calconds`;
  if (type === "on-event") return `on each event ${text(event)}`;
  const per = isObject(window)
    ? typeof window["count"] === "number"
      ? `${window["count"]} events`
      : `${text(window["calconds"])} calconds`
    : NOTHING;
  return `on events ${text(event)}: ${text(fn)} of ${text(field)} over ${per}`;
}

export function oneTemplateLines(answer: Fields, columns: number): string[] {
  const { checked, detector, name, programHash, purpose, signal, source, templateId } = answer;
  const program = isObject(answer["program"]) ? answer["program"] : {};
  const vectors = isList(answer["vectors"]) ? answer["vectors"] : [];
  return [
    ...wrapped(text(name), columns),
    ...labelled("template", text(templateId), columns),
    ...labelled("purpose", text(purpose), columns),
    ...labelled("watches", `${text(signal)} (${text(detector)})`, columns),
    ...labelled("fires", triggerText(program["trigger"] ?? answer["trigger"]), columns),
    ...pairs("reads", named(answer["inputs"]).map(inputRow), columns),
    ...pairs("params", named(answer["params"]).map(paramRow), columns),
    ...pairs("computes", computeRows(program["compute"]), columns),
    ...labelled("states", statesText(program["machine"]), columns),
    ...labelled("source", text(source), columns),
    ...labelled("proved", `${vectors.length} cases: ${text(checked)}`, columns),
    uncut("hash", text(programHash)),
    uncut("next", `calc contract deploy --template-id ${text(templateId)}`),
  ];
}

type Named = readonly [name: string, of: Fields];

function named(all: unknown): readonly Named[] {
  return Object.entries(isObject(all) ? all : {}).flatMap(([name, of]): Named[] =>
    isObject(of) ? [[name, of]] : [],
  );
}

function inputRow([name, { about, unit }]: Named): readonly string[] {
  return [typeof unit === "string" ? `${name} (${unit})` : name, text(about)];
}

function paramRow([slot, { default: value, reason, unit }]: Named): readonly string[] {
  return [figure({ slot, value, unit }), text(reason)];
}

function computeRows(all: unknown): (readonly string[])[] {
  return fieldsIn(all).map(({ as, operators, solver }) => [
    text(as),
    typeof solver === "string"
      ? `solver ${solver}`
      : isList(operators)
        ? operators.join(" ")
        : NOTHING,
  ]);
}

function statesText(machine: unknown): string {
  const states = isObject(machine) ? machine["states"] : null;
  return isObject(states) ? Object.keys(states).join(", ") : NOTHING;
}
