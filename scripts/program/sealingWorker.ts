/** What the sealing thread of the joined program begins with. */
import { load } from "./load.js";

load("sealingWorker", import.meta.url);
