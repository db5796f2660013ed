/** Contracts as people read them in a terminal: drafts, lists, places, steps and replays. */
import { isObject } from "../../protocol/encoding/json.js";
import { type Fields } from "./fields.js";
import { figure, oneTemplateLines, triggerText } from "./contractTemplate.js";
import { fieldsIn, isList, labelled, NOTHING, pairs, text, uncut } from "./labelled.js";
import { tableLines, wrapped } from "./table.js";
import { stepRow } from "./trace.js";

const INDENT = "  ";
/** Templates that people look through at once. */
const SHOWN = 20;

/** Null for an answer that is none of contracts. @param offset of the first template of a page */
export function contractLines(
  answer: Fields,
  columns: number,
  offset = 0,
): readonly string[] | null {
  if (isList(answer["items"]) && "templates" in answer)
    return templateLines(answer, columns, offset);
  if ("templateId" in answer && isList(answer["vectors"])) return oneTemplateLines(answer, columns);
  if (isList(answer["archetypes"])) return archetypeLines(answer, columns);
  if ("asked" in answer && "filled" in answer) return draftLines(answer, columns);
  if (isList(answer["trace"]) && "contract" in answer) return traceLines(answer, columns);
  if (isList(answer["firings"])) return firingsLines(answer, columns);
  if (isList(answer["contracts"])) return listLines(answer, columns);
  if ("identical" in answer && "contract" in answer) return replayLines(answer, columns);
  if ("problems" in answer && "valid" in answer) return checkLines(answer, columns);
  if ("contract" in answer && "kind" in answer) return firingLines(answer, columns);
  if ("contract" in answer && "programHash" in answer) return placeLines(answer, columns);
  return null;
}

function templateLines(answer: Fields, columns: number, offset: number): string[] {
  const items = fieldsIn(answer["items"]);
  const head = `${text(answer["total"])} of ${text(answer["templates"])} templates`;
  const rows = items.slice(0, SHOWN).map(({ name, templateId }) => [text(templateId), text(name)]);
  const [first] = items;
  const shown = offset + rows.length;
  const more = Number(answer["total"]) - shown;
  const [category, slug] = text(first?.["templateId"]).split("/");
  return [
    head,
    ...tableLines(rows, columns),
    ...(more > 0 ? [`and ${more} more: --offset ${shown}, --category NAME, or --json`] : []),
    ...(first === undefined
      ? labelled("next", "Use other words, or leave some out.", columns)
      : labelled("next", `calc contract template ${category} ${slug}`, columns)),
  ];
}

/** The newest first: when, from where to where, and under which receipt. */
function firingsLines({ firings, next }: Fields, columns: number): string[] {
  const items = fieldsIn(firings);
  if (items.length === 0) return [NOTHING];
  const rows = items.map(({ calcond, from, kind, seq, to }) => [
    text(seq),
    text(calcond),
    text(kind),
    `${text(from)} -> ${text(to)}`,
  ]);
  const lines = tableLines(rows, columns);
  const receipts = items.flatMap(({ seq, token }) =>
    typeof token === "string" ? [`receipt of ${text(seq)}  ${token}`] : [],
  );
  const more = typeof next === "number" ? [`older ones: --before ${next}, or --json`] : [];
  return [...lines, ...receipts, ...more];
}

function archetypeLines(answer: Fields, columns: number): string[] {
  const rows = fieldsIn(answer["archetypes"]).map(({ purpose, templateId }) => [
    text(templateId),
    text(purpose),
  ]);
  return [
    ...rows.flatMap(([id = "", purpose = ""]) => [id, ...wrapped(purpose, columns, INDENT)]),
    ...labelled("next", `calc contract deploy --template-id ${rows[0]?.[0] ?? ""}`, columns),
  ];
}

function draftLines(answer: Fields, columns: number): string[] {
  const { params, program, refusal, templateId } = answer;
  const asked = fieldsIn(answer["asked"]);
  const nearest = fieldsIn(answer["nearest"]).map((one) => [
    text(one["templateId"]),
    text(one["name"]),
  ]);
  const head = isObject(refusal)
    ? wrapped(`refused: ${text(refusal["message"])}`, columns)
    : isObject(program)
      ? wrapped(text(program["name"]), columns)
      : ["no draft yet: something is asked"];
  return [
    ...head,
    ...(typeof templateId === "string" ? labelled("template", templateId, columns) : []),
    ...(isObject(program) ? labelled("fires", triggerText(program["trigger"]), columns) : []),
    ...(isObject(program) ? inputLines(program["inputs"], columns) : []),
    ...pairs(
      "filled",
      fieldsIn(answer["filled"]).map((one) => [figure(one), `"${text(one["words"])}"`]),
      columns,
    ),
    ...pairs(
      "kept",
      fieldsIn(answer["kept"]).map((one) => [figure(one), text(one["reason"])]),
      columns,
    ),
    ...asked.flatMap(({ question, slot }) =>
      labelled("asked", `${text(slot)}: ${text(question)}`, columns),
    ),
    ...proposalLines(answer["proposal"], columns),
    ...pairs("nearest", nearest, columns),
    ...priceLines(answer["price"], columns),
    ...nextOfDraft(program, templateId, params, columns),
  ];
}

