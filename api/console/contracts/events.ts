/** Events for a dry run, as people have them: JSON, a line each, or a table. */
import { isObject } from "../../../protocol/encoding/json.js";
import { textAt, type Fields } from "../connection/json.js";
import { payloadOf, rowOf } from "../machines/rows.js";
import { valueOf } from "../connection/asked.js";
import { client } from "../connection/session.js";

const EVENTS_MAX = 1_000;
const RECORDED_MAX = 200;
const AT_A_TIME = 8;

export interface Event {
  readonly type?: string;
  readonly data: Record<string, unknown>;
  readonly calcond?: number;
}

const MEMBERS: ReadonlySet<string> = new Set(["type", "data", "calcond"]);

/** An event, or the data of one alone. */
function eventOf(read: unknown, number: number): Event {
  if (!isObject(read)) throw new Error(`Event ${number} is no object. Write {"data": {"T": 90}}.`);
  const isWhole = isObject(read["data"]) && Object.keys(read).every((name) => MEMBERS.has(name));
  if (!isWhole) return { data: { ...read } };
  const { calcond, type } = read;
  return {
    data: { ...(isObject(read["data"]) ? read["data"] : {}) },
    ...(typeof type === "string" ? { type } : {}),
    ...(typeof calcond === "number" ? { calcond } : {}),
  };
}

function cellOf(text: string): unknown {
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  return text === "true" || text === "false" ? text === "true" : text;
}

function ofTable(lines: readonly string[]): Event[] {
  const [head = "", ...rows] = lines;
  const by = head.includes("\t") ? "\t" : head.includes(";") ? ";" : ",";
  const names = head.split(by).map((name) => name.trim());
  return rows.map((line, i) => {
    const cells = line.split(by).map((cell) => cell.trim());
    if (cells.length !== names.length)
      throw new Error(`Line ${i + 2} has ${cells.length} cells, and the head ${names.length}.`);
    const data = Object.fromEntries(names.map((name, at) => [name, cellOf(cells[at] ?? "")]));
    const { calcond, ...others } = data;
    return { data: others, ...(typeof calcond === "number" ? { calcond } : {}) };
  });
}

/** @throws Error in words for a person */
export function eventsIn(text: string): Event[] {
  const trimmed = text.trim();
  if (trimmed === "") throw new Error("There are no events. Paste some, or take an example.");
  const found = listIn(trimmed);
  if (found.length > EVENTS_MAX)
    throw new Error(`${found.length} events are too many: a dry run takes ${EVENTS_MAX} at most.`);
  return found;
}

function listIn(text: string): Event[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (!text.startsWith("[") && !text.startsWith("{")) return ofTable(lines);
  try {
    const read: unknown = JSON.parse(text);
    return (Array.isArray(read) ? read : [read]).map((one, i) => eventOf(one, i + 1));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return lines.map((line, i) => {
    let read: unknown;
    try {
      read = JSON.parse(line);
    } catch (error) {
      throw new Error(`Line ${i + 1} is no JSON: ${error instanceof Error ? error.message : ""}`, {
        cause: error,
      });
    }
    return eventOf(read, i + 1);
  });
}

/** The newest events of a machine's log, oldest first, with the times they had. */
export async function recordedEvents(machine: string): Promise<readonly Event[]> {
  const { rows } = valueOf(
    await client.value.stateAudit({ slug: machine, newest: true, limit: RECORDED_MAX }),
  );
  const sent = rows
    .map(rowOf)
    .filter(({ type }) => type === "event")
    .reverse();
  const found: Event[] = [];
  for (let i = 0; i < sent.length; i += AT_A_TIME)
    found.push(
      ...(await Promise.all(
        sent.slice(i, i + AT_A_TIME).map(async ({ calcond, seq }) => {
          const read: unknown = JSON.parse((await payloadOf(machine, seq)).text);
          const { data }: Fields = isObject(read) ? read : {};
          return { type: textAt(read, "type"), data: isObject(data) ? { ...data } : {}, calcond };
        }),
      )),
    );
  return found;
}

/** Events that cross the limits of the inputs: something to begin with. */
export function exampleEvents(inputs: Fields): string {
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const data = Object.fromEntries(
      Object.entries(inputs).map(([name, of]) => [name, exampleOf(isObject(of) ? of : {}, share)]),
    );
    return JSON.stringify({ data });
  });
  return lines.join("\n");
}

function exampleOf({ default: usual, max, min, type }: Fields, share: number): unknown {
  if (type === "bool") return share > 0.5;
  if (type === "string") return typeof usual === "string" ? usual : "text";
  const least = typeof min === "number" ? min : 0;
  const most = typeof max === "number" ? max : 100;
  const at = Number((least + share * (most - least)).toPrecision(3));
  return type === "doubles" ? [at] : at;
}
