/** A page of 64 kB. */
const BYTES = 65_536;

export function pageText(): string {
  const head = "<!doctype html><meta charset=utf-8><title>Oven</title>";
  const line = "<p>2026-11-27 08:00 451.2 C, within its limits</p>\n";
  return (head + line.repeat(Math.ceil(BYTES / line.length))).slice(0, BYTES);
}
