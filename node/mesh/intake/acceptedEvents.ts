/**
 * Tells anyone who watches this process from inside, such as a test's preload or a tracer, of each
 * event taken from others.
 */
import { channel } from "node:diagnostics_channel";

export const ACCEPTED_CHANNEL = "calcmesh:mesh:taken";

/** An event of another author that is durable here; told once. */
export interface AcceptedEvent {
  readonly id: string;
}

const taken = channel(ACCEPTED_CHANNEL);

export function publishAccepted(id: string): void {
  if (!taken.hasSubscribers) return;
  const message: AcceptedEvent = { id };
  taken.publish(message);
}
