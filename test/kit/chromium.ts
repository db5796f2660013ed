/**
 * Chromium, driven through its pipe: pages are opened, asked, and watched for errors. It is Debian's
 * `chromium` of the path, or the one that CALC_CHROMIUM names; none is ever fetched.
 */
import { once } from "node:events";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { fieldsOf, parseFields, textOf, type Fields } from "./requests.js";

const { CALC_CHROMIUM: PROGRAM = "chromium" } = process.env;
export const hasChromium = spawnSync(PROGRAM, ["--version"], { stdio: "ignore" }).status === 0;
if (!hasChromium) console.log("tests in a browser: skipped, there is no chromium here");

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-pipe",
] as const;
/** Messages end with it. */
const CLOSING_MS = 10_000;
const END = "\0";

export interface Page {
  /** What an expression gives, after its promise. @throws Error with what it threw */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Sets the size of the window, as of a phone. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Errors of its console, of its scripts and of its policies so far. */
  readonly errors: readonly string[];
  /** Origins it asked so far. */
  readonly origins: ReadonlySet<string>;
}

export class Chromium {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<
    number,
    { done: (value: Fields) => void; fail: (why: Error) => void }
  >();
  readonly #pages = new Map<string, (method: string, params: Fields) => void>();
  #calls = 0;

  /** @param profile a directory of its own */
  constructor(profile: string) {
    this.#child = spawn(PROGRAM, [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    this.#child.once("exit", (code) => {
      for (const { fail } of this.#waiting.values()) fail(new Error(`chromium ended: ${code}`));
    });
    let text = "";
    const answers = this.#child.stdio[4];
    if (!(answers instanceof Readable)) throw new TypeError("chromium has no pipe to read");
    answers.setEncoding("utf8").on("data", (part: string) => {
      const messages = `${text}${part}`.split(END);
      text = messages.pop() ?? "";
      for (const message of messages) this.#read(parseFields(message));
    });
  }

  #read(message: Fields): void {
    const { id, method, sessionId } = message;
    if (typeof id === "number") {
      const call = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (message["error"] === undefined) call?.done(fieldsOf(message, "result"));
      else call?.fail(new Error(JSON.stringify(message["error"])));
    } else if (typeof method === "string" && typeof sessionId === "string")
      this.#pages.get(sessionId)?.(method, fieldsOf(message, "params"));
  }

  #call(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    const id = (this.#calls += 1);
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      const requests = this.#child.stdio[3];
      if (!(requests instanceof Writable)) throw new TypeError("chromium has no pipe to write");
      requests.write(
        `${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}${END}`,
      );
    });
  }

  /** Opens a page and waits until it is loaded. */
  async open(url: string): Promise<Page> {
    const created = await this.#call("Target.createTarget", { url: "about:blank" });
    const targetId = textOf(created, "targetId");
    const attached = await this.#call("Target.attachToTarget", { targetId, flatten: true });
    const session = textOf(attached, "sessionId");
    const errors: string[] = [];
    const origins = new Set<string>();
    const loaded = new Promise<void>((resolve) => {
      this.#pages.set(session, (method, params) => {
        if (method === "Page.loadEventFired") resolve();
        if (method === "Network.requestWillBeSent") {
          const { origin, protocol } = new URL(textOf(fieldsOf(params, "request"), "url"));
          if (protocol !== "data:") origins.add(origin);
        }
        const isError =
          method === "Runtime.exceptionThrown" ||
          (method === "Runtime.consoleAPICalled" && params["type"] === "error") ||
          (method === "Log.entryAdded" && fieldsOf(params, "entry")["level"] === "error");
        if (isError) errors.push(JSON.stringify(params));
      });
    });
    for (const domain of ["Page", "Runtime", "Log", "Network"])
      await this.#call(`${domain}.enable`, {}, session);
    await this.#call("Page.navigate", { url }, session);
    await loaded;
    return {
      errors,
      origins,
      evaluate: async (expression) => {
        const answer = await this.#call(
          "Runtime.evaluate",
          { expression, awaitPromise: true, returnByValue: true },
          session,
        );
        if (answer["exceptionDetails"] !== undefined)
          throw new Error(JSON.stringify(answer["exceptionDetails"]));
        return fieldsOf(answer, "result")["value"];
      },
      resize: async (width, height) => {
        const size = { width, height, deviceScaleFactor: 1, mobile: true };
        await this.#call("Emulation.setDeviceMetricsOverride", size, session);
      },
    };
  }

  /** @returns when it is gone and writes no more */
  async close(): Promise<void> {
    this.#child.removeAllListeners("exit");
    const gone = once(this.#child, "exit");
    // Killed, it would leave processes of its own that go on writing for a while.
    const late = setTimeout(() => this.#child.kill("SIGKILL"), CLOSING_MS);
    this.#call("Browser.close").catch(() => this.#child.kill("SIGKILL"));
    await gone;
    clearTimeout(late);
  }
}
