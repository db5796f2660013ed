import type { NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { NameView } from "../nameAnswers.js";
import { answered } from "../../operations/effect.js";
import type { Ground } from "../../ground/ground.js";
import type { MeshView } from "../../mesh/view/meshView.js";
import type { NameServices } from "../createNames.js";

type NameHandlers = Pick<
  NodeHandlers,
  "dnsRegister" | "dnsResolve" | "dnsResolveName" | "dnsLookup" | "dnsStatus"
>;
type NameModules = Pick<NameServices, "names" | "nameAnswers" | "nameRegister"> &
  Pick<Ground, "store" | "identity"> & { readonly mesh: MeshView };

const CREATED = 201;

export function nameHandlers({
  names,
  nameAnswers,
  nameRegister,
  store,
  identity,
  mesh,
}: NameModules): NameHandlers {
  const resolve = async ({ name: asked }: { readonly name: string }) => {
    const found = nameAnswers.resolve(asked);
    if (found.kind === "unknown") {
      throw new ApiError("NOT_FOUND", `nothing is known of ${asked}`, {
        members: { nearest: [...found.nearest] },
      });
    }
    const { view } = found;
    if (found.kind === "ended") {
      throw new ApiError("GONE", `${asked} is ${view.state}`, {
        members: { state: view.state, expires: view.expires, claim: view.claim },
      });
    }
    return preEncoded({
      body: JSON.stringify({ ...view, names: found.names, proof: await nameAnswers.proof(view) }),
    });
  };
  return {
    dnsRegister: async ({ kind, body }, call) => {
      if (kind === "name.commit" && call.principal === null) {
        throw new ApiError(
          "MISSING_KEY",
          "a commitment is signed by nobody, so it needs an API key",
        );
      }
      const { id, claim } = await nameRegister.take(
        kind,
        body as JsonObject,
        call.principal?.owner,
      );
      const view = claim === null ? null : nameAnswers.viewOfClaim(claim);
      return preEncoded({ status: CREATED, body: JSON.stringify({ ...view, id, kind }) });
    },
    dnsResolve: resolve,
    dnsResolveName: resolve,
    dnsLookup: async ({ cid, publicKey, machine, prefix, after, limit }) => {
      if ([cid, publicKey, machine, prefix].every((one) => one === undefined)) {
        throw new ApiError(
          "INVALID_INPUT",
          "give at least one of publicKey, cid, machine and prefix",
        );
      }
      const account = cid === undefined ? null : await store.accounts.byCid(cid);
      const owner = account === null ? publicKey : (account?.publicKey ?? null);
      if (owner === null || (publicKey !== undefined && owner !== publicKey))
        return { names: [], next: null };
      const { found, next } = nameAnswers.lookup({
        limit,
        ...(owner === undefined ? {} : { publicKey: owner }),
        ...(machine === undefined ? {} : { machine }),
        ...(prefix === undefined ? {} : { prefix }),
        ...(after === undefined ? {} : { after }),
      });
      return answered({ names: found.map(shown), next }, []).before(
        next === null ? null : { after: next },
      );
    },
    dnsStatus: async () => {
      const { calcond, book, isWitness, options } = names;
      const counts = book.counts(calcond);
      return {
        address: await names.addresses.of(identity.publicKeyHex),
        net: options.net,
        calcond,
        records: book.set.size,
        names: counts.names,
        conflicts24h: counts.conflicts,
        lastGossipCalcond: mesh.snapshot().lastGossipCalcond,
        stateHash: book.stateHash(),
        witness: isWitness,
        witnesses: options.genesis.witnesses.length,
      };
    },
  };
}

function shown(view: NameView) {
  const { of, needed, seen } = view.witnesses;
  return {
    ...view,
    record: { ...view.record },
    witnesses: { of, needed, seen: seen.map((one) => ({ ...one })) },
  };
}
