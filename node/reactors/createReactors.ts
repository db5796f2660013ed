/** All that works on reactors, put together. */
import type { Accounts } from "../accounts/accounts.js";
import type { Effects } from "../ledger/effects.js";
import type { PaidSteps } from "../ledger/paidStep.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import { Reactors, type ReactorModules } from "./reactors.js";
import { Steps } from "./steps.js";
import { Trajectories } from "./trajectory.js";
import { Waiting } from "./waiting.js";

interface Modules extends ReactorModules {
  readonly effects: Effects;
  readonly paidSteps: PaidSteps;
  readonly accounts: Accounts;
  readonly scheduler: Scheduler;
  readonly spine: Pick<OwnSpine, "author" | "net">;
}

export interface ReactorServices {
  readonly reactors: Reactors;
  readonly steps: Steps;
  readonly trajectories: Trajectories;
  /** Those who wait for a step. */
  readonly waiting: Waiting;
}

export function createReactors(modules: Modules): ReactorServices {
  const reactors = new Reactors(modules);
  const steps = new Steps({ ...modules, reactors });
  const waiting = new Waiting(modules.scheduler);
  const tell = (id: string): void => waiting.tell(id);
  steps.listen(tell);
  reactors.onClosed(tell);
  return { reactors, steps, waiting, trajectories: new Trajectories(modules) };
}