/** A condition to confirm: nothing is built of it before. */
function proposalLines(proposal: unknown, columns: number): string[] {
  if (!isObject(proposal)) return [];
  const unread = fieldsIn(proposal["unread"]).map((one) => `"${text(one["words"])}"`);
  return [
    ...labelled("proposed", conditionText(proposal["condition"]), columns),
    ...fieldsIn(proposal["supposed"]).flatMap(({ value, what, why }) =>
      labelled("supposed", `${text(what)}: ${text(value)} (${text(why)})`, columns),
    ),
    ...(unread.length === 0 ? [] : labelled("unread", unread.join(", "), columns)),
    ...labelled("confirm", CONFIRM, columns),
  ];
}

const CONFIRM =
  "calc contract generate SENTENCE --json --field proposal.condition > c.json; " +
  'then --hints "{\\"condition\\": $(cat c.json)}"';

/** `alarm when the mash is below 64 degC for 10 min, until 66` */
export function conditionText(condition: unknown): string {
  if (!isObject(condition)) return "";
  const { average, clear, hold, joined, kind, parts } = condition;
  const lead = kind === "allowed" ? "alarm unless" : "alarm when";
  const all = fieldsIn(parts)
    .map(partText)
    .join(` ${text(joined)} `);
  const mean = isObject(average) ? `, averaged over ${amountText(average)}` : "";
  const lasting = isObject(hold) ? `, for ${amountText(hold)}` : "";
  const end = typeof clear === "number" ? `, until ${clear}` : "";
  return `${lead} ${all}${mean}${lasting}${end}`;
}

function partText({ comparator, other, quantity, unit, values, within }: Fields): string {
  const numbers = Array.isArray(values) ? values.map(String).join(" to ") : "";
  const named = typeof other === "string" ? `${text(quantity)} and ${other}` : text(quantity);
  const measured = typeof unit === "string" ? ` ${unit}` : "";
  const time = isObject(within) ? ` within ${amountText(within)}` : "";
  return `${named} ${text(comparator)} ${numbers}${measured}${time}`;
}

function amountText({ unit, value }: Fields): string {
  return `${String(value)} ${text(unit)}`;
}

function nextOfDraft(
  program: unknown,
  templateId: unknown,
  params: unknown,
  columns: number,
): string[] {
  if (!isObject(program))
    return labelled(
      "next",
      "Say it in the sentence, or in --hints '{\"templateId\": ...}'.",
      columns,
    );
  if (typeof templateId !== "string")
    return labelled(
      "next",
      "the same with --json > draft.json, then calc contract deploy draft.json",
      columns,
    );
  const set = Object.entries(isObject(params) ? params : {}).map(
    ([name, value]) => `${name}=${text(value)}`,
  );
  const given = set.length === 0 ? "" : ` --params ${set.join(" ")}`;
  return labelled("next", `calc contract deploy --template-id ${templateId}${given}`, columns);
}

function inputLines(inputs: unknown, columns: number): string[] {
  if (!isObject(inputs)) return [];
  const names = Object.entries(inputs).map(([name, input]) => {
    const unit = isObject(input) && typeof input["unit"] === "string" ? ` (${input["unit"]})` : "";
    return `${name}${unit}`;
  });
  return names.length === 0 ? [] : labelled("reads", names.join(", "), columns);
}

function priceLines(price: unknown, columns: number): string[] {
  if (!isObject(price)) return [];
  const { computes, credits, least } = price;
  const most = creditsText(credits);
  const said = least === undefined ? most : `${text(least)} to ${most}, by its inputs,`;
  const others =
    typeof computes === "number" && computes > 0
      ? "; other computes, and those of a firing that holds, count against the account's work of a day"
      : "";
  return labelled("price", `${said} a transition${others}`, columns);
}

function creditsText(credits: unknown): string {
  return `${text(credits)} ${credits === 1 ? "credit" : "credits"}`;
}

function listLines(answer: Fields, columns: number): string[] {
  const contracts = fieldsIn(answer["contracts"]);
  if (contracts.length === 0)
    return ["no contracts", ...labelled("next", "calc contract templates WORDS", columns)];
  const rows = contracts.map(({ contract, name, state, status, transitions }) => [
    text(contract),
    text(status),
    text(state),
    text(transitions),
    text(name),
  ]);
  return tableLines([["contract", "status", "state", "moved", "name"], ...rows], columns);
}

