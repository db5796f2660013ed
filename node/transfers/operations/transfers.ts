/** Moves of envelopes between nodes. */
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { readHeader } from "../../../protocol/seal/event.js";
import type { Standing } from "../../../protocol/witness/standing.js";
import type { Store } from "../../../storage/store.js";
import type {
  TransferInRecord,
  TransferOutRecord,
} from "../../../storage/records/transferRecords.js";
import { valueOf } from "../outgoing.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import type { Ground } from "../../ground/ground.js";
import type { TransferServices } from "../createTransfers.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { ownerOf } from "../../operations/owner.js";
import { nextOffset } from "../../operations/paging.js";

type TransferHandlers = Pick<NodeHandlers, "transferSend" | "transferList" | "transferGet">;

export function transferHandlers(
  services: EffectServices &
    Pick<TransferServices, "outgoing"> &
    Pick<Ground, "store"> &
    Pick<WitnessServices, "witnessing">,
): TransferHandlers {
  const { outgoing, store } = services;
  const standing = async (id: string | null): Promise<Standing | null> => {
    const event = id === null ? undefined : await store.spine.byId(id);
    const header = event === undefined ? null : parseJson(event.header);
    const read = header !== null && header.ok ? readHeader(header.value) : null;
    return read === null ? null : services.witnessing.book.standing(read.author, read);
  };
  const stood = async (shown: ReturnType<typeof shownOut> | ReturnType<typeof shownIn>) => ({
    ...shown,
    burnStanding: await standing(shown.burn),
    answerStanding: await standing(shown.answer),
  });
  return {
    transferSend: ({ order, signature }, call) =>
      effectOf(services, call, nodeOperations.transferSend).run(
        outgoing.send(ownerOf(call), order, signature),
        ({ id, record }) => shownOut(id, record),
      ),
    transferList: async (page, call) => {
      const ids = await store.transfers.of(ownerOf(call));
      const found = await Promise.all(
        ids
          .slice(page.offset, page.offset + page.limit)
          .map(async ([id, side]) =>
            side === "out" ? shownOfOut(store, id) : shownOfIn(store, id),
          ),
      );
      const transfers = await Promise.all(found.filter((one) => one !== null).map(stood));
      return answered({ transfers, total: ids.length }, []).before(nextOffset(page, ids.length));
    },
    transferGet: async ({ id }, call) => {
      const owner = ownerOf(call);
      const sent = await store.transfers.out(id);
      if (sent?.account === owner) return stood(shownOut(id, sent));
      const come = await store.transfers.in(id);
      if (come?.account === owner) return stood(shownIn(id, come));
      throw new ApiError("NOT_FOUND", `you have no move ${id}`);
    },
  };
}

async function shownOfOut({ transfers }: Pick<Store, "transfers">, id: string) {
  const record = await transfers.out(id);
  return record === undefined ? null : shownOut(id, record);
}

async function shownOfIn({ transfers }: Pick<Store, "transfers">, id: string) {
  const record = await transfers.in(id);
  return record === undefined ? null : shownIn(id, record);
}

function shownOrder({ order }: Pick<TransferOutRecord, "order">) {
  const { destination, expires, from, origin, to, tokens } = order;
  return {
    count: tokens.length,
    origin,
    destination,
    from,
    to,
    token_ids: tokens.map(({ token_id: token }) => token),
    expires,
  };
}

function shownOut(id: string, record: TransferOutRecord) {
  const { answer, burn, calcond, endedCalcond, state } = record;
  return {
    id,
    direction: "out" as const,
    state,
    why: answer?.why ?? null,
    value: valueOf(record),
    ...shownOrder(record),
    calcond,
    endedCalcond,
    burn,
    answer: answer?.event ?? null,
  };
}

function shownIn(id: string, record: TransferInRecord) {
  const { burn, calcond, said, state, value, why } = record;
  return {
    id,
    direction: "in" as const,
    state,
    why,
    value,
    ...shownOrder(record),
    calcond,
    endedCalcond: calcond,
    burn,
    answer: said,
  };
}
