/** The console: the frame that every screen stands in, and which screen that is. */
import { render, type ComponentType } from "preact";
import { useEffect, useErrorBoundary, useState } from "preact/hooks";
import { EngineMark } from "./parts/engineMark.js";
import { Keys } from "./parts/keys.js";
import { catchDrops } from "./files/dropped.js";
import { Pulse } from "./parts/pulse.js";
import { ReachMark } from "./parts/reachMark.js";
import { SessionButton } from "./parts/sessionButton.js";
import { Failed, Loading } from "./parts/states.js";
import { WorkMark } from "./parts/workMark.js";
import { ThemeButton } from "./parts/theme.js";
import { lookForNewer } from "./connection/reach.js";
import { go, Link, place, screenAt, type ScreenProps } from "./connection/router.js";
import { navigation, screens } from "./routes/index.js";
import "./style/tokens.css";
import "./style/app.css";

/** Drawn in the page: a file would be asked for by its address, which a proxy may move. */
function Sign() {
  return (
    <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" />
      <path d="M3.5 9.5c2-6 4 2.5 9-3" />
    </svg>
  );
}

function Rail({ path }: { readonly path: string }) {
  const isHere = (to: string): boolean =>
    to === "/" ? path === "/" || path.startsWith("/ask") : path === to || path.startsWith(`${to}/`);
  // A phone shows the first screens, and all of them at a tap.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <header class={isOpen ? "rail open" : "rail"}>
      <Link to="/" class="brand" label="calc: first page">
        <Sign />
        calc
      </Link>
      <nav aria-label="Screens">
        {navigation.map(({ to, word }) => (
          <Link key={to} to={to} current={isHere(to)}>
            {word}
          </Link>
        ))}
      </nav>
      <button
        type="button"
        class="button plain all"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Fewer" : "All"}
      </button>
    </header>
  );
}

function NoScreen({ path }: { readonly path: string }) {
  return (
    <div class="page">
      <h1>There is no such page</h1>
      <p>
        The console has nothing at <code>{path}</code>. <Link to="/">Go to the first page</Link>.
      </p>
    </div>
  );
}

type Loaded =
  | { readonly key: string; readonly Screen: ComponentType<ScreenProps> }
  | { readonly key: string; readonly failed: string };

function Stage() {
  const { path, query } = place.value;
  const found = screenAt(screens, path);
  const [screen, id] = found ?? [null, ""];
  const key = screen === null ? "" : `${screen.segment}/${screen.hasId ? ":id" : ""}`;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (screen === null) return undefined;
    document.title = screen.segment === "" ? "calc" : `${id === "" ? screen.title : id} · calc`;
    if (loaded?.key === key && "Screen" in loaded) return undefined;
    // A screen that was left before it came must not take the place of the one that is shown.
    let isLeft = false;
    const show = (next: Loaded): void => (isLeft ? undefined : setLoaded(next));
    screen.load().then(
      ({ Screen }) => show({ key, Screen }),
      () => {
        const said = (failed: string): void => show({ key, failed });
        lookForNewer().then(
          () => said("This node has no such file any more. Load the page again."),
          () => said("This screen could not be loaded: the node does not answer."),
        );
      },
    );
    return () => {
      isLeft = true;
    };
  }, [key, id]);
  if (screen === null) return <NoScreen path={path} />;
  if (loaded?.key !== key) return <Loading what={screen.title.toLowerCase()} />;
  if ("failed" in loaded) return <Failed why={loaded.failed} retry={() => location.reload()} />;
  return <loaded.Screen key={key + id} id={id} query={query} />;
}

/** A screen that fails says so, and leaves the others as they are. */
function Bounded() {
  const [error, mend] = useErrorBoundary();
  const { path, query } = place.value;
  useEffect(() => mend(), [path, String(query)]);
  if (error === undefined) return <Stage />;
  const said = error instanceof Error ? error.message : String(error);
  return <Failed why={`This screen failed: ${said}`} retry={mend} />;
}

function Console() {
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Rail path={place.value.path} />
      <div class="stage">
        <aside class="bar" aria-label="Clock and account">
          <Pulse />
          <ReachMark />
          <EngineMark />
          <WorkMark />
          <ThemeButton />
          <SessionButton />
        </aside>
        <main id="main" tabIndex={-1}>
          <Bounded />
        </main>
      </div>
      <Keys navigation={navigation} />
    </div>
  );
}

// The checks of protocol/ are not to try whether they may compile code: the policy reports each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
// As it stands now: another screen would read a relative address of it anew.
for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=icon]"))
  link.setAttribute("href", link.href);
// Keys that come before the page are for its box, and other screens have none.
if (place.value.path !== "/") document.querySelector("#early")?.remove();
catchDrops(() => go("/verify"));
const target = document.getElementById("console");
if (target !== null) render(<Console />, target);
