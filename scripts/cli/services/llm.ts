/** `calc llm add` and `calc llm chat`: keys for providers of models, and chats whose numbers have receipts. */
import type { Command } from "commander";
import { keyOption, withKeyOption } from "../../../api/cli/derivedVerb.js";
import { EXIT, usage } from "../../../api/cli/exitCodes.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import type { OutputOf } from "../../../api/contract/definition/operation.js";
import type { nodeOperations } from "../../../api/contract/index.js";
import { processEnvironment } from "../../../config/gathered.js";
import { LLM_BODY_BYTES_MAX } from "../../../protocol/limits.js";

type Answer = OutputOf<typeof nodeOperations.llmChat>;

/** Never a flag: every user of the machine could read it. */
const KEY_ENV = "CALC_LLM_KEY";
const KEY_BYTES_MAX = 4_096;
const RECEIPT_CHARS = 16;

interface AddOptions {
  readonly keyFile?: string;
  readonly label?: string;
  readonly baseUrl?: string;
  readonly idempotencyKey?: string;
}

interface ChatOptions {
  readonly tools?: boolean;
  readonly strict?: boolean;
  readonly system?: string;
  readonly maxTokens?: string;
  readonly credits?: string;
  readonly calls?: string;
}

export const llmVerb: Verb = {
  register(program, run) {
    const group = program.command("llm").description("Several verbs: calc llm --help lists them");
    group.action(() => {
      group.help({ error: true });
    });
    const adding = addCommand(group);
    adding.action(async (provider: string) => {
      await run(adding, (session) => add(session, provider, adding.opts<AddOptions>()));
    });
    const chatting = chatCommand(group);
    chatting.action(async (credential: string, model: string, words: readonly string[]) => {
      await run(chatting, (session) =>
        chat(session, { credential, model, words }, chatting.opts<ChatOptions>()),
      );
    });
  },
};

function addCommand(group: Command): Command {
  return withKeyOption(
    group
      .command("add")
      .description(`Keep a key for a provider of models; it is read from a file or ${KEY_ENV}`)
      .argument("<provider>", "as calc llm providers lists it")
      .option("--key-file <file>", "file with the key as its only line, - for standard input")
      .option("--label <text>", "what it is called in lists")
      .option("--base-url <url>", "of an openai-compatible server"),
  ).addHelpText(
    "after",
    "\nExamples:\n  calc llm add anthropic --key-file key.txt --label lab\n" +
      "  calc llm add openai-compatible --base-url http://127.0.0.1:11434/v1\n",
  );
}

function chatCommand(group: Command): Command {
  return group
    .command("chat")
    .description("Chat with a model; the numbers of its answer name their receipts")
    .argument("<credential>", "id of a credential, or its provider")
    .argument("<model>", "as its provider names it")
    .argument("[words...]", "what is asked; standard input without them")
    .option("--tools", "the model computes with the tools of the node")
    .option("--strict", "withhold numbers that no receipt has; with --tools")
    .option("--system <text>", "what the model is told ahead")
    .option("--max-tokens <n>", "of each answer of the model")
    .option("--credits <n>", "credits that the tools may burn")
    .option("--calls <n>", "calls of tools that the model may make")
    .addHelpText(
      "after",
      '\nExample:\n  calc llm chat groq llama-3.3-70b-versatile "How heavy is 1 m^3 of iron?" --tools\n',
    );
}

async function add(session: Session, provider: string, options: AddOptions): Promise<number> {
  const { baseUrl, keyFile, label } = options;
  const apiKey = await keyOf(session, keyFile);
  if (apiKey === "" && baseUrl === undefined)
    throw usage(
      "there is no key",
      `Give a file with it by --key-file, - for standard input, or set ${KEY_ENV}.`,
    );
  const client = await session.modules.client(session.options);
  return session.show(
    await client.llmCredentialNew(
      {
        provider,
        apiKey,
        ...(label === undefined ? {} : { label }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
      },
      keyOption(options),
    ),
  );
}

async function keyOf({ modules }: Session, file: string | undefined): Promise<string> {
  if (file === undefined) return (processEnvironment().env[KEY_ENV] ?? "").trim();
  const text =
    file === "-"
      ? await modules.readStdin(KEY_BYTES_MAX)
      : await modules.readFile(file, KEY_BYTES_MAX);
  return text.trim();
}

interface Asked {
  readonly credential: string;
  readonly model: string;
  readonly words: readonly string[];
}

async function chat(
  session: Session,
  { credential, model, words }: Asked,
  options: ChatOptions,
): Promise<number> {
  const { modules } = session;
  const asked = words.length > 0 ? words.join(" ") : await modules.readStdin(LLM_BODY_BYTES_MAX);
  if (asked.trim() === "") throw usage("there is no question");
  const client = await modules.client(session.options);
  const { json, field, quiet } = session.options;
  const isRead = json !== true && field === undefined && quiet !== true;
  let last = "";
  const outcome = await client.llmChat(
    {
      credential,
      model,
      messages: [
        ...(options.system === undefined
          ? []
          : [{ role: "system" as const, content: options.system }]),
        { role: "user", content: asked },
      ],
      tools: options.tools === true ? "calc" : "none",
      strict: options.strict === true,
      ...budgetOf(options),
      ...(options.maxTokens === undefined
        ? {}
        : { maxTokens: whole("--max-tokens", options.maxTokens, 1) }),
      stream: isRead,
    },
    {
      onEvent: (event, { text }) => {
        if (event !== "text" || typeof text !== "string") return;
        modules.out(text);
        last = text;
      },
    },
  );
  if (last !== "" && !last.endsWith("\n")) modules.out("\n");
  if (outcome.kind === "problem" || !isRead) return session.show(outcome);
  modules.out(footnotes(outcome.value));
  return EXIT.ok;
}

function budgetOf({ calls, credits }: ChatOptions): {
  readonly budget?: { credits?: number; calls?: number };
} {
  if (calls === undefined && credits === undefined) return {};
  return {
    budget: {
      ...(credits === undefined ? {} : { credits: whole("--credits", credits, 0) }),
      ...(calls === undefined ? {} : { calls: whole("--calls", calls, 0) }),
    },
  };
}

function whole(flag: string, text: string, min: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw usage(`${flag} takes a whole number from ${min}, not ${text}`);
}

/** Which receipt has which number, and which numbers have none. */
export function footnotes({ credits, numbers, steps, usage: used, withheld }: Answer): string {
  const lines: string[] = [];
  const shown = new Set<string>();
  for (const { field, from, receipt, text, unit } of numbers) {
    if (from !== "receipt" || receipt === null) continue;
    const stated = unit === null ? text : `${text} ${unit}`;
    const line = `${stated}: ${field ?? "value"} of receipt ${receipt.slice(0, RECEIPT_CHARS)}`;
    if (shown.has(line)) continue;
    shown.add(line);
    lines.push(`[${shown.size}] ${line}`);
  }
  const bare = numbers.flatMap(({ from, text }) => (from === "receipt" ? [] : [text]));
  if (bare.length > 0) lines.push(`no receipt: ${[...new Set(bare)].join(", ")}`);
  if (withheld > 0) lines.push(`withheld for want of a receipt: ${withheld}`);
  const calls = steps.length === 0 ? "" : `, ${steps.length} calls of tools, ${credits} credits`;
  const tokens = used === null ? "tokens not told" : tokensText(used);
  lines.push(`${tokens}${calls}`);
  return `\n${lines.join("\n")}\n`;
}

function tokensText({ inputTokens, outputTokens }: NonNullable<Answer["usage"]>): string {
  return `${inputTokens} tokens in, ${outputTokens} out`;
}
