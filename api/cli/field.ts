import type { FieldKind } from "../readable/commandWords.js";

/** A field of an operation's input, as words of a command line can give it. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly description: string;
  /** Texts of which it takes one, where it takes no other. */
  readonly choices?: readonly string[];
  /** Null says that there is none: `--no-name`. */
  readonly isNullable?: true;
}
