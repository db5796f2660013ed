/**
 * How an envelope is written, by a table of its members: its core, what is kept of it, and what an
 * answer says behind its own members.
 */
import { flat } from "../encoding/flat.js";
import { CoreWriter, joinCore, type CoreConstants } from "./coreText.js";
import {
  CORE_MEMBERS,
  KEPT_CONTENT,
  namesKept,
  namesOfRun,
  type CoreMembers,
  type EnvelopeCore,
  type KeptAs,
  type KeptContent,
  type Member,
  type RunTexts,
  type SealedRun,
} from "./members.js";

export type KeptChain = Pick<EnvelopeCore, KeptAs<"chain">>;

interface OwnMember {
  readonly key: string;
  /** Its place among the texts of a run, or the content that it is. */
  readonly at: number;
  readonly content: KeptContent | null;
}

export class EnvelopeFormat {
  readonly members: CoreMembers;
  readonly #chain: readonly string[];
  readonly #own: readonly OwnMember[];
  readonly #added: readonly { readonly key: string; readonly at: number }[];
  readonly #whole: CoreWriter;
  readonly #given: readonly Member[];

  constructor(members: CoreMembers = CORE_MEMBERS) {
    const ofRun = namesOfRun(members);
    this.members = members;
    this.#chain = namesKept(members, "chain");
    this.#whole = new CoreWriter(null, members);
    this.#given = ofRun.map((name) => members[name]!);
    this.#own = [...namesKept(members, "own"), ...KEPT_CONTENT].sort().map((name) => ({
      key: `"${name}":`,
      at: ofRun.indexOf(name),
      content: KEPT_CONTENT.find((one) => one === name) ?? null,
    }));
    this.#added = ofRun.flatMap((name, at) =>
      members[name]!.said === "added" ? [{ key: `,"${name}":`, at }] : [],
    );
  }

  coreWriter(constants: CoreConstants): CoreWriter {
    return new CoreWriter(constants, this.members);
  }

  /** Canonical text. @throws CanonicalError as `canonicalize` does */
  coreText(core: EnvelopeCore): string {
    return joinCore(this.#whole.parts(core), core);
  }

  textsOfRun(run: SealedRun): RunTexts {
    return this.#given.map((row) => {
      const value = row.of?.(run);
      return value === undefined ? undefined : row.text(value);
    });
  }

  /** Members kept of a chain: members, each with a comma behind it. */
  keptChain(chain: KeptChain): string {
    const values: Readonly<Record<string, unknown>> = { ...chain };
    return flat(
      this.#chain.map((name) => `"${name}":${this.members[name]!.text(values[name])},`).join(""),
    );
  }

  /** The chain of a window's first envelope, of which the others keep none. */
  chainOf(first: KeptChain): KeptChain {
    const values: Readonly<Record<string, unknown>> = { ...first };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's names are those of the type
    return Object.fromEntries(this.#chain.map((name) => [name, values[name]])) as never;
  }

  /**
   * Members kept with each envelope, without braces.
   * @param content canonical texts; absent for what is left out
   */
  keptOwn(run: RunTexts, content: { readonly [N in KeptContent]?: string | undefined }): string {
    let kept = "";
    for (const own of this.#own) {
      const text = own.content === null ? run[own.at] : content[own.content];
      if (text !== undefined) kept += (kept === "" ? own.key : `,${own.key}`) + text;
    }
    return kept;
  }

  /** What an answer says of a run behind the members that have a place of their own. */
  added(run: RunTexts): string {
    let said = "";
    for (const { key, at } of this.#added) if (run[at] !== undefined) said += key + run[at];
    return said;
  }
}

/** Of this program. */
export const ENVELOPE_FORMAT = new EnvelopeFormat();
