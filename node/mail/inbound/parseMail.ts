/** A message in the format of SMTP (RFC 5322 and MIME), read within bounds. */
import PostalMime, { type Address, type Email } from "postal-mime";
import { mendTextDecoder } from "../../runtime/textDecoder.js";
import { mendHeaders } from "./mendHeaders.js";

// The parser makes its decoders when it first needs each.
mendTextDecoder();

export const INBOUND_BYTES_MAX = 16 * 1024 * 1024;
export const MIME_DEPTH_MAX = 16;
export const MIME_PARTS_MAX = 256;
const HEADER_BYTES_MAX = 256 * 1024;
/** Lines that may begin a part, where not every boundary is known. */
const DASHES_MAX = 100_000;
const NAME_CHARS_MAX = 200;

export type InboundFault = "too-large" | "too-many-parts" | "too-deep" | "unreadable";

export class InboundError extends Error {
  readonly fault: InboundFault;

  constructor(fault: InboundFault, why: string, cause?: unknown) {
    super(why, { cause });
    this.fault = fault;
  }
}

export interface InboundPerson {
  readonly name: string;
  readonly address: string;
}

export interface InboundFile {
  readonly name: string;
  readonly type: string;
  readonly contentId: string | null;
  readonly bytes: Uint8Array;
}

export interface InboundMail {
  readonly from: InboundPerson | null;
  readonly to: readonly InboundPerson[];
  readonly cc: readonly InboundPerson[];
  readonly subject: string;
  readonly messageId: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly files: readonly InboundFile[];
}

const BOUNDARY = /boundary\s*=\s*(?:"([^"\\\r\n]{1,200})"|([^\s";\\]{1,200}))/gi;
const MENTIONED = /boundary/gi;
const DASH_LINE = /^--([^\r\n]{0,210})/gm;

/**
 * Counts the parts before anything is made of them: a part costs a thousand times its line.
 * @returns the boundaries that are declared
 * @throws InboundError
 */
function checkParts(bytes: Uint8Array): ReadonlySet<string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const lines = text.match(DASH_LINE) ?? [];
  const declared = [...text.matchAll(BOUNDARY)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const names = new Set(declared);
  if (lines.length <= MIME_PARTS_MAX) return names;
  const tooMany = (): never => {
    throw new InboundError("too-many-parts", `a message has at most ${MIME_PARTS_MAX} parts`);
  };
  if (lines.length > DASHES_MAX) tooMany();
  const mentioned = text.match(MENTIONED)?.length ?? 0;
  // A boundary that is written otherwise could be any of the lines.
  if (declared.length !== mentioned || declared.length > MIME_PARTS_MAX) tooMany();
  let parts = 0;
  for (const line of lines) {
    const name = line.slice(2).trimEnd();
    if (names.has(name) || names.has(name.replace(/--$/, ""))) parts += 1;
  }
  if (parts > 2 * MIME_PARTS_MAX) tooMany();
  return names;
}

/** @throws InboundError */
export async function parseMail(bytes: Uint8Array): Promise<InboundMail> {
  if (bytes.length > INBOUND_BYTES_MAX)
    throw new InboundError("too-large", `a message has at most ${INBOUND_BYTES_MAX} bytes`);
  const boundaries = checkParts(bytes);
  let email: Email;
  try {
    email = await PostalMime.parse(mendHeaders(bytes, boundaries), {
      attachmentEncoding: "arraybuffer",
      // Another message within this one is a file, whoever opens it.
      forceRfc822Attachments: true,
      maxHeadersSize: HEADER_BYTES_MAX,
      maxNestingDepth: MIME_DEPTH_MAX,
      maxRfc822NestingDepth: 0,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const fault = /nesting depth/.test(why) ? "too-deep" : "unreadable";
    throw new InboundError(fault, why, error);
  }
  if (email.attachments.length > MIME_PARTS_MAX)
    throw new InboundError("too-many-parts", `a message has at most ${MIME_PARTS_MAX} parts`);
  return {
    from: people(email.from === undefined ? [] : [email.from])[0] ?? null,
    to: people(email.to ?? []),
    cc: people(email.cc ?? []),
    subject: email.subject ?? "",
    messageId: email.messageId ?? null,
    text: email.text ?? null,
    html: email.html ?? null,
    files: email.attachments.map(({ content, contentId, filename, mimeType }) => ({
      name: (filename ?? "attachment").slice(0, NAME_CHARS_MAX),
      type: mimeType,
      contentId: contentId?.replace(/^<|>$/g, "") ?? null,
      bytes: typeof content === "string" ? Buffer.from(content, "utf8") : new Uint8Array(content),
    })),
  };
}

/** Those of groups among them. */
function people(given: readonly Address[]): readonly InboundPerson[] {
  return given.flatMap((one) =>
    (one.group ?? [one]).flatMap(({ address, name }) =>
      address === undefined ? [] : [{ name: name.slice(0, NAME_CHARS_MAX), address }],
    ),
  );
}
