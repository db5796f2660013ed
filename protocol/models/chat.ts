/** A chat as the gateway sees it, whichever dialect the provider speaks. */
import { isObject } from "../encoding/json.js";
import type { JsonObject, JsonValue } from "../ports.js";

/** What the model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
  /** What the provider wants back with the answer; it means nothing here. */
  readonly signature?: string;
}

export type Message =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly text: string;
    };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: JsonObject;
}

export type ToolChoice = "auto" | "none" | "required" | { readonly name: string };

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly toolChoice?: ToolChoice | undefined;
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly stream: boolean;
  /** Further fields of OpenAI's dialect, which others do not know. */
  readonly extra?: JsonObject | undefined;
}

/** Why a model stopped. */
export const STOPS = ["end", "length", "tools", "filtered", "failed"] as const;
export type Stop = (typeof STOPS)[number];

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type ChatEvent =
  | { readonly type: "text"; readonly text: string }
  /** A part of a call; calls are told apart by their number. */
  | {
      readonly type: "call";
      readonly index: number;
      readonly id?: string | undefined;
      readonly name?: string | undefined;
      readonly arguments?: string | undefined;
      readonly signature?: string | undefined;
    }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "stop"; readonly stop: Stop }
  /** The provider says in the middle that it failed. */
  | { readonly type: "fault"; readonly message: string }
  /** Nothing more comes. */
  | { readonly type: "end" };

/** Null: no provider told one. */
export function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return a ?? b;
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

// Reading what a provider wrote: anything may stand anywhere.

/** @throws SyntaxError */
export function jsonOf(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A count that a provider states; 0 for anything else. */
export function countOf(value: JsonValue | undefined): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Arguments as an object for dialects that want one; an empty one where they are none. */
export function argumentsOf(call: ToolCall): JsonObject {
  try {
    return objectOf(jsonOf(call.arguments === "" ? "{}" : call.arguments));
  } catch {
    return {};
  }
}

/** The texts of all system messages, as one. */
export function systemOf(messages: readonly Message[]): string {
  return messages
    .flatMap((message) => (message.role === "system" ? [message.text] : []))
    .join("\n\n");
}
