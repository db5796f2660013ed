/**
 * Tells whoever watches this process from inside, such as a test's preload or a tracer, of each
 * event taken from others.
 */
import { channel } from "node:diagnostics_channel";

export const TAKEN_CHANNEL = "calcmesh:mesh:taken";

/** An event of another author that is durable here; told once. */
export interface Taken {
  readonly id: string;
}

const taken = channel(TAKEN_CHANNEL);

export function tellTaken(id: string): void {
  if (!taken.hasSubscribers) return;
  const message: Taken = { id };
  taken.publish(message);
}
