import type { NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { CALCOND_SECONDS } from "../../../protocol/kernel/answer.js";
import { instantOf, modulationAt, PULSE_HZ } from "../../../protocol/math/modulation.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { INTERFACE_VERSION, SOFTWARE_VERSION } from "../../../protocol/version.js";
import type { Ground } from "../../ground/ground.js";
import type { MeshView } from "../../mesh/view/meshView.js";

type LivenessHandlers = Pick<NodeHandlers, "health" | "ready" | "pulse">;

interface LivenessServices extends Pick<Ground, "clock" | "readiness"> {
  readonly mesh?: MeshView;
  /** Whether parts of the database are damaged and not restored. */
  readonly isDamaged?: () => boolean;
  /** Whether what is sealed takes long to become durable. */
  readonly isSlow?: () => boolean;
}

export function livenessHandlers({
  clock,
  readiness,
  mesh,
  isDamaged = () => false,
  isSlow = () => false,
}: LivenessServices): LivenessHandlers {
  return {
    health: () => ({ status: "ok", version: INTERFACE_VERSION, software: SOFTWARE_VERSION }),
    ready: () => {
      const reasons = readiness.reasons();
      if (reasons.length > 0) {
        throw new ApiError("NOT_READY", `the node is not ready: ${reasons.join(", ")}`, {
          members: { ready: false, reasons },
        });
      }
      const warnings = [
        ...(isDamaged() ? ["damage"] : []),
        ...(isSlow() ? ["slow_disk"] : []),
        ...(mesh?.source?.diagnosis.warnings() ?? []),
      ];
      // Without peers a node goes on sealing: it is ready, and says what an operator should see to.
      return {
        ready: true,
        reasons: [],
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
    pulse: () => {
      const ns = clock.nowNs();
      const { calcond, phase } = instantOf(ns);
      return {
        calcond,
        phase,
        R_t: modulationAt(phase),
        pulse_hz: PULSE_HZ,
        calcond_ns: Number(CALCOND_NS),
        calcond_sec: 0.777,
        calcond_sec_exact: CALCOND_SECONDS,
        unix_ns: ns.toString(),
      };
    },
  };
}
