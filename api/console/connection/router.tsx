/** Screens by the address of the page, without loading it again. */
import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import { addressOf, pathIn } from "./base.js";

export interface Place {
  /** From the page's root. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** What a screen is given. */
export interface ScreenProps {
  /** What stands behind the screen's own segment. */
  readonly id: string;
  readonly query: URLSearchParams;
}

export interface Screen {
  /** First segment of its address; "" for the first page. */
  readonly segment: string;
  /** Whether an id follows it. */
  readonly hasId: boolean;
  readonly title: string;
  readonly load: () => Promise<{ readonly Screen: ComponentType<ScreenProps> }>;
}

/** A word of the rail, with the letter that goes there after `g`. */
export interface Destination {
  readonly to: string;
  readonly word: string;
  readonly letter: string;
}

function here(): Place {
  const url = new URL(location.href);
  return { path: pathIn(url) ?? "/", query: url.searchParams };
}

export const place = signal<Place>(here());

/** @param replace where the step back should not lead to this one */
export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const url = addressOf(to);
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  const before = place.value.path;
  place.value = here();
  if (place.value.path !== before) scrollTo(0, 0);
}

export function screenAt(screens: readonly Screen[], path: string): [Screen, string] | null {
  const [, segment = "", id, ...others] = path.replace(/(.)\/$/, "$1").split("/");
  const found = screens.find(
    (screen) => screen.segment === segment && screen.hasId === (id !== undefined),
  );
  const name = decoded(id ?? "");
  return found === undefined || others.length > 0 || name === null ? null : [found, name];
}

/** Null where a percent sign stands for nothing. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A link to a screen; a click with a modifier is the browser's own. */
export function Link({
  children,
  class: of,
  current,
  label,
  to,
}: {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
}) {
  return (
    <a
      href={addressOf(to)}
      class={of}
      aria-current={current === true ? "page" : undefined}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

addEventListener("popstate", () => {
  place.value = here();
});
