/** `calc` of a node that lies in the last bit of what it computes for others, and in nothing else. */
import { main } from "../../scripts/cli/main.js";
import { JobExecution } from "../../node/market/execution.js";

const honest = Reflect.get(JobExecution.prototype, "run");

Reflect.set(
  JobExecution.prototype,
  "run",
  async function lying(this: JobExecution, ...wish: Parameters<typeof honest>) {
    const made = await Reflect.apply(honest, this, wish);
    if (!("kernel" in made.computed)) return made;
    const { kernel } = made.computed;
    if (!("value" in kernel) || typeof kernel.value !== "number") return made;
    const value = kernel.value * (1 + Number.EPSILON);
    return { ...made, computed: { ...made.computed, kernel: { ...kernel, value } } };
  },
);

await main();
