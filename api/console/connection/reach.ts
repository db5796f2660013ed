/** Whether the node answers, and whether its console is still the one that this page came with. */
import { signal } from "@preact/signals";
import { API_BASE, ROOT } from "./base.js";

/** `era` grows each time that the node comes back: what failed meanwhile is asked again. */
export const reach = signal({ isAnswering: true, era: 0 });
/** The node serves other files than those of this page: it was upgraded. */
export const isOutdated = signal(false);

const FIRST_MS = 500;
const LONGEST_MS = 5_000;

/** Of this page: its name has the hash of all that it loads. */
function mainScript(): string {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  return script === null ? "" : script.src.slice(script.src.lastIndexOf("/") + 1);
}

/** Asks the node for its page, and looks whether it begins with another script. */
export async function lookForNewer(): Promise<void> {
  const response = await fetch(ROOT, { headers: { accept: "text/html" }, cache: "no-cache" });
  const text = await response.text();
  const isPage = response.ok && /<script[^>]*type="module"/.test(text);
  if (isPage && !text.includes(mainScript())) isOutdated.value = true;
}

function waitFor(ms: number): void {
  setTimeout(() => {
    fetch(`${API_BASE}/api/health`).then(
      () => {
        reach.value = { isAnswering: true, era: reach.value.era + 1 };
        lookForNewer().catch(() => undefined);
      },
      () => waitFor(Math.min(2 * ms, LONGEST_MS)),
    );
  }, ms);
}

/** As `fetch`; a request that nobody answers starts the wait for the node. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (error instanceof TypeError && reach.value.isAnswering) {
      reach.value = { ...reach.value, isAnswering: false };
      waitFor(FIRST_MS);
    }
    throw error;
  }
};
