/** `calc health`: one line and an exit code, for probes. Makes nothing. */
import { isNetworkFailure, type Session, type Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { daemonPlace } from "../localClient.js";
import { plainFetch } from "../plainFetch.js";

const TIMEOUT_S = 3;

export const healthVerb: Verb = {
  register(program, run) {
    const command = program
      .command("health")
      .description(
        "Whether the node is ready, in one line: exit code 0 if it is, 1 if it is not, 10 if none " +
          "answers",
      )
      .option("--timeout <seconds>", "how long to wait for an answer", String(TIMEOUT_S))
      .addHelpText("after", "\nExample:\n  calc health --url http://127.0.0.1:8287\n");
    command.action(async () => {
      await run(command, (session) =>
        asked(session, command.opts<{ readonly timeout: string }>().timeout),
      );
    });
  },
};

async function asked(session: Session, timeout: string): Promise<number> {
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= 600)) throw usage(`--timeout takes seconds, not ${timeout}`);
  const { url } = await daemonPlace(session.options);
  const answer = await ready(url, seconds);
  const reasons = isObject(answer) && Array.isArray(answer["reasons"]) ? answer["reasons"] : [];
  const isReady = isObject(answer) && answer["ready"] === true;
  if (session.options.json === true || session.options.field !== undefined)
    session.print({ ready: isReady, reasons, url });
  else if (session.options.quiet !== true)
    session.modules.out(`${isReady ? "ready" : `not ready: ${reasons.join(", ")}`} (${url})\n`);
  return isReady ? EXIT.ok : EXIT.unexpected;
}

async function ready(url: string, seconds: number): Promise<unknown> {
  try {
    const answer = await plainFetch(`${url}/api/ready`, {
      method: "GET",
      headers: {},
      signal: AbortSignal.timeout(seconds * 1_000),
    });
    const said: unknown = JSON.parse(await answer.text());
    return said;
  } catch (error) {
    if (isNetworkFailure(error)) throw error;
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    throw new CliError(
      "UNREACHABLE",
      EXIT.unreachable,
      isLate ? `${url} did not answer in ${seconds} s` : `${url} is no node: ${String(error)}`,
      "calc doctor says what is wrong.",
    );
  }
}
