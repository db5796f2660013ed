/** What a node is asked to do again and again: contracts that fire, channels that tick. */
import { setTimeout as delay } from "node:timers/promises";
import { CHANNELS_OF_ACCOUNT_MAX } from "../../../protocol/limits.js";
import type { RunningNode } from "../../devnet/daemons.js";
import { ask, payer } from "../charged.js";
import { FLIP } from "../contractFirings.js";
import { MANY, times, type ComparedJob } from "./jobs.js";

/** As many as an account has at most: a turn of few would be a long wait. */
const CHANNELS = CHANNELS_OF_ACCOUNT_MAX;
/** A channel ticks once in a calcond, which is 0.78 s. */
const TICKS_APART_MS = 1_000;
const STREAMS = "/api/calc/streams";

/** A build that gives each contract a machine can be asked for none. */
async function deployed(node: RunningNode, key: string): Promise<string> {
  const of = async (on: object): Promise<string> =>
    String((await ask(node, "POST", "/api/contracts", key, { program: FLIP, ...on }))["contract"]);
  try {
    return await of({ machine: null });
  } catch {
    return of({});
  }
}

async function firing(node: RunningNode): Promise<() => Promise<unknown>> {
  const key = await payer(node);
  const ids: string[] = [];
  for (let i = 0; i < MANY; i += 1) ids.push(await deployed(node, key));
  return () =>
    times(MANY, (i) =>
      ask(node, "POST", `/api/contracts/${ids[i]!}/fire`, key, { data: { v: 31 } }),
    );
}

interface Channel {
  readonly id: string;
  readonly key: string;
}

async function channel(node: RunningNode): Promise<Channel> {
  const answer = await ask(node, "POST", STREAMS, node.api.token, {
    contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 }, subTicks: 4 },
    autotick: false,
  });
  return { id: String(Object(answer["channel"])["id"]), key: String(answer["key"]) };
}

async function ticking(node: RunningNode): Promise<() => Promise<unknown>> {
  const channels: Channel[] = [];
  for (let i = 0; i < CHANNELS; i += 1) channels.push(await channel(node));
  let last = 0;
  return async () => {
    await delay(Math.max(0, last + TICKS_APART_MS - performance.now()));
    last = performance.now();
    await times(CHANNELS, (i) => {
      const { id, key } = channels[i]!;
      return ask(node, "POST", `${STREAMS}/${id}/tick`, key);
    });
  };
}

export const liveJobs: readonly ComparedJob[] = [
  { name: `firing, ${MANY} at once`, isWriting: true, begin: firing },
  { name: `tick, ${CHANNELS} at once`, isWriting: true, begin: ticking },
];