function placeLines(answer: Fields, columns: number): string[] {
  const { contract, faults, head, machine, name, nextCalcond, state, status, transitions } = answer;
  const fault = isObject(answer["fault"]) ? answer["fault"] : null;
  const moved = `${text(transitions)} transitions, ${text(faults)} faults, ${text(answer["events"])} events`;
  const row = isObject(head) ? `row ${text(head["seq"])} ${text(head["hash"])}` : NOTHING;
  return [
    ...wrapped(
      `${text(name)}: ${text(state)}${status === "open" ? "" : ` (${text(status)})`}`,
      columns,
    ),
    ...labelled("contract", text(contract), columns),
    ...(machine === null ? [] : labelled("machine", text(machine), columns)),
    ...(typeof answer["key"] === "string"
      ? labelled("key", `${answer["key"]} (the machine's, shown once)`, columns)
      : []),
    ...labelled("fires", triggerText(answer["trigger"]), columns),
    ...(typeof nextCalcond === "number" ? labelled("due", `calcond ${nextCalcond}`, columns) : []),
    ...(isObject(answer["program"]) ? inputLines(answer["program"]["inputs"], columns) : []),
    ...labelled("moved", moved, columns),
    ...(fault === null
      ? []
      : labelled("fault", `${text(fault["code"])}: ${text(fault["message"])}`, columns)),
    ...labelled("burned", creditsText(answer["credits"]), columns),
    ...labelled("program", `version ${text(answer["version"])}`, columns),
    uncut("hash", text(answer["programHash"])),
    ...labelled("log", row, columns),
    ...noticeLines(answer["notices"], columns),
    ...(status === "insufficient_balance"
      ? labelled("next", `add credits, then calc contract resume ${text(contract)}`, columns)
      : []),
  ];
}

function firingLines(answer: Fields, columns: number): string[] {
  const { credits, from, kind, to, token } = answer;
  const row = stepRow(answer);
  const head =
    kind === "moved" ? `moved: ${text(from)} -> ${text(to)}` : `${text(kind)}: stays ${text(to)}`;
  const results = fieldsIn(answer["results"]).map(
    ({ as, unit, value }) => `${text(as)} = ${text(value)} ${text(unit)}`,
  );
  const written = isObject(answer["row"]) ? answer["row"] : null;
  return [
    head,
    ...results.flatMap((one) => labelled("result", one, columns)),
    ...(row["emits"] === null ? [] : labelled("emits", text(row["emits"]), columns)),
    ...(row["fault"] === null ? [] : labelled("fault", text(row["fault"]), columns)),
    ...(written === null ? [] : labelled("row", text(written["seq"]), columns)),
    ...(typeof token === "string" ? [uncut("receipt", token)] : []),
    ...labelled("burned", creditsText(credits), columns),
    ...(typeof token === "string"
      ? labelled("next", "calc receipt RECEIPT --json > r.json, then calc verify r.json", columns)
      : []),
  ];
}

function traceLines(answer: Fields, columns: number): string[] {
  const rows = fieldsIn(answer["trace"]).map(stepRow);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => row[name] !== null && row[name] !== undefined),
  );
  const table = rows.map((row) => names.map((name) => text(row[name])));
  return [
    ...tableLines([names, ...table], columns),
    ...labelled("ends", `in ${text(answer["state"])}; nothing was stored or charged`, columns),
  ];
}

function replayLines(answer: Fields, columns: number): string[] {
  const { checked, firstDifference, identical, next } = answer;
  const rows = `${text(checked)} ${checked === 1 ? "row" : "rows"} made again`;
  if (identical === true)
    return [
      `identical: ${rows}`,
      ...(typeof next === "number" ? labelled("next", `--from-seq ${next}`, columns) : []),
    ];
  const where = isObject(firstDifference) ? firstDifference : {};
  return [
    `NOT identical: ${rows}`,
    ...Object.entries(where).flatMap(([name, value]) => labelled(name, text(value), columns)),
  ];
}

function noticeLines(notices: unknown, columns: number): string[] {
  return fieldsIn(notices).flatMap(({ message, pointer }) => [
    `notice: ${text(pointer)}`,
    ...wrapped(text(message), columns, INDENT),
  ]);
}

function checkLines(answer: Fields, columns: number): string[] {
  const problems = fieldsIn(answer["problems"]);
  if (answer["valid"] === true)
    return [
      "valid",
      uncut("hash", text(answer["programHash"])),
      ...priceLines(answer["price"], columns),
      ...noticeLines(answer["notices"], columns),
      ...labelled("next", "calc contract deploy FILE", columns),
    ];
  return [
    `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`,
    ...problems.flatMap(({ code, message, pointer }) => [
      `${text(pointer)}: ${text(code)}`,
      ...wrapped(text(message), columns, INDENT),
    ]),
  ];
}
