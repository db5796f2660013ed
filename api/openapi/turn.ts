/** Until the event loop has gone round: others are served between two parts of long work. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
