/** `calc` of a node that lies in the last bit of what it computes for others, and in nothing else. */
import { main } from "../../scripts/cli/main.js";
import { JobExecution } from "../../node/market/execution.js";

const honest = Reflect.get(JobExecution.prototype, "run");

Reflect.set(
  JobExecution.prototype,
  "run",
  async function lying(this: JobExecution, ...call: Parameters<typeof honest>) {
    const document = await Reflect.apply(honest, this, call);
    if (!("kernel" in document.computed)) return document;
    const { kernel } = document.computed;
    if (!("value" in kernel) || typeof kernel.value !== "number") return document;
    const value = kernel.value * (1 + Number.EPSILON);
    return { ...document, computed: { ...document.computed, kernel: { ...kernel, value } } };
  },
);

await main();
