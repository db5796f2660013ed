/** Keys for all screens: `/` for the box, `g` and a letter for a page, `?` for this list. */
import { useEffect, useRef, useState } from "preact/hooks";
import { go, type Destination } from "../connection/router.js";

const WAIT_MS = 1_200;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Rows of buttons and lists of links, where arrows lead from one to the next. */
const GROUPS = "[role=group].buttons, nav, ul.list, ul.gallery";
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** @returns whether an arrow led to another one of its group */
function stepped({ key, target }: KeyboardEvent): boolean {
  const step = STEPS[key];
  if (step === undefined || !(target instanceof Element)) return false;
  const items = [
    ...(target.closest(GROUPS)?.querySelectorAll<HTMLElement>("a[href], button:enabled") ?? []),
  ];
  const at = items.findIndex((one) => one === target);
  const next = at < 0 ? undefined : items[at + step];
  next?.focus();
  return next !== undefined;
}

/** Focuses the search of the screen, or goes to the box. */
function toBox(): void {
  const box = document.querySelector<HTMLElement>("[data-box]");
  if (box === null) go("/");
  else box.focus();
}

export function Keys({ navigation }: { readonly navigation: readonly Destination[] }) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    let wentAt = 0;
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (stepped(event)) event.preventDefault();
      else if (event.key === "/") {
        event.preventDefault();
        toBox();
      } else if (event.key === "?") setOpen(true);
      else if (event.key === "g") wentAt = Date.now();
      else if (Date.now() - wentAt < WAIT_MS) {
        const found = navigation.find(({ letter }) => letter === event.key);
        if (found !== undefined) go(found.to);
        wentAt = 0;
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [navigation]);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog ref={dialog} onClose={() => setOpen(false)} aria-label="Keys">
      <div class="page">
        <h2>Keys</h2>
        <dl class="facts">
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>to the box, or the search of a screen</dd>
          {navigation.map(({ letter, word }) => (
            <>
              <dt key={letter}>
                <kbd>g</kbd> <kbd>{letter}</kbd>
              </dt>
              <dd>{word}</dd>
            </>
          ))}
          <dt>
            <kbd>↑</kbd> <kbd>↓</kbd>
          </dt>
          <dd>along a list, a table or a row of buttons</dd>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>this list</dd>
        </dl>
        <form method="dialog">
          <button class="button">Close</button>
        </form>
      </div>
    </dialog>
  );
}
