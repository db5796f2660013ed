/**
 * I18: the contracts of a node at rest. Each firing has one row, each transition one charged receipt
 * of its own; what a firing leads to comes once, or waits; rows replay to the place that is kept; and
 * what was acknowledged is what is kept.
 */
import {
  initialState,
  prepareProgram,
  readRecord,
  replayStep,
  validateProgram,
  type Computing,
  type MachineState,
  type PreparedProgram,
} from "../../../protocol/contracts/index.js";
import { computingHere } from "../../../protocol/log/computing.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { readRow } from "../../../protocol/log/row.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { ContractRecord } from "../../../storage/records/contractRecords.js";
import { scan } from "../../../storage/kv/table.js";
import { PRICE } from "./checkMoney.js";
import { firingIn, weighedIn, type Weighed } from "../customers/contractOrders.js";
import type { LifeParts, SimNode } from "../node.js";
import { fieldsOf } from "../customers/orders.js";
import type { World } from "../world.js";

const INVARIANT = "I18";

type Fail = (why: string) => void;

export async function checkContracts(
  world: World,
  nodes: readonly (readonly [SimNode, LifeParts])[],
): Promise<void> {
  for (const [{ place }, parts] of nodes) {
    const rows = new Map<string, string | null>();
    const seen = new Set<string>();
    for await (const [id, record] of scan(parts.store.kv, buckets.contract)) {
      const fail = (why: string): void => world.violate(INVARIANT, `${place} ${id}: ${why}`);
      for (const { seq, token } of await checkContract(world, parts, record, fail)) {
        if (token !== null && seen.has(token)) fail(`row ${seq} has the receipt of another one`);
        if (token !== null) seen.add(token);
        rows.set(`${id} ${seq}`, token);
      }
    }
    for (const { isRolledBack, op, place: of, state, text, what } of world.history.orders()) {
      if (of !== place || what !== "fire" || state !== "ok" || isRolledBack || text === null)
        continue;
      const { contract, seq, token } = firingIn(text);
      if (rows.get(`${contract} ${seq}`) !== token)
        world.violate(INVARIANT, `${place} has lost row ${seq} of ${contract}, order ${op}`);
    }
  }
}

interface FiringRow {
  readonly seq: number;
  readonly token: string | null;
  readonly weighed: Weighed | null;
}

async function checkContract(
  world: World,
  { store }: LifeParts,
  { id, owner, program }: ContractRecord,
  fail: Fail,
): Promise<readonly FiringRow[]> {
  const { crypto, registry } = world;
  const validated = validateProgram(JSON.parse(canonicalize(program)), registry);
  if (!validated.ok) {
    fail("its program is none");
    return [];
  }
  const replay = new Replay(
    prepareProgram(crypto, validated.checked),
    computingHere(crypto, registry),
  );
  const rows: FiringRow[] = [];
  for await (const { text } of store.machineLogs.rows(id)) {
    const read = readRow(text);
    if (!read.ok) {
      fail("it has a row that cannot be read");
      break;
    }
    const { seq, token, transitionType: type } = read.row;
    if (type !== "transition" && type !== "fault") continue;
    const payload = await store.machineLogs.payload(id, seq);
    const weighed = await replay.row(seq, payload ?? "{}", fail);
    rows.push({ seq, token, weighed });
    if ((type === "transition") !== (token !== null)) fail(`row ${seq} is ${type} by ${token}`);
    const found = token === null ? undefined : await store.envelopes.byId(token);
    if (token !== null && found?.envelope.account !== owner)
      fail(`row ${seq} has no receipt of its owner`);
  }
  const progress = await store.contracts.progress(id);
  const transitions = rows.filter(({ token }) => token !== null).length;
  const faults = rows.length - transitions;
  const should = `${transitions} transitions, ${faults} faults, ${PRICE * transitions} credits`;
  const is = `${progress?.transitions} transitions, ${progress?.faults} faults, ${progress?.credits} credits`;
  if (is !== should) fail(`${is} counted, and its rows have ${should}`);
  const at = progress === undefined ? "nowhere" : placeText(progress.at);
  if (at !== placeText(replay.at))
    fail(`it is ${at}, and its rows lead to ${placeText(replay.at)}`);
  if (replay.at.context["n"] !== transitions) fail("its machine counts otherwise");
  checkEchoes(rows, progress?.chain.waiting.map(({ data }) => weighedIn(data)) ?? [], fail);
  return rows;
}

function placeText({ context, state }: Pick<MachineState, "state" | "context">): string {
  return `${state} ${canonicalize(context)}`;
}

/** Every mass once, and every echo once: in a row, or in what waits for a balance. */
function checkEchoes(
  rows: readonly FiringRow[],
  waiting: readonly (Weighed | null)[],
  fail: Fail,
): void {
  const times = new Map<string, number>();
  for (const weighed of [...rows.map((row) => row.weighed), ...waiting]) {
    if (weighed === null) continue;
    const name = `${weighed.mass} ${weighed.isEcho}`;
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  for (const [name, count] of times) if (count > 1) fail(`${name} was weighed ${count} times`);
  for (const { seq, weighed } of rows)
    if (weighed !== null && !times.has(`${weighed.mass} ${!weighed.isEcho}`))
      fail(`row ${seq} is one without the other of its pair`);
}

/** Makes recorded steps again, one after the other. */
class Replay {
  readonly #ready: PreparedProgram;
  readonly #compute: Computing;
  at: Pick<MachineState, "state" | "context">;

  constructor(ready: PreparedProgram, compute: Computing) {
    this.#ready = ready;
    this.#compute = compute;
    this.at = initialState(ready);
  }

  async row(seq: number, payload: string, fail: Fail): Promise<Weighed | null> {
    const fields = fieldsOf(payload);
    const recorded = readRecord(fields);
    if (recorded === null) {
      fail(`row ${seq} records no step`);
      return null;
    }
    const found = await replayStep(this.#ready, this.at, recorded, fields, this.#compute);
    if (found !== null) fail(`row ${seq} differs when replayed: ${JSON.stringify(found)}`);
    if (typeof fields["to"] === "string")
      this.at = { state: fields["to"], context: recorded.context };
    return weighedIn(recorded.event.data);
  }
}
