/** A question as a line of the box, and as an address that reproduces it. */
import type { Given, Question } from "./messages.js";

function givenText(inputs: Given, uncertainties: Given): string {
  return Object.entries(inputs)
    .map(([name, value]) => {
      const spread = uncertainties[name];
      if (spread === undefined) return `, ${name} = ${value}`;
      const [, number = String(value), unit = ""] = /^(\S+)(\s.*)?$/s.exec(String(value)) ?? [];
      const [size = ""] = String(spread).split(" ");
      return `, ${name} = ${number} ± ${size}${unit}`;
    })
    .join("");
}

export function textOf({ equation, inputs, operators, uncertainties = {} }: Question): string {
  return (equation ?? (operators ?? []).join(" ")) + givenText(inputs, uncertainties);
}

export function addressFor(text: string): string {
  return `/ask?${new URLSearchParams({ q: text })}`;
}
