/** Long work of a verb, ended by the keys or the signal that ends a program. */
import { CliError, EXIT } from "../../api/cli/exitCodes.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * A change that is under way is taken back before the program ends.
 * @throws CliError INTERRUPTED
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of SIGNALS) process.once(name, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    throw new CliError(
      "INTERRUPTED",
      EXIT.interrupted,
      "ended from outside; what was begun was taken back",
      "Run it again.",
    );
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
