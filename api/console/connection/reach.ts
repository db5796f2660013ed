/** Whether the node answers, and whether its console is still the one that this page came with. */
import { signal } from "@preact/signals";
import { API_BASE, ROOT } from "./base.js";

/** `era` grows each time that the node comes back: what failed meanwhile is asked again. */
export const reach = signal({ isAnswering: true, era: 0 });
/** When the node answered last, by the clock of the page. */
let lastSeen = Date.now();
export const lastSeenAt = (): number => lastSeen;
/** The node serves other files than those of this page: it was upgraded. */
export const isOutdated = signal(false);

const FIRST_MS = 500;
const LONGEST_MS = 5_000;
/** A node that is silent for so long is asked whether it is there. */
const QUIET_MS = 1_000;
/** One that has not answered by then is taken for away: it may be stopped, and hold its sockets. */
const PATIENCE_MS = 5_000;

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

function health(): Promise<Response> {
  return fetch(`${API_BASE}/api/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
}

function lost(): void {
  if (!reach.value.isAnswering) return;
  reach.value = { ...reach.value, isAnswering: false };
  waitFor(FIRST_MS);
}

/** Asks while somebody looks and nothing else does. */
async function watch(): Promise<void> {
  const isDue = document.visibilityState === "visible" && Date.now() - lastSeen >= QUIET_MS;
  if (isDue && reach.value.isAnswering)
    await health().then(() => {
      lastSeen = Date.now();
    }, lost);
  setTimeout(() => void watch(), QUIET_MS);
}
void watch();

function waitFor(ms: number): void {
  setTimeout(() => {
    health().then(
      () => {
        lastSeen = Date.now();
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
    const response = await fetch(input, init);
    lastSeen = Date.now();
    return response;
  } catch (error) {
    if (error instanceof TypeError) lost();
    throw error;
  }
};
