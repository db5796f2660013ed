/** The page's own engine, asked from a test: the thread that every screen asks. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type { ConformanceCase } from "../../protocol/conformance/conformanceCase.js";

const FILES = fileURLToPath(new URL("../../console/", import.meta.url));

/** A question of the corpus as the page has it. */
function questionOf({ request }: ConformanceCase): Readonly<Record<string, unknown>> {
  const { solve_for: solveFor, ...rest } = { solve_for: undefined, ...request };
  return solveFor === undefined ? rest : { ...rest, solveFor };
}

/**
 * Cases whose value has other bits in the page, or a value where a refusal is expected; none where
 * all is well. The page has to be one of the node.
 */
export async function differencesInPage(
  page: Page,
  cases: readonly ConformanceCase[],
): Promise<readonly string[]> {
  const [worker] = readdirSync(FILES).filter((name) => /^worker-.*\.js$/.test(name));
  const asked = cases.map((one) => ({
    id: one.id,
    question: questionOf(one),
    bits: "refusal" in one.expect ? null : one.expect.value_bits,
  }));
  const found: unknown = await page.evaluate(`(async (asked) => {
    const worker = new Worker("/console/${worker}", { type: "module", name: location.origin });
    const waiting = new Map();
    worker.onmessage = ({ data }) => waiting.get(data.id)(data);
    const told = asked.map(({ question }, id) => new Promise((done) => {
      waiting.set(id, done);
      worker.postMessage({ id, name: "evaluate", given: [question] });
    }));
    const answers = await Promise.all(told);
    worker.terminate();
    return asked.flatMap(({ bits, id }, i) => {
      const { failed, value } = answers[i];
      const own = failed ?? (value.status === "value" ? value.bits : null);
      return own === bits ? [] : [id + ": " + own + " instead of " + bits];
    });
  })(${JSON.stringify(asked)})`);
  return Array.isArray(found) ? found.map(String) : ["the page gave no list"];
}
