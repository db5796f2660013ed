/** Jobs of the mesh, and work for others. */
import type { Call } from "../../../api/contract/definition/call.js";
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { JOB_CALCONDS_DEFAULT } from "../../../protocol/market/terms.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { resultsMax } from "../../../protocol/market/settle.js";
import type { OrderRequest } from "../orders.js";
import { partsOf, taskOf } from "../parts.js";
import { resultOf, shownJob, shownOrder } from "../shown.js";
import { evidenceOf } from "../evidence.js";
import { asker } from "../../operations/asker.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import type { ComputeServices } from "../../compute/createCompute.js";
import type { Ground } from "../../ground/ground.js";
import type { MarketServices } from "../createMarket.js";
import type { Vaults } from "../../vaults/createVaults.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { ownerOf } from "../../operations/owner.js";
import { nextOffset } from "../../operations/paging.js";
import { columnsInNumbers, inNumbers, withSharedInputs } from "../../operations/quantities.js";
import { requirePlan } from "../../operations/results.js";
import { apart, sweptCard } from "../../compute/operations/sweep.js";

type JobHandlers = Pick<
  NodeHandlers,
  | "jobPrice"
  | "jobOpen"
  | "jobList"
  | "jobGet"
  | "jobResult"
  | "jobCancel"
  | "contributeStart"
  | "contributeStop"
  | "contributeWork"
  | "contributeChallenge"
  | "contributeVerdict"
>;

type JobServices = EffectServices &
  Pick<
    MarketServices,
    | "beacons"
    | "checks"
    | "contributor"
    | "disputes"
    | "jobDocuments"
    | "jobExecution"
    | "jobOrders"
    | "market"
    | "marketBook"
    | "marketVersion"
  > &
  Pick<Vaults, "bonds" | "contribution"> &
  Pick<Ground, "clock" | "crypto" | "identity" | "spine" | "store"> &
  Pick<ComputeServices, "compute"> &
  Pick<WitnessServices, "witnessing">;

type Asked = Parameters<NodeHandlers["jobOpen"]>[0];

export function jobHandlers(services: JobServices): JobHandlers {
  const { jobOrders, market, marketBook, marketVersion, store } = services;
  return {
    jobPrice: async (asked, call) => {
      const order = await orderRequest(services, asked, call);
      const credits = order.parts.reduce((sum, part) => sum + part.credits, 0);
      const offering = [...marketBook.offers.values()].filter(
        ({ node, offer }) =>
          offer.open && offer.engine_version === marketVersion && !marketBook.withheld.has(node),
      );
      return {
        credits,
        results: resultsMax(order),
        locked: credits * resultsMax(order),
        parts: order.parts.length,
        contributors: offering.length,
      };
    },
    jobOpen: async (asked, call) => {
      ownerOf(call);
      const effect = effectOf(services, call, nodeOperations.jobOpen);
      const order = await orderRequest(services, asked, call);
      return effect.run(jobOrders.open(order), shownJob);
    },
    jobList: async (page, call) => {
      const ids = await store.market.ordersOf(ownerOf(call));
      const found = await Promise.all(
        ids.slice(page.offset, page.offset + page.limit).map((id) => store.market.order(id)),
      );
      const jobs = found.filter((one) => one !== undefined).map(shownJob);
      return answered({ jobs, total: ids.length }, []).before(nextOffset(page, ids.length));
    },
    jobGet: async ({ id }, call) =>
      shownOrder(services, await orderOf(services, id, call), market.calcond),
    jobResult: async ({ id }, call) =>
      resultOf(services, await orderOf(services, id, call), market.calcond),
    jobCancel: ({ id }, call) =>
      effectOf(services, call, nodeOperations.jobCancel).run(
        jobOrders.cancel(ownerOf(call), id),
        shownJob,
      ),
    ...workHandlers(services),
  };
}

function workHandlers(
  services: JobServices,
): Pick<
  JobHandlers,
  | "contributeStart"
  | "contributeStop"
  | "contributeWork"
  | "contributeChallenge"
  | "contributeVerdict"
