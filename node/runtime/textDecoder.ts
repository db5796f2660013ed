/**
 * Bytes 80 to 9f of windows-1252, which also goes by iso-8859-1 and us-ascii. Some versions of Node
 * decode them as control characters, so that what a text says would depend on the version.
 */

/** 80 to 9f by the index of the WHATWG's Encoding Standard; five bytes stand for themselves. */
const HIGH =
  "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F" +
  "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";
const FIRST = 0x80;
const CONTROLS = /[\u0080-\u009f]/g;

class StandardDecoder extends TextDecoder {
  override decode(...input: Parameters<InstanceType<typeof TextDecoder>["decode"]>): string {
    const text = super.decode(...input);
    return this.encoding === "windows-1252"
      ? text.replaceAll(CONTROLS, (control) => HIGH[control.charCodeAt(0) - FIRST]!)
      : text;
  }
}

/** Libraries that make decoders get those of the standard, where the platform's are not. */
export function mendTextDecoder(): void {
  const [euro] = HIGH;
  if (new TextDecoder("windows-1252").decode(Uint8Array.of(FIRST)) === euro) return;
  globalThis.TextDecoder = StandardDecoder;
}
