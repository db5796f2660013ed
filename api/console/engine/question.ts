/** A question as a line of the box, and as an address that reproduces it. */
import type { Question } from "./messages.js";

/** What a person leaves behind a quantity that is no part of it. */
const LOOSE_END = /[\s,;.]+$/;

/** The text of an input as it is computed, written and read again. */
export function inputText(text: string): string {
  return text.trim().replace(LOOSE_END, "");
}

/** Inputs that stand in the line: those with a text. */
export function givenInputs(inputs: Question["inputs"]): readonly (readonly [string, string])[] {
  return Object.entries(inputs).flatMap(([name, value]) => {
    const text = inputText(String(value));
    return text === "" ? [] : [[name, text] as const];
  });
}

export function textOf({ equation, inputs, operators }: Question): string {
  const given = givenInputs(inputs).map(([name, text]) => `, ${name} = ${text}`);
  return (equation ?? (operators ?? []).join(" ")) + given.join("");
}

export function addressFor(text: string): string {
  return `/ask?${new URLSearchParams({ q: text })}`;
}
