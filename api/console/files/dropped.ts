/** A document on its way from the box to the screen that proves it: no address could hold it. */
import { signal } from "@preact/signals";

export interface Dropped {
  readonly name: string;
  readonly text: string;
}

export const dropped = signal<Dropped | null>(null);

/** Takes it away from the box: it is shown once. */
export function takeDropped(): Dropped | null {
  const held = dropped.peek();
  dropped.value = null;
  return held;
}
