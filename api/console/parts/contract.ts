/** Every operation as the contract has it: the build writes the file, a screen that needs it asks. */
import type { Fields } from "../connection/json.js";
import { fileUrl } from "../connection/base.js";
import { lookForNewer, watchedFetch } from "../connection/reach.js";
import { useAsked, type AskedState } from "../connection/asked.js";
import type { FieldKind } from "../../readable/commandWords.js";
import type { FieldSchema } from "../fields/schema.js";

export interface OperationCard {
  /** Its name in the client. */
  readonly key: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Which key it wants: `none`, `either`, ... */
  readonly auth: string;
  readonly role?: string;
  readonly effect: string;
  /** Progress may be asked for. */
  readonly events?: boolean;
  readonly keyed?: boolean;
  /** Member that holds the items of a list. */
  readonly list?: string;
  /** Of the command line. */
  readonly verb?: string;
  readonly positional?: readonly string[];
  /** Whether the input, or which field of it, is a file. */
  readonly document?: boolean | string;
  /** How each field is written as words. */
  readonly words?: Readonly<Record<string, FieldKind>>;
  readonly toolset?: string;
  readonly input: FieldSchema;
  readonly examples: readonly { readonly summary?: string; readonly input: Fields }[];
}

let held: Promise<readonly OperationCard[]> | null = null;

async function load(): Promise<readonly OperationCard[]> {
  const response = await watchedFetch(fileUrl(CONTRACT_FILE));
  if (!response.ok) lookForNewer().catch(() => undefined);
  if (!response.ok) throw new Error("The contract of this node could not be loaded.");
  const cards: readonly OperationCard[] = await response.json();
  return cards;
}

export function operationCards(): Promise<readonly OperationCard[]> {
  held ??= load().catch((error: unknown) => {
    held = null;
    throw error;
  });
  return held;
}

/** @param key of the client, as in `streamNew` */
export function useOperation(
  key: string,
): AskedState<OperationCard> & { readonly again: () => void } {
  return useAsked(async () => {
    const found = (await operationCards()).find((card) => card.key === key);
    if (found === undefined) throw new Error(`This node has no operation ${key}.`);
    return found;
  }, [key]);
}
