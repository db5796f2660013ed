/** Which of two media a number or a body is: the one that a ray comes from, or the one that it enters. */
import type { LawSlot } from "../lexicon/lexicon.js";
import { isStart, isStop } from "./pairs.js";
import type { Given, Named } from "../reading/reading.js";

const COMES = String.raw`from|in|inside|within|through|leaves|leaving|out\s+of`;
const ENTERS =
  String.raw`to|into|onto|on|upon|enters?|entering|strikes?|striking|hits?|hitting|meets?|meeting|reaches|` +
  String.raw`reaching|against`;
const ROLE = new RegExp(String.raw`\b(?:(${COMES})|(${ENTERS}))\s(?=[^.,;:?!]*$)`, "giu");
/** A word of place further away belongs to something else. */
const PLACE_CHARS = 60;

type Role = "first" | "second";

/** `in air hits water (n = 1.33)`: the last word of place before it says which medium is meant. */
function mediumAt(text: string, at: number): Role | null {
  const head = text.slice(Math.max(0, at - PLACE_CHARS), at).replace(/[(,]\s*$/, " ");
  let role: Role | null = null;
  for (const match of head.matchAll(ROLE)) role = match[1] === undefined ? "second" : "first";
  return role;
}

/** No index of the medium that is entered stands for the one that the ray comes from. */
export function isOtherMedium(slot: LawSlot, { span }: Given, text: string): boolean {
  if (slot.property !== "refractive_index") return false;
  return differs(slot, mediumAt(text, span.name?.at[0] ?? span.at[0]));
}

export function isOtherMediumOf(slot: LawSlot, { at }: Named, text: string): boolean {
  if (slot.property !== "refractive_index") return false;
  return differs(slot, mediumAt(text, at[0]));
}

function differs(slot: LawSlot, role: Role | null): boolean {
  const [first, second] = [isStart(slot), isStop(slot)];
  if (role === null || first === second) return false;
  return role === "first" ? second : first;
}
