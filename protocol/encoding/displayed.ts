/** Characters that are not seen and change what is. */

/** Marks that turn the order of letters around: `gpj.exe` reads as another name behind one. */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** What ends a line, and every other control character. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Formatting characters, of which none has a shape. */
const UNSEEN = /\p{Cf}/gu;

/** Whether a name would be shown in another order than it is written. */
export function turnsAround(text: string): boolean {
  return BIDIRECTIONAL.test(text);
}

/** Whether a text is one line without control characters. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text);
}

/** A text as it is seen. */
export function asSeen(text: string): string {
  return text.replace(UNSEEN, "");
}
