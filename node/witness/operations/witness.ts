/** Witnesses: who has cosigned what, and how surely an event stays. */
import type { Call } from "../../../api/contract/definition/call.js";
import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { CosignAnswer, CosignRefusal } from "../witness.js";
import { utf8Decode } from "../../../protocol/encoding/utf8.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { logKeyText, witnessKeyText } from "../../../protocol/witness/cosignature.js";
import type { Standing } from "../../../protocol/witness/standing.js";
import type { ProvenEvent } from "../provenEvents.js";
import type { StoredEvent } from "../../../storage/repositories/spine.js";
import { answered } from "../../operations/effect.js";
import type { ComputeServices } from "../../compute/createCompute.js";
import type { Ground } from "../../ground/ground.js";
import type { MachineServices } from "../../machines/createMachines.js";
import type { WitnessServices } from "../createWitness.js";
import { sealOf, visibleTo } from "../../compute/operations/proofs.js";
import { nextOffset } from "../../operations/paging.js";

const PLAIN = "text/plain; charset=utf-8";
const SIZE_TYPE = "text/x.tlog.size";

type WitnessHandlers = Pick<
  NodeHandlers,
  | "witnessStatus"
  | "witnessLogs"
  | "witnessCosign"
  | "witnessAddCheckpoint"
  | "witnessMonitored"
  | "witnessStanding"
  | "meshWitnessed"
>;
type WitnessModules = Pick<Ground, "crypto" | "spine" | "store"> &
  Pick<MachineServices, "machines"> &
  Pick<ComputeServices, "receipts"> &
  Pick<WitnessServices, "witnessing">;

export function witnessHandlers(services: WitnessModules): WitnessHandlers {
  const { witnessing } = services;
  return {
    witnessStatus: () => statusOf(services),
    witnessLogs: async (page) => {
      const logs = await witnessing.logs();
      const shown = logs.slice(page.offset, page.offset + page.limit).map((one) => ({ ...one }));
      return answered({ logs: shown, total: logs.length }, []).before(
        nextOffset(page, logs.length),
      );
    },
    witnessCosign: async ({ question }) => {
      const answer = await witnessing.witness.cosign(question);
      return {
        state: answer.kind,
        line: answer.kind === "cosigned" ? answer.line : null,
        size: answer.size ?? null,
        why: answer.kind === "refused" ? answer.why : null,
      };
    },
    witnessAddCheckpoint: async (_none, call) => {
      const text = utf8Decode(call.body());
      return added(text.ok ? await witnessing.witness.cosign(text.text) : null);
    },
    witnessMonitored: async ({ origin }) => {
      const note = await witnessing.witness.monitored(origin);
      if (note === null)
        throw new ApiError("NOT_FOUND", "this node has cosigned no log whose origin has this hash");
      return preEncoded({ body: note, contentType: PLAIN });
    },
    witnessStanding: async ({ id }, call) => standingOf(services, id, call),
    meshWitnessed: ({ author }) => {
      const found = witnessing.book.of(author);
      if (found === null)
        throw new ApiError("NOT_FOUND", "no checkpoint of this spine with a quorum is held here");
      return preEncoded({ body: found.note, contentType: "text/plain; charset=utf-8" });
    },
  };
}

/** The statuses of C2SP tlog-witness. */
const REFUSED_STATUS: Readonly<Record<CosignRefusal, number>> = {
  malformed: 400,
  unknown: 404,
  unsigned: 403,
  frozen: 403,
  conflict: 422,
  inconsistent: 422,
  waiting: 503,
};

function added(answer: CosignAnswer | null) {
  if (answer?.kind === "cosigned") return preEncoded({ body: answer.line, contentType: PLAIN });
  if (answer?.kind === "stale") {
    const body = `${answer.size}\n`;
    return preEncoded({ status: 409, body, contentType: SIZE_TYPE, refused: true });
  }
  const why = answer?.kind === "refused" ? answer.why : "malformed";
  const status = REFUSED_STATUS[why];
  return preEncoded({ status, body: `${why}\n`, contentType: PLAIN, refused: true });
}

async function statusOf({ crypto, witnessing }: WitnessModules) {
  const { book, collector, exchange, http, own, ownKey, ownSize, witness } = witnessing;
  const peers = new Set(exchange.peers());
  return {
    key: witnessKeyText(crypto, witness.key),
    logKey: logKeyText(crypto, witness.key),
    state: witness.isWaiting ? ("waiting" as const) : ("ready" as const),
    quorum: book.policy.quorum,
    witnesses: book.policy.keys.map((key) => {
      const publicKey = toHex(key.publicKey);
      return {
        name: key.name,
        publicKey,
        url: key.url ?? null,
        connected:
          publicKey === ownKey ||
          peers.has(publicKey) ||
          (key.url !== undefined && http.reaches(key.url)),
        cosignedSize: collector.sizeAt(publicKey),
      };
    }),
    size: ownSize,
    witnessedSize: witnessing.witnessedSize,
    witnessedAt: own?.seconds ?? null,
    finalSize: await witnessing.finalSize(),
    rounds: { failed: collector.failures },
    ...witness.counts,
  };
}

async function standingOf(services: WitnessModules, id: string, call: Call) {
  const { event, standing, proof } = await provenOf(services, id, call);
  const { author, seq } = event;
  const header = headerOf(event.header);
  return {
    standing,
    author,
    seq,
    calcond: Number(header["calcond"]),
    header,
    sig: event.sig,
    note: proof?.note ?? null,
    path: proof === null ? null : [...proof.path],
    quorum: services.witnessing.book.policy.quorum,
  };
}

interface Proven {
  readonly event: ProvenEvent["event"];
  readonly standing: Standing;
  readonly proof: Pick<ProvenEvent, "note" | "path"> | null;
}

/**
 * The event of this id, or the one that seals the receipt of it. Where the spine is not kept here,
 * those who keep it are asked.
 */
async function provenOf(services: WitnessModules, id: string, call: Call): Promise<Proven> {
  const { machines, receipts, store, witnessing } = services;
  const event = await store.spine.byId(id);
  if (event !== undefined) return heldProof(services, event);
  const { text } = await visibleTo(machines, await receipts.find(id), call);
  const seal = sealOf(text);
  const held = seal === null ? undefined : await store.spine.event(seal.author, seal.seq);
  if (held !== undefined) return heldProof(services, held);
  const found = seal === null ? null : await witnessing.proven.find(seal.author, seal.seq);
  if (found === null)
    throw new ApiError("NOT_FOUND", "no event, and no shared receipt, of this id");
  const { event: proven, standing } = found;
  return { event: proven, standing, proof: standing === "sealed" ? null : found };
}

async function heldProof(
  { witnessing }: Pick<WitnessModules, "witnessing">,
  event: StoredEvent,
): Promise<Proven> {
  const { author, header, seq } = event;
  const calcond = Number(headerOf(header)["calcond"]);
  return { event, ...(await witnessing.proofOf({ author, seq, calcond })) };
}

function headerOf(text: string): JsonObject {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) throw new Error("a stored header is no object");
  return read.value;
}