> {
  const { bonds, contribution, contributor, disputes, effects } = services;
  return {
    contributeStart: async ({ share }, call) => {
      const account = ownerOf(call);
      await bonds.checkBonded(account);
      const { fact } = contributor;
      if (fact !== null && fact.account !== account && call.principal?.unlimited !== true)
        if ((await contribution.mode(fact.account)) === "contributing")
          throw new ApiError(
            "CONFLICT",
            "another account of this node contributes; it stops first, or the operator takes its place",
          );
      await contributor.start({ account, sharePct: share });
      await effects.run(contribution.set(account, "contributing"));
      return workOf(services, account);
    },
    contributeStop: async (_input, call) => {
      const account = ownerOf(call);
      await effects.run(contribution.set(account, "idle"));
      return workOf(services, account);
    },
    contributeWork: (_input, call) => workOf(services, ownerOf(call)),
    contributeChallenge: async (asked, call) => ({
      challenge: await disputes.challenge({ account: ownerOf(call), ...asked }),
    }),
    contributeVerdict: ({ challenge }) => evidenceOf(services, challenge),
  };
}

export type WorkServices = Pick<Vaults, "bonds" | "contribution"> &
  Pick<MarketServices, "contributor" | "marketBook" | "marketVersion"> &
  Pick<Ground, "identity">;

/** What a node does for others under the bond of an account, and what came of it. */
export async function workOf(services: WorkServices, account: string) {
  const { bonds, contribution, contributor, identity, marketBook, marketVersion } = services;
  const { publicKeyHex } = identity;
  const { bonds: held } = await bonds.status(account);
  return {
    mode: await contribution.mode(account),
    ...contributor.figures(),
    days: contributor.earnedByDay().map((one) => ({ ...one })),
    offered: marketBook.offers.get(publicKeyHex)?.offer.open ?? false,
    engineVersion: marketVersion,
    stake: held.reduce((sum, { envelopes }) => sum + envelopes.length, 0),
    withheld: marketBook.withheld.get(publicKeyHex) ?? null,
  };
}

async function orderOf({ store }: Pick<JobServices, "store">, id: string, call: Call) {
  const order = await store.market.order(id);
  if (order === undefined || order.account !== ownerOf(call))
    throw new ApiError("NOT_FOUND", `you have no job ${id}`);
  return order;
}

async function orderRequest(
  { compute, jobExecution, market, marketVersion }: JobServices,
  asked: Asked,
  call: Call,
): Promise<OrderRequest> {
  const { class: kind, deadline = JOB_CALCONDS_DEFAULT, k } = asked;
  // Nodes and hashes see numbers in SI alone, whatever the caller wrote.
  const task = taskOf(askedInSI(compute, asked) as JsonObject);
  const now = market.calcond;
  return {
    account: call.principal?.owner ?? "",
    isOperator: call.principal?.unlimited === true,
    chain: task.chain,
    class: kind,
    k: kind === "economy" ? 2 : k,
    engineVersion: marketVersion,
    createdCalcond: now,
    deadline: now + deadline,
    parts: await partsOf(jobExecution, task, asker(call)),
  };
}

/** The task with inputs and columns in SI, by the grammar and code of what is computed here. */
function askedInSI(compute: JobServices["compute"], asked: Asked): Asked {
  const { columns, grid, inputs, operators, solver, uncertainties } = asked;
  if (columns === undefined && operators !== undefined && isWritten(inputs)) {
    const plan = requirePlan(compute.plan(operators));
    return { ...asked, inputs: inNumbers(plan, { inputs }, false).inputs };
  }
  // What does not go together is refused where the job is read.
  if (columns === undefined || (operators === undefined) === (solver === undefined)) return asked;
  if (operators !== undefined) {
    const plan = requirePlan(compute.plan(operators));
    const { inputs: shared, ...others } = asked;
    const all = withSharedInputs(columns, shared);
    return { ...others, ...columnsInNumbers(plan, all, uncertainties, grid) };
  }
  const { shared, ...read } = apart(sweptCard(solver!), columns, inputs);
  return { ...asked, ...read, ...(shared === undefined ? {} : { inputs: shared }) };
}

/** Inputs of which one at least is a text; a solver reads those of its body itself. */
function isWritten(inputs: Asked["inputs"]): inputs is Readonly<Record<string, number | string>> {
  const values = Object.values(inputs ?? {});
  return (
    values.some((value) => typeof value === "string") &&
    values.every((value) => typeof value === "string" || typeof value === "number")
  );
}
