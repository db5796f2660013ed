import type { Call } from "../../../api/contract/definition/call.js";
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { composed } from "../../../protocol/economy/writtenNames.js";
import type { VaultToken } from "../../../storage/records/vault/tokenRow.js";
import { bondName } from "../bonds.js";
import type { VaultPage } from "../vault.js";
import { envelopeList, type ListEnd } from "./envelopeList.js";
import type { Changed } from "../vaultChanges.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { Ground } from "../../ground/ground.js";
import type { Vaults } from "../createVaults.js";
import { ownerOf } from "../../operations/owner.js";
import { refused, wantedOf } from "../../operations/wanted.js";

type EnvelopeHandlers = Pick<
  NodeHandlers,
  | "envelopes"
  | "envelopeFolders"
  | "fileEnvelopes"
  | "transferEnvelopes"
  | "claimTransfer"
  | "burnEnvelopes"
  | "lockEnvelopes"
>;

export function envelopeHandlers(
  services: EffectServices &
    Pick<Ground, "identity" | "store"> &
    Pick<Vaults, "vault" | "vaultOrders">,
): EnvelopeHandlers {
  const { identity, store, vault, vaultOrders } = services;
  const own = async (cid: string, call: Call): Promise<string> => {
    const owner = ownerOf(call);
    // Whether another account exists is nobody's business here.
    if (cid !== owner && (await store.accounts.get(owner))?.cid !== cid) {
      throw new ApiError(
        "NOT_FOUND",
        "envelopes are shown to who holds them; this is no account of yours",
      );
    }
    return owner;
  };
  return {
    envelopes: async ({ cid, limit, offset, after, q, folder }, call) => {
      const owner = await own(cid, call);
      const query = {
        folder: folder === undefined ? null : filedAs(folder),
        prefix: q,
        after: after ?? null,
      };
      const show = (token: VaultToken) => shown(token, owner, identity.publicKeyHex);
      const end = ({ total }: VaultPage, last: string | null): ListEnd => {
        const next = last === null || limit === undefined ? null : offset + limit;
        const members = { total, offset, limit: limit ?? null, next, after_next: last };
        // By id: an offset would name another envelope as soon as one comes or goes before it.
        return {
          members: JSON.stringify(members).slice(1, -1),
          next: last === null ? null : { after: last, offset: null },
        };
      };
      return envelopeList({ end, show, vault }, owner, { ...query, offset }, limit ?? null);
    },
    envelopeFolders: async ({ cid }, call) => {
      const [unfiled, ...folders] = await vault.folders(await own(cid, call));
      const total = folders.reduce((sum, { count }) => sum + count, unfiled!.count);
      return {
        folders: folders.map(({ folder, count }) => ({ folder, count })),
        folder_count: folders.length,
        unfiled: unfiled!.count,
        total,
      };
    },
    fileEnvelopes: ({ folder, token_ids, count, from_folder, q }, call) => {
      const wanted = wantedOf(token_ids, count);
      if ("ids" in wanted && (from_folder !== undefined || q !== undefined)) {
        const field = from_folder === undefined ? "q" : "from_folder";
        throw refused(`/${field}`, `${field} goes with \`count\`, not with \`token_ids\``);
      }
      return effectOf(services, call, nodeOperations.fileEnvelopes).run(
        vaultOrders.file(ownerOf(call), {
          folder: filedAs(folder),
          wanted,
          prefix: q ?? "",
          fromFolder: from_folder === undefined ? null : filedAs(from_folder),
        }),
        ({ count: moved }) => ({ moved }),
      );
    },
    transferEnvelopes: ({ to, count, token_ids }, call) =>
      effectOf(services, call, nodeOperations.transferEnvelopes).run(
        vaultOrders.transfer(ownerOf(call), to, wantedOf(token_ids, count)),
        movedOf,
      ),
    claimTransfer: ({ offer, signature }, call) =>
      effectOf(services, call, nodeOperations.claimTransfer).run(
        vaultOrders.claim(ownerOf(call), offer, signature),
        movedOf,
      ),
    burnEnvelopes: ({ token_ids }, call) =>
      effectOf(services, call, nodeOperations.burnEnvelopes).run(
        vaultOrders.burn(ownerOf(call), token_ids),
        ({ count, value }) => ({ burned: count, value }),
      ),
    lockEnvelopes: ({ token_ids, locked }, call) =>
      effectOf(services, call, nodeOperations.lockEnvelopes).run(
        vaultOrders.lock(ownerOf(call), token_ids, locked),
        ({ count }) => ({ changed: count, locked }),
      ),
  };
}

function movedOf({ count, listHash }: Changed) {
  return { moved: count, listHash };
}

function filedAs(folder: string | null): string {
  return folder === null ? "" : composed(folder);
}

function shown(token: VaultToken, owner: string, homeState: string) {
  const {
    id,
    value,
    free,
    locked,
    bond,
    version,
    folder,
    engineVersion,
    precisionActual,
    precisionBound,
  } = token;
  return {
    token_id: id,
    version,
    owner,
    value,
    funding: free ? "free" : "paid",
    movable: !free && !locked && bond === 0,
    soulbound: free,
    locked_for_vote: locked,
    folder: folder === "" ? null : folder,
    hash: id,
    engine_version: engineVersion,
    precision_actual: precisionActual,
    precision_bound: precisionBound,
    homeState,
    ...(bond === 0 ? {} : { bondId: bondName(bond) }),
  };
}
