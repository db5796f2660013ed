/** All that works on the logs of machines, put together. */
import type { Ground } from "../../ground/ground.js";
import { LogCheckpoints } from "./logCheckpoints.js";
import { LogProofs } from "./logProofs.js";
import { LogValidation } from "./logValidation.js";
import { MachineLog } from "./machineLog.js";

type Modules = Pick<Ground, "crypto" | "deadlines" | "registry" | "sealer" | "spine" | "store">;

export interface LogServices {
  readonly machineLog: MachineLog;
  readonly logCheckpoints: LogCheckpoints;
  readonly logProofs: LogProofs;
  readonly logValidation: LogValidation;
}

export function createLogs(modules: Modules): LogServices {
  const machineLog = new MachineLog(modules);
  const { rowLog } = machineLog;
  return {
    machineLog,
    logCheckpoints: new LogCheckpoints({ ...modules, rowLog }),
    logProofs: new LogProofs({ ...modules, rowLog }),
    logValidation: new LogValidation(modules),
  };
}
