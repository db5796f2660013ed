import type { NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { CALCOND_SECONDS } from "../../../protocol/kernel/answer.js";
import {
  FUNCTIONAL_EQUATION,
  KO42_EQUATION,
  MASTER_EQUATION,
} from "../../../protocol/chains/master.js";
import { PULSE_HZ } from "../../../protocol/math/modulation.js";
import { STEP_NAMES } from "../../../protocol/chains/steps.js";
import {
  CALCOND_NS,
  CHAIN_OPERATORS_MAX,
  KO42_ALPHA,
  PARITY_VARIANCE_MAX,
  PRECISION_BOUND,
} from "../../../protocol/limits.js";
import { CONSTANTS } from "../../../protocol/units/constants.js";
import { convertQuantity } from "../../../protocol/units/quantity/index.js";
import {
  ENGINE_VERSION,
  INTERFACE_VERSION,
  KERNEL_VERSION,
  SOFTWARE_VERSION,
} from "../../../protocol/version.js";
import type { Ground } from "../../ground/ground.js";

type KernelHandlers = Pick<NodeHandlers, "convert" | "kernel" | "kernelPrompt" | "sdkMetadata">;

const CALCOND_LABEL = "0.777 s";
const PERIOD = {
  calcondSec: CALCOND_SECONDS,
  calcondNs: Number(CALCOND_NS),
  calcondSecDisplay: CALCOND_LABEL,
};

export function kernelHandlers({ registry }: Pick<Ground, "registry">): KernelHandlers {
  const { total, evaluable, domains } = registry.counters;
  const versions = {
    version: INTERFACE_VERSION,
    kernel_version: KERNEL_VERSION,
    engine_version: ENGINE_VERSION,
    registry_version: registry.registryVersion,
    software_version: SOFTWARE_VERSION,
  };
  return {
    convert: ({ quantity, to }) => {
      const found = convertQuantity(quantity, to);
      if (found.ok) return { ...found.conversion };
      const { message, part } = found;
      throw new ApiError("INVALID_INPUT", message, {
        errors: [{ pointer: `/${part}`, code: "INVALID_INPUT", message }],
      });
    },
    kernel: () => ({
      ...PERIOD,
      ...versions,
      pulse_hz: PULSE_HZ,
      alpha_K: KO42_ALPHA,
      precisionBound: PRECISION_BOUND,
      parityVarianceThreshold: PARITY_VARIANCE_MAX,
      operatorsMax: CHAIN_OPERATORS_MAX,
      equations: { KO42: KO42_EQUATION, master: MASTER_EQUATION, functional: FUNCTIONAL_EQUATION },
      protocol: STEP_NAMES.map((name, i) => ({ step: i + 1, name })),
      codata_year: 2022,
      constants: CONSTANTS.map((constant) => ({ ...constant })),
      operators: { total, evaluable, domains },
    }),
    kernelPrompt: () =>
      preEncoded({
        body: promptText(total, evaluable, domains),
        contentType: "text/markdown; charset=utf-8",
      }),
    sdkMetadata: () => ({
      ...PERIOD,
      ...versions,
      title: "the SDK",
      pulseHz: PULSE_HZ,
      alphaK: KO42_ALPHA,
      precisionBound: PRECISION_BOUND,
      operators: total,
      domains,
    }),
  };
}

function promptText(total: number, evaluable: number, domains: number): string {
  return `# The calc kernel, version ${KERNEL_VERSION}

This node computes physics deterministically. It holds ${total} operators in ${domains} domains, of which ${evaluable} give a
number; the others refuse and say why. The same request gives the same 64 bits on every node.

## How to compute

1. Find an operator: \`calc_operators\` (QUERY /api/operators with \`{"q": "words"}\`).
2. Read what it needs: \`calc_operator_spec\` (\`{"operator": "NM21"}\`). Inputs are plain SI numbers under the listed names or aliases.
3. Compute: \`calc_compute\` with \`{"operators": ["KO42", "NM21"], "inputs": {...}}\`. KO42 stands first and is added when left out; 1 to 3
   other operators may follow, evaluated in order, each result bound to its symbol for the next.
4. Verify: hand the whole answer, unchanged, to \`calc_verify\`.

## How to read an answer

- Look at \`inputError\` first, then at \`refusal\`, then at \`assumed\`. \`value\` is null unless there is one number.
- \`uncertainty\` is a standard uncertainty (k = 1) in \`unit\`. A null \`unit\` names the symbol whose dimension is unknown.
- Never guess an input. e, g, h, R and F have several meanings: ask which one is meant.
- The constants pi, c, G, hbar, k_B, N_A, m_e and eps_0 are never inputs.

## The timebase

The pulse is ${PULSE_HZ} Hz; one calcond is exactly ${CALCOND_NS} ns. \`R_t\` is 1 + ${KO42_ALPHA} sin(2 pi phase) at the instant of the seal: it
stamps when, it is not physics, and it changes no value.

## The seven steps

${STEP_NAMES.map((name, i) => `${i + 1}. ${name}`).join("\n")}
`;
}
