/** Laws that join: told, or sealed as one chain. */
import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import type { OutputOf } from "../../../api/contract/definition/operation.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { timelessMembers } from "../../../protocol/kernel/answer.js";
import type { KernelValue } from "../../../protocol/chains/result.js";
import { stepsOf } from "../../../protocol/chains/steps.js";
import { chainOf } from "../../../protocol/derivation/computed.js";
import type { Derived } from "../../../protocol/derivation/derive.js";
import { quoteClosedForm } from "../../../protocol/economy/price.js";
import { DOMAIN_OPERATORS_MAX } from "../../../protocol/limits.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
import type { DeriveRequest } from "../../../protocol/derivation/question.js";
import type { UnitValue } from "../../../protocol/units/index.js";
import { unsealed } from "../../ledger/paidStep.js";
import { after } from "../../runtime/after.js";
import type { Visibility } from "../../../storage/records/records.js";
import { asker, payer } from "../../operations/asker.js";
import { besideIn, wantedUnit } from "../../operations/quantities.js";
import { requirePlan } from "../../operations/results.js";
import { joinedMembers } from "../../sealing/draft.js";
import type { ComputeModules } from "./compute.js";
import { keptBeside, payerOf, sealedFields, sealOptions, visibilityOf } from "./sealing.js";
import type { Ground } from "../../ground/ground.js";

type DeriveHandlers = Pick<NodeHandlers, "derive" | "deriveSealed">;
type Sealed = OutputOf<typeof nodeOperations.deriveSealed>;
type Unanswered = Exclude<Derived, { status: "answer" }>;

export function deriveHandlers(
  services: ComputeModules & Pick<Ground, "registry">,
): DeriveHandlers {
  const { evaluator, registry } = services;
  return {
    derive: async (asked, call) => {
      const wanted = wantedUnit(asked.wanted.unit);
      const derived = await evaluator.derive(asked, asker(call));
      if (derived.status !== "answer") return unanswered(derived);
      return {
        ...membersOf(derived.kernel),
        laws: [...derived.laws],
        registry_version: registry.registryVersion,
        engine_version: ENGINE_VERSION,
        ...(wanted === null ? {} : { in_unit: besideIn(derived.kernel, wanted) }),
      };
    },
    deriveSealed: ({ visibility, ...request }, call) =>
      sealedDerivation(services, request, visibility, call),
  };
}

/** A derivation, sought or stated, sealed as one chain. */
export function sealedDerivation(
  services: ComputeModules & Pick<Ground, "registry">,
  request: DeriveRequest,
  asked: Visibility | undefined,
  call: Call,
): ReturnType<DeriveHandlers["deriveSealed"]> {
  const { compute, evaluator, paidSteps } = services;
  const paying = payerOf(call);
  const by = payer(call);
  const wanted = wantedUnit(request.wanted.unit);
  return paidSteps.run<Sealed | PreEncoded<Sealed>>({
    payer: paying,
    by,
    prices: [quoteClosedForm(DOMAIN_OPERATORS_MAX)],
    work: () =>
      after(evaluator.derive(request, by), (derived) => {
        if (derived.status !== "answer") return unsealed<Sealed>(unanswered(derived));
        const { derivation, kernel, laws } = derived;
        const plan = requirePlan(compute.plan(chainOf(laws)));
        const beside = besideText(kernel, wanted);
        return {
          prices: [plan.quote],
          commit: (payment) =>
            after(visibilityOf(services, paying.account, asked), (visibility) => {
              const kept = keptBeside(services, call, beside);
              const options = { payment, visibility, shape: call.shape, kept };
              return compute
                .sealDerivation(plan, derivation, kernel, sealOptions(services, call, options))
                .then(({ body, sealed }) => encoded(body, sealed, beside, call));
            }),
        };
      }),
  });
}

/** The members of an answer that is not sealed. */
function membersOf(kernel: KernelValue): Record<string, unknown> & { readonly value: number } {
  const read = parseJson(`{${timelessMembers(kernel)}}`);
  if (!read.ok) throw new Error("the members of an answer are no JSON");
  const members = Object.fromEntries(Object.entries(read.value as object));
  return { ...members, value: kernel.value, protocol: [...stepsOf(kernel.facts)] };
}

function besideText(kernel: KernelValue, wanted: UnitValue | null): string | null {
  return wanted === null ? null : JSON.stringify({ in_unit: besideIn(kernel, wanted) });
}

function encoded(
  body: string | Uint8Array,
  isSealed: boolean,
  beside: string | null,
  { shape }: Call,
): PreEncoded<Sealed> {
  const headers = sealedFields(isSealed);
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  return preEncoded({
    body: beside === null ? text : joinedMembers(beside, text),
    headers,
    shaped: shape !== null,
  });
}

/** @throws ApiError for what cannot be a question */
function unanswered(derived: Unanswered) {
  switch (derived.status) {
    case "asked": {
      const { alternatives, reason } = derived;
      return {
        value: null,
        refusal: { kind: "ambiguous", message: reason },
        asked: { reason, alternatives: alternatives.map(shown) },
      };
    }
    case "lacking":
      return {
        value: null,
        refusal: { kind: "missing-input", message: derived.message },
        further: derived.further.map(({ inputs, laws, supposes }) => ({
          inputs: inputs.map((one) => ({ ...one })),
          laws: [...laws],
          supposes: [...supposes],
        })),
      };
    case "refused":
      return { value: null, refusal: { kind: "no-derivation", message: derived.message } };
    case "invalid":
      throw new ApiError("INVALID_INPUT", derived.message);
    default:
      return derived satisfies never;
  }
}

function shown({
  assumes,
  laws,
  steps,
  supposes,
  unit,
  value,
}: Extract<Derived, { status: "asked" }>["alternatives"][number]) {
  return {
    laws: [...laws],
    value,
    unit,
    steps: steps.map((one) => ({ ...one })),
    supposes: [...supposes],
    assumes: [...assumes],
  };
}
