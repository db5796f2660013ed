/**
 * Names that people write, and that are told apart by their characters: of folders, and of what a
 * booking refers to. Two that look alike should be one. So a name is kept in its composed form
 * (Unicode NFC), and what cannot be seen in it is refused.
 */
import { FOLDER_CHARS_MAX, LEDGER_REFERENCE_CHARS_MAX } from "../limits.js";

/** No name grows or shrinks by more while it is composed: what is longer is not looked at. */
export const COMPOSED_UNITS_PER_CHAR = 8;

const CONTROL = /\p{Cc}/u;
const SLASH = /[/\\]/;
/** Format characters, line and paragraph separators, and all that is drawn as nothing. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Pictures are written as several, joined, and with a mark that says how they are drawn. */
const OF_PICTURES =
  /(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})[\uFE0E\uFE0F]/gu;
/** White space that is no single blank, and looks like one. */
const OTHER_BLANK = /(?! )\s| {2}/u;

/** The form in which a name is kept: written in two ways it is one. */
export function composed(name: string): string {
  return name.normalize("NFC");
}

function shown(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

function lengthFault(name: string, what: string, charsMax: number): string | null {
  const chars = Array.from(name).length;
  if (chars === 0) return `is empty: ${what} has 1 to ${charsMax} characters`;
  return chars > charsMax
    ? `has ${chars} characters, and ${what} has at most ${charsMax}: shorten it`
    : null;
}

function blankFault(name: string): string | null {
  return name.trim() === name ? null : "begins or ends with white space: leave that out";
}

function controlFault(name: string): string | null {
  const [found] = CONTROL.exec(name) ?? [];
  return found === undefined ? null : `has a control character, ${shown(found)}: leave it out`;
}

function unseenFault(name: string): string | null {
  const [found] = UNSEEN.exec(name) ?? [];
  return found === undefined
    ? null
    : `has a character that cannot be seen, ${shown(found)}: leave it out`;
}

/**
 * Why a name is no folder's, in words that go behind the field's own, or null.
 * @param isNew false for one that may have been given before unseen characters were refused
 */
export function folderFault(name: string, isNew: boolean): string | null {
  const text = composed(name);
  const fault =
    lengthFault(text, "a folder's name", FOLDER_CHARS_MAX) ??
    blankFault(text) ??
    controlFault(text) ??
    (SLASH.test(text)
      ? "has a slash or a backslash: folders have no folders in them, so leave it out"
      : null);
  if (fault !== null || !isNew) return fault;
  if (text === "." || text === "..")
    return `is ${text}, which names a place and not a folder: choose another name`;
  return unseenFault(text.replace(OF_PICTURES, ""));
}

/** Why a text is no reference of a booking, or null. */
export function referenceFault(reference: string): string | null {
  const text = composed(reference);
  return (
    lengthFault(text, "a reference", LEDGER_REFERENCE_CHARS_MAX) ??
    blankFault(text) ??
    controlFault(text) ??
    unseenFault(text) ??
    (OTHER_BLANK.test(text)
      ? "has white space in it that is not one plain blank: write one blank"
      : null)
  );
}
