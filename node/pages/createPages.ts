/** All that works on hosted pages, put together. */
import type { Clock, Logger } from "../../protocol/ports.js";
import type { Effects } from "../ledger/effects.js";
import type { MachineChanges } from "../machines/machineChanges.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Scheduler } from "../runtime/scheduler.js";
import { PageServes } from "./pageServes.js";
import { PageServing } from "./pageServing.js";
import { Pages, type PageModules } from "./pages.js";

interface Modules extends PageModules {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly scheduler: Scheduler;
  readonly effects: Effects;
  readonly machineChanges: Pick<MachineChanges, "onChanged">;
  readonly log: Logger;
}

export interface PageServices {
  readonly pages: Pages;
  readonly serving: PageServing;
  readonly serves: PageServes;
}

export function createPages(modules: Modules): PageServices {
  const pages = new Pages(modules);
  const serves = new PageServes(modules);
  const serving = new PageServing({ ...modules, pages, serves });
  modules.machineChanges.onChanged((machine) => serving.forget(machine));
  return { pages, serving, serves };
}
