/**
 * How a client asks: for a while it waits for the answer, gives up, and asks again under the same
 * key, a few times in all.
 */
import type { SimLoop } from "../loop.js";
import type { SeededRandom } from "../random.js";

const ASKED_MAX = 4;
const ANSWER_MS_MAX = 8_000;
const AGAIN_MS_MAX = 4_000;
const AGAIN_CHANCE = 0.8;
/** Requests that a network doubles: the client sees one answer. */
export const DOUBLED_CHANCE = 0.1;
export const NO_ANSWER = "no answer";
export const DOWN = "down";

interface Patience {
  readonly loop: SimLoop;
  readonly chance: SeededRandom;
}

export interface Client<T> {
  /** Sends the request; null while the node is down. */
  readonly send: () => Promise<T> | null;
  readonly answered: (answer: T) => void;
  /** @returns whether it is worth asking again */
  readonly failed: (why: string) => boolean;
}

export function askPatiently<T>({ loop, chance }: Patience, client: Client<T>, asked = 1): void {
  let isOpen = true;
  const failed = (why: string): void => {
    if (!isOpen) return;
    isOpen = false;
    giveUp();
    const isWorth = client.failed(why) && asked < ASKED_MAX && chance.chance(AGAIN_CHANCE);
    if (!isWorth) return;
    loop.after(chance.between(0, AGAIN_MS_MAX), () => {
      askPatiently({ loop, chance }, client, asked + 1);
    });
  };
  const giveUp = loop.after(ANSWER_MS_MAX, () => failed(NO_ANSWER));
  const sent = client.send();
  if (sent === null) {
    failed(DOWN);
    return;
  }
  sent.then(
    (answer) => {
      // A client that has given up does not hear it.
      if (!isOpen) return;
      isOpen = false;
      giveUp();
      client.answered(answer);
    },
    (error: unknown) => failed(String(error)),
  );
}
