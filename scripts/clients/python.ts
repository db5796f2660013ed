/** Types of a JSON Schema and calls of operations in Python. */
import { objectAt } from "../../api/openapi/schemas.js";
import { JSON_TYPE } from "../../api/contract/definition/preEncoded.js";
import { WORK_HEADER } from "../../api/client/workTask.js";
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import type { CallModel } from "./model.js";

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield"
  ).split(" "),
);
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
/** What answers have of their own. */
const OWN: ReadonlySet<string> = new Set([
  "arrays",
  "http_headers",
  "http_status",
  "links",
  "quantity",
  "raw",
]);
const LINE_CHARS = 108;
const isName = (name: string): boolean => NAME.test(name) && !KEYWORDS.has(name);

/** `keyRotate` is `key_rotate`, `openapi31` stays. */
export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join("");
}

function literal(value: JsonValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

/** Declares the types that it meets; those that are alike are declared once. */
export class PythonTypes {
  readonly declared: string[] = [];
  readonly #known = new Map<string, string>();
  readonly #names: Set<string>;

  /** @param taken names of other classes */
  constructor(taken: readonly string[]) {
    this.#names = new Set(taken);
  }

  /** @param lists what a list is: `List` in answers, `Sequence` in what is sent */
  of(schema: JsonValue | undefined, root: JsonObject, name: string, lists: string): string {
    if (!isObject(schema)) return "Any";
    const { $ref, anyOf, const: only, enum: some, items, oneOf, prefixItems, type } = schema;
    // What refers to itself has no end.
    if (typeof $ref === "string") return "Any";
    if (only !== undefined) return only === null ? "None" : `Literal[${literal(only)}]`;
    if (Array.isArray(some)) return `Literal[${some.map(literal).join(", ")}]`;
    const either = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
    if (either !== null)
      return united(
        either.map((one, i) => this.of(one, root, i === 0 ? name : `${name}${i + 1}`, lists)),
      );
    if (Array.isArray(type))
      return united(type.map((one) => this.of({ ...schema, type: one }, root, name, lists)));
    if (Array.isArray(prefixItems)) return `${lists}[Any]`;
    switch (type) {
      case "string":
        return "str";
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return `${lists}[${this.of(items, root, `${name}Item`, lists)}]`;
      case "object":
        return this.#object(schema, root, name, lists);
      default:
        return "Any";
    }
  }

  #object(schema: JsonObject, root: JsonObject, name: string, lists: string): string {
    const properties = Object.entries(objectAt(schema, "properties"));
    if (properties.length === 0) {
      const { additionalProperties: rest } = schema;
      const isTyped = isObject(rest) && Object.keys(rest).length > 0;
      return `Dict[str, ${isTyped ? this.of(rest, root, `${name}Value`, lists) : "Any"}]`;
    }
    const shape = JSON.stringify([lists, bare(schema)]);
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    const own = this.#free(name);
    this.#known.set(shape, own);
    const members = properties.map(
      ([key, member]) => [key, this.of(member, root, `${own}${pascal(key)}`, lists)] as const,
    );
    const lines = members.map(([key, type]) =>
      wrappedType(`${key}: ${type}`, " ".repeat(8), " ".repeat(4)),
    );
    const text = members.every(([key]) => isName(key))
      ? `class ${own}(TypedDict, total=False):\n${lines.join("\n")}\n`
      : `${own} = TypedDict("${own}", {\n${members
          .map(([key, type]) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`)
          .join("")}}, total=False)\n`;
    this.declared.push(text);
    return own;
  }

  #free(name: string): string {
    let free = name;
    for (let n = 2; this.#names.has(free); n += 1) free = `${name}_${n}`;
    this.#names.add(free);
    return free;
  }
}

/** The schema without what says nothing of the type. */
function bare(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(bare);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === "description" && typeof member === "string" ? [] : [[name, bare(member)]],
    ),
  );
}

function united(types: readonly string[]): string {
  const all = [...new Set(types)];
  if (all.includes("Any")) return "Any";
  const some = all.filter((type) => type !== "None");
  const type = some.length === 1 ? some[0]! : `Union[${some.join(", ")}]`;
  if (some.length === 0) return "None";
  return some.length < all.length ? `Optional[${type}]` : type;
}

/** Name of the class of an answer. */
export function resultName({ typeName }: Pick<CallModel, "typeName">): string {
  return `${typeName}Result`;
}

/** The class of an answer: its members are annotated, and found when they are asked for. */
export function resultClass(types: PythonTypes, { output, typeName }: CallModel): string {
  const members = Object.entries(objectAt(output, "properties"))
    .filter(([name]) => isName(name) && !OWN.has(name))
    .map(([name, member]) => {
      const required = output["required"];
      const type = types.of(member, output, `${typeName}${pascal(name)}`, "List");
      const isThere = Array.isArray(required) && required.includes(name);
      return `    ${name}: ${isThere || type === "Any" || type.startsWith("Optional[") ? type : `Optional[${type}]`}\n`;
    });
  return `class ${resultName({ typeName })}(Answer):\n${members.length === 0 ? "    pass\n" : members.join("")}`;
}

interface Parameter {
  readonly name: string;
  /** As it is sent. */
  readonly field: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
}

function parametersOf(types: PythonTypes, { input, typeName }: CallModel): readonly Parameter[] {
  const required = Array.isArray(input["required"]) ? input["required"] : [];
  return Object.entries(objectAt(input, "properties")).map(([field, member]) => {
    const { default: usual, description, unit }: JsonObject = isObject(member) ? member : {};
    const about = [
      typeof description === "string" ? description : "",
      typeof unit === "string" && unit !== "" ? `[${unit}]` : "",
      usual === undefined || isObject(usual) ? "" : `(${literal(usual)} unless given)`,
    ];
    return {
      name: isName(field) ? field : `${field.replaceAll(/[^A-Za-z0-9_]/g, "_")}_`,
      field,
      type: types.of(member, input, `${typeName}${pascal(field)}`, "Sequence"),
      isRequired: required.includes(field),
      about: about.filter((part) => part !== "").join(" "),
    };
  });
}

/** The same of a type: what stands in quotes is one word. */
function wrappedType(text: string, indent: string, first = indent): string {
  return wrapped(text, indent, first, text.match(/(?:"[^"]*"|[^\s"])+/gu) ?? []);
}

/** Text of at most so many characters a line, behind an indent. */
function wrapped(
  text: string,
  indent: string,
  first = indent,
  words: readonly string[] = text.split(/\s+/),
): string {
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    if (line.trim() !== "" && line.length + word.length + 1 > LINE_CHARS) {
      lines.push(line);
      line = indent;
    }
    line += line.endsWith(" ") || line === "" ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Items between commas on lines that are full: none is broken but where it alone is too long. */
function commaLines(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const item of items) {
    const line = lines.at(-1);
    if (line === undefined || line.length + item.length + 3 > LINE_CHARS)
      lines.push(`${indent}${item}`);
    else lines[lines.length - 1] = `${line}, ${item}`;
  }
  return lines
    .map((line) =>
      line.length > LINE_CHARS ? wrappedType(line.trim(), `${indent}    `, indent) : line,
    )
    .join(",\n");
}

function docs(model: CallModel, parameters: readonly Parameter[]): string {
  const { description, summary } = model.operation;
  const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
  const about = parameters
    .filter(({ about: text }) => text !== "")
    .map(
      ({ about: text, name }) => `\n${wrapped(escaped(text), " ".repeat(12), `        ${name}:`)}`,
    );
  const more =
    description === undefined ? "" : `\n\n${wrapped(escaped(description), " ".repeat(8))}`;
  const list = about.length === 0 ? "" : `\n${about.join("")}`;
  const first = wrapped(`"""${escaped(summary)}.`, " ".repeat(8));
  return more + list === "" ? `${first}"""\n` : `${first}${more}${list}\n        """\n`;
}

/** A method, and for a list the one that gives its items. */
export function methods(types: PythonTypes, model: CallModel): string {
  const { isJson, key, operation, typeName } = model;
  const parameters = parametersOf(types, model);
  const needed = parameters.filter(({ isRequired }) => isRequired);
  const more = parameters.filter(({ isRequired }) => !isRequired);
  if (parameters.some(({ name }) => name === "call" || name === "self"))
    throw new Error(`${key} has a field whose name is taken`);
  const list = [
    "self",
    ...needed.map(({ name, type }) => `${name}: ${type}`),
    "*",
    ...more.map(({ name, type }) => `${name}: ${type} = UNSET`),
    "call: Optional[Call] = None",
  ];
  const fields = parameters.map(({ field, name }) => `${JSON.stringify(field)}: ${name}`);
  const sent = `{${commaLines(fields, " ".repeat(12)).trim()}}`;
  const how = `OPERATIONS["${snake(key)}"]`;
  const signature = (name: string, answer: string): string =>
    `    def ${name}(\n${commaLines(list, " ".repeat(8))}\n    ) -> ${answer}:\n`;
  const result = isJson ? resultName(model) : "bytes";
  const call = isJson ? `self.answer(${result}, ${how},` : `self.octets(${how},`;
  const body = `        return ${call}\n            ${sent}, call)\n`;
  const own = `${signature(snake(key), result)}${docs(model, parameters)}${body}`;
  if (operation.list === undefined) return own;
  const member = objectAt(objectAt(model.output, "properties"), operation.list.items);
  const listed = types.of(
    member,
    model.output,
    `${typeName}${pascal(operation.list.items)}`,
    "List",
  );
  const item = /^List\[(.*)\]$/.exec(listed)?.[1] ?? "Any";
  return (
    `${own}\n${signature(`iter_${snake(key)}`, `Iterator[${item}]`)}` +
    `        """${operation.summary}, one by one over all pages."""\n` +
    `        return self.each("${operation.list.items}", ${how},\n            ${sent}, call)\n`
  );
}

/** How an operation is called, as the client's runtime reads it. */
export function tableRow({ key, operation }: CallModel): string {
  const { effect, events, headers = [], keyed, method, path, produces, twins = [] } = operation;
  const takesWork = headers.includes(WORK_HEADER);
  const type = produces?.[0] ?? JSON_TYPE;
  const also = twins.length === 0 ? "()" : `(${twins.map((one) => `"${one}",`).join(" ")})`;
  const flags = [keyed === true, events === true, takesWork].map(literal).join(", ");
  const call = `"${method}", "${path}", ${also}, "${effect}", ${flags}`;
  return `    "${snake(key)}": (${call},\n        "${type === JSON_TYPE ? "" : type}"),\n`;
}
