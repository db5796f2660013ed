/**
 * I15: the logs of machines on a node at rest. Each machine has one from its first row on, and its
 * rows are dense and linked up to the head that is stored, under every checkpoint that was signed.
 */
import type { LifeParts, SimNode } from "../node.js";
import type { World } from "../world.js";

const INVARIANT = "I15";

export async function checkMachines(
  world: World,
  nodes: readonly (readonly [SimNode, LifeParts])[],
): Promise<void> {
  for (const [{ place }, { node, store }] of nodes) {
    const { logValidation } = node.services;
    const { signal } = new AbortController();
    const logs = new Set<string>();
    for await (const [machine, { genesisCalcond, next, owner }] of store.machineLogs.logs()) {
      logs.add(machine);
      const genesis = { machine, owner, genesisCalcond };
      const report = await logValidation.validate(genesis, {
        isStranger: false,
        jobCredits: async () => null,
        signal,
      });
      const { firstBad, rows } = report;
      if (firstBad !== null) {
        const { expected, got, rule, seq } = firstBad;
        world.violate(
          INVARIANT,
          `${place} ${machine} row ${seq}: ${rule}, ${expected} expected, ${got} got`,
        );
      }
      if (rows < next) world.violate(INVARIANT, `${place} ${machine} has ${rows} of ${next} rows`);
    }
    for await (const machine of store.machines.ids())
      if (!logs.has(machine)) world.violate(INVARIANT, `${place} ${machine} has no log`);
  }
}
