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

/** A file that is dropped beside every place for it is proved: the browser would leave for it. */
export function catchDrops(prove: () => void): void {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const file = event.defaultPrevented ? undefined : event.dataTransfer?.files[0];
    event.preventDefault();
    void file?.text().then((text) => {
      dropped.value = { name: file.name, text };
      prove();
    });
  });
}
