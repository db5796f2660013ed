/** Colours of the page for canvases, which no style sheet reaches. */
import { useEffect, useState } from "preact/hooks";

export function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
}

/** Counts up when the page turns light or dark: what depends on it draws again. */
export function useTheme(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const changed = (): void => setTurn((now) => now + 1);
    const system = matchMedia("(prefers-color-scheme: dark)");
    const own = new MutationObserver(changed);
    own.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    system.addEventListener("change", changed);
    return () => {
      own.disconnect();
      system.removeEventListener("change", changed);
    };
  }, []);
  return turn;
}

/** Lines of a plot, told apart by their dashes as well. */
export const LINES = ["accent", "warn", "note", "good", "bad", "soft"] as const;
export const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
