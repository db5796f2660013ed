/** Whether a text begins as an exported log does: its checker is loaded for one alone. */
export function isExportedLog(text: string): boolean {
  return text.startsWith('{"calc-log":');
}
