/** `calc stream watch`: the ticks of a channel as they are sealed, as a line of blocks on a terminal. */
import { follow, type Gap, type Tick } from "../../../api/client/follow.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { sparkline } from "../../../api/cli/sparkline.js";
import { openSocket } from "./openSocket.js";
import { daemonPlace } from "../localClient.js";
import { addSecureVerb } from "./streamSecure.js";
import {
  wantsFiles,
  withFileOptions,
  writeSeries,
  type Series,
  type SeriesFiles,
} from "../compute/seriesFile.js";

interface WatchOptions extends SeriesFiles {
  readonly after?: string;
  readonly count?: string;
  readonly sig?: string;
}

/** Values that are kept for the line. */
const KEPT_MAX = 512;
const COLUMNS = 80;
/** Of the line: number, value and unit stand beside the blocks. */
const BESIDE_COLUMNS = 40;

export const streamVerb: Verb = {
  register(program, run) {
    const group = program
      .command("stream")
      .description("Several verbs: calc stream --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const command = withFileOptions(
      group
        .command("watch")
        .description(
          "Ticks of a channel as they are sealed, until interrupted or the channel closes",
        )
        .argument("<channel>", "id of the channel")
        .option("--after <seq>", "begin behind this tick; with those to come unless given")
        .option("--count <n>", "end after so many ticks")
        .option("--sig <signature>", "signature of a link, in the place of a key"),
      "the ticks",
    ).addHelpText(
      "after",
      "\nExample:\n  calc stream watch ch_mfrggzdfmztwq2lknnwg23tpoa --after 0 --json\n",
    );
    addSecureVerb(group, run);
    command.action(async (channel: string) => {
      await run(command, (session) => watch(session, channel, command.opts<WatchOptions>()));
    });
  },
};

function whole(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw usage(`${flag} takes a whole number`);
  return value;
}

async function watch(session: Session, channel: string, asked: WatchOptions): Promise<number> {
  const after = whole("--after", asked.after);
  const count = whole("--count", asked.count) ?? Infinity;
  const { token, url } = await daemonPlace(session.options);
  const stop = new AbortController();
  const shower = new Shower(session);
  const ticks: Tick[] = [];
  const isKept = wantsFiles(asked);
  // What has come until then is written.
  if (isKept) process.once("SIGINT", () => stop.abort());
  let seen = 0;
  const followed = await follow({
    baseUrl: url,
    channel,
    open: openSocket,
    signal: stop.signal,
    triesMax: 3,
    ...(after === undefined ? {} : { after }),
    ...(asked.sig === undefined ? {} : { sig: asked.sig }),
    ...(asked.sig !== undefined || token === undefined ? {} : { key: token }),
    onTick: (tick) => {
      if (seen >= count) return;
      seen += 1;
      if (isKept) ticks.push(tick);
      shower.tick(tick);
      if (seen >= count) stop.abort();
    },
    onGap: (gap) => shower.gap(gap),
  });
  shower.end();
  if (isKept) await writeSeries(session, asked, seriesOf(ticks));
  if (followed.end !== "lost") return EXIT.ok;
  throw lost(followed.reason);
}

/** The reason is the problem of the node where it answered one. */
function lost(reason: string): CliError {
  const [, code = "UNREACHABLE", detail = reason] = /^([A-Z_]+): (.*)$/s.exec(reason) ?? [];
  const exit =
    code === "NOT_FOUND" || code === "CHANNEL_CLOSED"
      ? EXIT.notFound
      : /KEY|SIGNATURE|LINK/.test(code)
        ? EXIT.auth
        : EXIT.unreachable;
  return new CliError(code, exit, detail, "Compare the channel's id and your key.");
}

class Shower {
  readonly #session: Session;
  readonly #values: number[] = [];
  #isDrawn = false;

  constructor(session: Session) {
    this.#session = session;
  }

  tick(tick: Tick): void {
    const { modules, options } = this.#session;
    const { unit, value } = valueOf(tick);
    if (options.json === true || options.field !== undefined) {
      this.#session.print({ ...tick });
      return;
    }
    if (options.quiet === true) return;
    const text = `#${tick.seq} ${value ?? ""} ${unit ?? ""}`.trimEnd();
    if (!modules.isTerminal) {
      modules.out(`${tick.seq}\t${tick.calcond}\t${value ?? ""}\t${unit ?? ""}\n`);
      return;
    }
    this.#values.push(value ?? Number.NaN);
    if (this.#values.length > KEPT_MAX) this.#values.shift();
    const room = Math.max(8, (modules.columns ?? COLUMNS) - BESIDE_COLUMNS);
    this.#isDrawn = true;
    modules.out(`\r\u001b[K${sparkline(this.#values, room)} ${text}`);
  }

  gap({ from, to }: Gap): void {
    this.#session.modules.err(`ticks ${from} to ${to} are not sent any more: calc stream ticks\n`);
  }

  end(): void {
    if (this.#isDrawn) this.#session.modules.out("\n");
  }
}

function seriesOf(ticks: readonly Tick[]): Series {
  const read = ticks.map((tick) => ({ ...tick, ...valueOf(tick) }));
  const unit = read.find((tick) => tick.unit !== null)?.unit ?? "";
  return {
    columns: ["tick", "calcond", "value", "unit"],
    rows: read.map((tick) => [tick.seq, tick.calcond, tick.value, tick.unit]),
    name: "value",
    unit,
    counts: "tick",
    points: read.map((tick) => [tick.seq, tick.value ?? Number.NaN] as const),
  };
}

/** The value of a body that is a number, or a JSON object with a value. */
function valueOf({ body }: Tick): { readonly value: number | null; readonly unit: string | null } {
  try {
    const read: unknown = JSON.parse(body);
    if (typeof read === "number") return { value: read, unit: null };
    const { unit, value }: { readonly unit?: unknown; readonly value?: unknown } = Object(read);
    return {
      value: typeof value === "number" ? value : null,
      unit: typeof unit === "string" ? unit : null,
    };
  } catch {
    // A template of the channel made a text that has no value.
    return { value: null, unit: null };
  }
}
