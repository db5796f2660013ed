/**
 * The one table of buckets. A key is the bucket's number in one byte, then the key's parts. A
 * number is never used again: one that is given up moves to `retiredBuckets`.
 */
import type { Bucket } from "../kv/bucket.js";
import {
  bytesValue,
  hexKey,
  jsonValue,
  pairKey,
  textKey,
  textValue,
  uint16Key,
  uint64Key,
} from "../kv/codecs.js";
import type { KeyCodec, ValueCodec } from "../kv/codecs.js";
import { answersKey, answersValue } from "./answerRecords.js";
import type { Program } from "../../protocol/contracts/index.js";
import type { ContractProgress, ContractRecord } from "./contractRecords.js";
import { dueKey } from "./dueRecords.js";
import type {
  DisputeRecord,
  JobOrderRecord,
  MarketEventRecord,
  WorkRecord,
} from "./marketRecords.js";
import type { MachineRecord, SessionRecord } from "./identityRecords.js";
import type { CredentialRecord, CredentialUse } from "./llmRecords.js";
import type { LogHeadRecord } from "./logRecords.js";
import { publicPlaceValue, snapshotValue } from "./projections.js";
import type { ProjectionRecord } from "./projections.js";
import { balanceValue, chargeValue, type LedgerHead } from "./ledgerRecords.js";
import { eventValue, placeValue, positionsValue, windowValue } from "./records.js";
import type {
  AccountRecord,
  AnnouncementRecord,
  ClaimsRecord,
  EnvelopeChain,
  EventPlace,
  EvidenceRecord,
  FieldPlace,
  HeldReceipt,
  KeyRecord,
  NameEventRecord,
  PeerRecord,
  PeerRuleRecord,
  SpineTip,
  SweptRowRecord,
} from "./records.js";
import type {
  AccountClaimRecord,
  ClaimRecord,
  PaceRecord,
  RowBytesRecord,
  VainWorkRecord,
} from "./workRecords.js";
import {
  storedMessageValue,
  type MailAccountRecord,
  type KnownAddressRecord,
  type MailBlobRecord,
  type MailEntryRecord,
  type MailOfferRecord,
  type MailOrderRecord,
  type MailPlace,
  type MailSentRecord,
  type MailStateRecord,
  type MailWrapRecord,
} from "./mailRecords.js";
import type { PageCommitRecord, PageRecord } from "./pageRecords.js";
import type { ReactorProgress, ReactorRecord, ReactorStepRecord } from "./reactorRecords.js";
import type { ChannelRecord, ChannelState, TickRecord } from "./streamRecords.js";
import type { CosignedRecord } from "./witnessRecords.js";
import type {
  MovedTokenRecord,
  TransferSaidRecord,
  TransferEventRecord,
  TransferInRecord,
  TransferOutRecord,
} from "./transferRecords.js";
import { countsValue } from "./vault/counts.js";
import type { VaultHead } from "./vault/head.js";
import { leafValue } from "./vault/leaf.js";
import type { BondRecord, OfferRecord } from "./vault/records.js";

export type { Bucket };

function bucket<K, V>(
  number: number,
  name: string,
  key: KeyCodec<K>,
  value: ValueCodec<V>,
): Bucket<K, V> {
  return { number, name, key, value };
}

const announcement = jsonValue<AnnouncementRecord>(["calcond", "id", "text"]);
/** 32 bytes as 64 hex digits: ids, hashes and public keys. */
const hash = hexKey(32);

export const buckets = {
  /** Named facts about the store itself. */
  meta: bucket(1, "meta", textKey, textValue),
  /** (author, seq) -> header and signature. */
  ev: bucket(2, "ev", pairKey(hash, uint64Key), eventValue),
  /** Body hash -> canonical JSON of an event's body. */
  body: bucket(3, "body", hash, textValue),
  /** Event id -> its place. */
  id: bucket(4, "id", hash, jsonValue<EventPlace>(["author", "seq"])),
  /** Author -> head of the spine. */
  tip: bucket(5, "tip", hash, jsonValue<SpineTip>(["seq", "id", "calcond", "edge"])),
  /** Full tiles of an author's event tree: (author, path) -> hashes. */
  tile: bucket(6, "tile", pairKey(hash, textKey), bytesValue),
  /** Seq of the own `seal` event -> all envelopes under it. */
  env: bucket(7, "env", uint64Key, windowValue),
  /** Receipt id -> window and index. */
  rcpt: bucket(8, "rcpt", hash, placeValue),
  /** (account, window) -> positions of that account's envelopes in it. */
  own: bucket(9, "own", pairKey(textKey, uint64Key), positionsValue),
  /** The end of the chain of envelopes, under the fixed name `head`. */
  chain: bucket(10, "chain", textKey, jsonValue<EnvelopeChain>(["count", "last", "calcond", "ns"])),
  acct: bucket(
    11,
    "acct",
    textKey,
    jsonValue<AccountRecord>([
      "account",
      "cid",
      "publicKey",
      "plan",
      "createdCalcond",
      "visibility",
    ]),
  ),
  /** Identity digest -> account. */
  cid: bucket(12, "cid", hexKey(16), textValue),
  /** sha256 of an API key -> what it may do; the key itself is never kept. */
  key: bucket(
    13,
    "key",
    hash,
    jsonValue<KeyRecord>(["account", "prefix", "purpose", "createdCalcond", "revokedCalcond"]),
  ),
  /** (account, sha256 of the key) -> its prefix. */
  keyacct: bucket(14, "keyacct", pairKey(textKey, hash), textValue),
  /** Peer id -> where it was last reached. */
  peer: bucket(16, "peer", textKey, jsonValue<PeerRecord>(["addresses", "lastSeenCalcond"])),
  /** Receipt id -> canonical JSON of a receipt fetched from another node. */
  blob: bucket(17, "blob", hash, textValue),
  /** Author -> its latest `node` announcement. */
  node: bucket(18, "node", hash, announcement),
  /** Author -> its latest `digest`. */
  digest: bucket(19, "digest", hash, announcement),
  /** Author -> its latest signed head. */
  head: bucket(20, "head", hash, announcement),
  /** (author, seq) -> canonical event that waits for those before it. */
  detached: bucket(21, "detached", pairKey(hash, uint64Key), textValue),
  /** Name of a proof of equivocation -> the proof. */
  evid: bucket(
    22,
    "evid",
    hash,
    jsonValue<EvidenceRecord>(["accused", "seq", "calcond", "body", "said"]),
  ),
  /** Id of an event about names -> what it says and when it was first seen here. */
  name: bucket(
    23,
    "name",
    hash,
    jsonValue<NameEventRecord>(["kind", "author", "calcond", "seen", "event"]),
  ),
  /** (shard, receipt id) -> a shared receipt that this node holds. */
  shard: bucket(24, "shard", pairKey(uint16Key, hash), jsonValue<HeldReceipt>(["bytes", "signer"])),
  /** Ids of own shared receipts that no other node was told of. */
  untold: bucket(25, "untold", hash, textValue),
  /** Author -> the shards it says it holds. */
  claim: bucket(26, "claim", hash, jsonValue<ClaimsRecord>(["seq", "claims"])),
  /**
   * Digest of a computed field -> the receipt whose computation gives it, and which of its fields
   * it is.
   */
  field: bucket(
    27,
    "field",
    hash,
    jsonValue<FieldPlace>(["receipt", "account", "field", "calcond"]),
  ),
  /** Account -> what it has. */
  balance: bucket(28, "balance", textKey, balanceValue),
  /** Number -> canonical text of a journal entry. */
  journal: bucket(29, "journal", uint64Key, textValue),
  /** Seq of the own `seal` event -> what each envelope of the window cost. */
  charge: bucket(30, "charge", uint64Key, chargeValue),
  /** The end of the journal and the sums over all accounts, under the fixed name `head`. */
  ledger: bucket(
    31,
    "ledger",
    textKey,
    jsonValue<LedgerHead>(["entries", "hash", "calcond", "totals"]),
  ),
  /** Account -> what it holds in all. */
  vault: bucket(
    32,
    "vault",
    textKey,
    jsonValue<VaultHead>([
      "cursor",
      "edition",
      "count",
      "movable",
      "paid",
      "free",
      "bonds",
      "holding",
      "mode",
    ]),
  ),
  /**
   * (account, first two bytes of token ids) -> its tokens, where its counts say that it stands in
   * place 0.
   */
  leaf: bucket(33, "leaf", pairKey(textKey, uint16Key), leafValue),
  /**
   * ((account, folder or nothing for all), 0 or 1 and the first byte of ids) -> how many below each
   * next byte.
   */
  counts: bucket(34, "counts", pairKey(pairKey(textKey, textKey), uint16Key), countsValue),
  /** (account, folder) -> how much is in it. */
  folder: bucket(
    35,
    "folder",
    pairKey(textKey, textKey),
    jsonValue<{ readonly count: number }>(["count"]),
  ),
  /** (account, number) -> a contribution bond. */
  bond: bucket(
    38,
    "bond",
    pairKey(textKey, uint64Key),
    jsonValue<BondRecord>([
      "bond",
      "account",
      "envelopes",
      "paid",
      "free",
      "sinceCalcond",
      "listHash",
      "signature",
      "state",
      "heldUntilCalcond",
      "challenges",
    ]),
  ),
  /** (account, nonce) -> a transfer offer that was used. */
  offer: bucket(39, "offer", pairKey(textKey, textKey), jsonValue<OfferRecord>(["expiresCalcond"])),
  /** Machine id -> what it is. */
  mach: bucket(
    40,
    "mach",
    textKey,
    jsonValue<MachineRecord>([
      "id",
      "slug",
      "name",
      "owner",
      "genesisCalcond",
      "createdCalcond",
      "isPublic",
      "grants",
      "granted",
    ]),
  ),
  /** Slug -> machine id. */
  slug: bucket(41, "slug", textKey, textValue),
  /** (list, member) -> machine id, or nothing where the member says all. */
  listed: bucket(42, "listed", pairKey(textKey, textKey), textValue),
  /** (calcond from which it is refused anyway, name) of what was used up. */
  once: bucket(43, "once", pairKey(uint64Key, textKey), textValue),
  /** sha256 of a session's token -> whose it is. */
  session: bucket(
    44,
    "session",
    hash,
    jsonValue<SessionRecord>(["account", "prefix", "createdCalcond", "expiresCalcond"]),
  ),
  /** (machine id, window) -> positions of the envelopes computed with its key. */
  ran: bucket(45, "ran", pairKey(textKey, uint64Key), positionsValue),
  /** (last calcond in which it is good, digest of a challenge) -> what its work was shown for. */
  spent: bucket(46, "spent", pairKey(uint64Key, hash), textValue),
  /** (purpose, subject) -> when it was done for an address within the last hour. */
  pace: bucket(47, "pace", pairKey(textKey, textKey), jsonValue<PaceRecord>(["times"])),
  /** (machine, UTC day) -> the credits it claimed on that day. */
  claimed: bucket(
    48,
    "claimed",
    pairKey(textKey, uint64Key),
    jsonValue<ClaimRecord>(["account", "credits", "calcond"]),
  ),
  /** Number in the public record -> the published envelope. */
  pub: bucket(50, "pub", uint64Key, publicPlaceValue),
  /** (operator, number among those that name it) -> the published envelope. */
  pubop: bucket(51, "pubop", pairKey(textKey, uint64Key), publicPlaceValue),
  /** Name of a public reading -> how far it has followed what it is derived from. */
  reading: bucket(52, "reading", textKey, jsonValue<ProjectionRecord>(["next", "seen"])),
  /** Number of a snapshot -> sums over the journal up to the end of its calcond. */
  supply: bucket(53, "supply", uint64Key, snapshotValue),
  /** The same as `leaf` in place 1. */
  leaf1: bucket(56, "leaf1", pairKey(textKey, uint16Key), leafValue),
  /** Entries due at a calcond -> nothing. */
  due: bucket(58, "due", dueKey, textValue),
  /** Account -> the last claim of credits, with any of its machines. */
  claimday: bucket(
    59,
    "claimday",
    textKey,
    jsonValue<AccountClaimRecord>(["day", "machine", "credits", "calcond"]),
  ),
  /** (machine id, number) -> canonical text of a row of its log. */
  row: bucket(60, "row", pairKey(textKey, uint64Key), textValue),
  /** (machine id, number of its row) -> canonical bytes of a payload, until they are dropped. */
  payload: bucket(61, "payload", pairKey(textKey, uint64Key), textValue),
  /** Machine id -> the end of its log. */
  loghead: bucket(
    62,
    "loghead",
    textKey,
    jsonValue<LogHeadRecord>([
      "owner",
      "genesisCalcond",
      "next",
      "hash",
      "ns",
      "calcond",
      "state",
      "evalRoot",
      "evalCount",
      "edge",
      "due",
    ]),
  ),
  /** (machine id, rows it covers) -> a signed checkpoint of a log. */
  logmark: bucket(63, "logmark", pairKey(textKey, uint64Key), textValue),
  /** Channel id -> what it is. */
  chan: bucket(
    64,
    "chan",
    textKey,
    jsonValue<ChannelRecord>([
      "id",
      "owner",
      "unlimited",
      "name",
      "isPublic",
      "createdCalcond",
      "contract",
      "programHash",
      "tickIntervalCalconds",
      "autotick",
      "outputFormat",
      "template",
      "contentType",
      "links",
    ]),
  ),
  /** Channel id -> how far it has ticked. */
  chanstate: bucket(
    65,
    "chanstate",
    textKey,
    jsonValue<ChannelState>(["status", "ticks", "missed", "lastCalcond", "lastHash"]),
  ),
  /** (account, channel id) -> nothing. */
  chanof: bucket(66, "chanof", pairKey(textKey, textKey), textValue),
  /** (channel id, number) -> a tick as it is answered. */
  tick: bucket(
    67,
    "tick",
    pairKey(textKey, uint64Key),
    jsonValue<TickRecord>(["calcond", "row", "contentType", "body", "token", "proof"]),
  ),
  /** Reactor id -> what it is. */
  reactor: bucket(
    68,
    "reactor",
    textKey,
    jsonValue<ReactorRecord>([
      "id",
      "owner",
      "unlimited",
      "name",
      "machine",
      "createdCalcond",
      "program",
      "programHash",
    ]),
  ),
  /** Reactor id -> how far it is. */
  reactorstate: bucket(
    69,
    "reactorstate",
    textKey,
    jsonValue<ReactorProgress>([
      "status",
      "n",
      "row",
      "faults",
      "fault",
      "quiet",
      "observed",
      "credits",
      "drift",
    ]),
  ),
  /** (account, reactor id) -> nothing. */
  reactorof: bucket(70, "reactorof", pairKey(textKey, textKey), textValue),
  /** (reactor id, number of a step) -> where it stands in the log. */
  reactorstep: bucket(
    71,
    "reactorstep",
    pairKey(textKey, uint64Key),
    jsonValue<ReactorStepRecord>(["row", "calcond", "token"]),
  ),
  /** (machine id, rows it covers) -> the right edge of the tree under a checkpoint, hex. */
  logedge: bucket(72, "logedge", pairKey(textKey, uint64Key), textValue),
  /** Contract id -> what it is. */
  contract: bucket(
    73,
    "contract",
    textKey,
    jsonValue<ContractRecord>([
      "id",
      "owner",
      "unlimited",
      "name",
      "machine",
      "createdCalcond",
      "version",
      "program",
      "programHash",
    ]),
  ),
  /** Contract id -> where its machine is. */
  contractstate: bucket(
    74,
    "contractstate",
    textKey,
    jsonValue<ContractProgress>([
      "version",
      "status",
      "at",
      "chain",
      "due",
      "missed",
      "transitions",
      "faults",
      "fault",
      "credits",
      "cursor",
    ]),
  ),
  /** (account, contract id) -> nothing. */
  contractof: bucket(75, "contractof", pairKey(textKey, textKey), textValue),
  /** (contract id, program hash) -> a program that it has or had. */
  contractprogram: bucket(
    76,
    "contractprogram",
    pairKey(textKey, textKey),
    jsonValue<Program>(["schema", "name", "trigger", "machine"]),
  ),
  /** Peer id or network -> whether it is banned or allowed. */
  peerrule: bucket(
    77,
    "peerrule",
    textKey,
    jsonValue<PeerRuleRecord>(["rule", "by", "reason", "sinceCalcond", "untilCalcond"]),
  ),
  /** (job, event id) -> an event of the market; offers stand under zeros. */
  jobevent: bucket(
    78,
    "jobevent",
    pairKey(hash, hash),
    jsonValue<MarketEventRecord>(["kind", "author", "calcond", "body", "header", "sig"]),
  ),
  /** Order id -> what an account asked the mesh to compute. */
  joborder: bucket(
    79,
    "joborder",
    textKey,
    jsonValue<JobOrderRecord>([
      "id",
      "account",
      "funding",
      "chain",
      "class",
      "k",
      "engineVersion",
      "createdCalcond",
      "deadline",
      "isCancelled",
      "shards",
    ]),
  ),
  /** (account, order id) -> nothing. */
  joborderof: bucket(80, "joborderof", pairKey(textKey, textKey), textValue),
  /** Job -> what this node computed for it. */
  jobwork: bucket(
    81,
    "jobwork",
    hash,
    jsonValue<WorkRecord>([
      "account",
      "resultHash",
      "value",
      "valueBits",
      "credits",
      "salt",
      "token",
      "calcond",
    ]),
  ),
  /** Challenge -> what this node has to do with it, and its verdict. */
  jobdispute: bucket(
    82,
    "jobdispute",
    hash,
    jsonValue<DisputeRecord>([
      "job",
      "node",
      "account",
      "deposit",
      "bond",
      "calcond",
      "outcome",
      "resultHash",
    ]),
  ),
  /** SHA-256 -> inputs or a result of a job. */
  jobdoc: bucket(83, "jobdoc", hash, textValue),
  /** SHA-256 -> the last calcond in which that document is needed. */
  jobdocend: bucket(118, "jobdocend", hash, textValue),
  /** (machine id, name) -> a hosted page: which commit is shown. */
  page: bucket(
    84,
    "page",
    pairKey(textKey, textKey),
    jsonValue<PageRecord>(["commit", "createdCalcond", "commits", "storedBytes"]),
  ),
  /** ((machine id, name), commit) -> what it holds. */
  pagecommit: bucket(
    85,
    "pagecommit",
    pairKey(pairKey(textKey, textKey), hash),
    jsonValue<PageCommitRecord>(["calcond", "allowScripts", "files"]),
  ),
  /** ((machine id, name), sha256) -> bytes of a file of any of its commits. */
  pagefile: bucket(86, "pagefile", pairKey(pairKey(textKey, textKey), hash), bytesValue),
  /** (account, id) -> a credential for a provider of models; its key is encrypted. */
  llmcred: bucket(
    87,
    "llmcred",
    pairKey(textKey, textKey),
    jsonValue<CredentialRecord>([
      "provider",
      "prefix",
      "label",
      "baseUrl",
      "createdCalcond",
      "wrappingKey",
      "wrapped",
      "sealed",
    ]),
  ),
  /** (account, id of a credential) -> what was used of it. */
  llmuse: bucket(
    88,
    "llmuse",
    pairKey(textKey, textKey),
    jsonValue<CredentialUse>([
      "chats",
      "inputTokens",
      "outputTokens",
      "toolCalls",
      "credits",
      "lastCalcond",
    ]),
  ),
  /** Account -> its mail address and keys. */
  mailacct: bucket(
    89,
    "mailacct",
    textKey,
    jsonValue<MailAccountRecord>([
      "address",
      "localPart",
      "createdCalcond",
      "current",
      "earlier",
      "opensOnNode",
      "byEquation",
    ]),
  ),
  /** Local part of an address -> account. */
  mailaddr: bucket(90, "mailaddr", textKey, textValue),
  /** (account, sha256 of an API key) -> the account's mail secrets, wrapped under the key. */
  mailwrap: bucket(
    91,
    "mailwrap",
    pairKey(textKey, hash),
    jsonValue<MailWrapRecord>(["wrapped", "generation"]),
  ),
  /** Message id -> the sealed message, once for all accounts that have it. */
  mailmsg: bucket(92, "mailmsg", textKey, storedMessageValue),
  /** ((account, mailbox), number) -> a message in it. */
  mailbox: bucket(
    93,
    "mailbox",
    pairKey(pairKey(textKey, textKey), uint64Key),
    jsonValue<MailEntryRecord>([
      "id",
      "thread",
      "keywords",
      "receivedCalcond",
      "receivedMs",
      "size",
      "summary",
    ]),
  ),
  /** (account, message id) -> where it stands. */
  mailof: bucket(
    94,
    "mailof",
    pairKey(textKey, textKey),
    jsonValue<MailPlace>(["mailbox", "number"]),
  ),
  /** ((account, thread), number) -> id of a message of it. */
  mailthread: bucket(95, "mailthread", pairKey(pairKey(textKey, textKey), uint64Key), textValue),
  /** Account -> how much mail it has, and what it sent within the hour. */
  mailstate: bucket(
    96,
    "mailstate",
    textKey,
    jsonValue<MailStateRecord>(["next", "count", "sent", "held"]),
  ),
  /** Attachment -> what it is, and who still waits for it. */
  mailblob: bucket(
    97,
    "mailblob",
    textKey,
    jsonValue<MailBlobRecord>([
      "id",
      "uploader",
      "state",
      "size",
      "storedSize",
      "frames",
      "header",
      "meta",
      "createdCalcond",
      "expiresCalcond",
      "waiting",
      "confirmed",
      "messages",
    ]),
  ),
  /** (attachment, number) -> a sealed frame of it. */
  mailframe: bucket(98, "mailframe", pairKey(textKey, uint64Key), bytesValue),
  /** (calcond, attachment) -> nothing: when it, or what is known of it, ends. */
  mailend: bucket(99, "mailend", pairKey(uint64Key, textKey), textValue),
  /** (account, hash of an address) -> nothing: pictures of this sender are always shown. */
  mailimages: bucket(100, "mailimages", pairKey(textKey, hash), textValue),
  /** Order id -> envelopes that an account of this node sent to another node. */
  xferout: bucket(
    101,
    "xferout",
    hash,
    jsonValue<TransferOutRecord>([
      "account",
      "order",
      "owner",
      "sig",
      "facts",
      "calcond",
      "burn",
      "state",
      "answer",
      "endedCalcond",
      "isTold",
    ]),
  ),
  /** Order id -> what this node decided about envelopes that come from another node. */
  xferin: bucket(
    102,
    "xferin",
    hash,
    jsonValue<TransferInRecord>([
      "account",
      "order",
      "burn",
      "state",
      "why",
      "value",
      "calcond",
      "said",
    ]),
  ),
  /** (account, order id) -> out or in. */
  xferof: bucket(103, "xferof", pairKey(textKey, hash), textValue),
  /** (order id, event id) -> an event of another node that is not acted on yet. */
  xferheard: bucket(
    104,
    "xferheard",
    pairKey(hash, hash),
    jsonValue<TransferEventRecord>(["kind", "author", "seq", "body"]),
  ),
  /** Envelope -> whether it has left this node, or come to it. */
  xfertoken: bucket(105, "xfertoken", hash, jsonValue<MovedTokenRecord>(["version", "isAway"])),
  /** Receipt id of a table -> roots over blocks of its rows. */
  rowroots: bucket(106, "rowroots", hash, bytesValue),
  /** ((account, segment), shard) -> words of 512 messages and where they are, sealed. */
  mailfind: bucket(107, "mailfind", pairKey(pairKey(textKey, uint64Key), uint16Key), bytesValue),
  /** (account, message id) -> what became of a message that it sent. */
  mailsent: bucket(
    108,
    "mailsent",
    pairKey(textKey, textKey),
    jsonValue<MailSentRecord>(["recipients"]),
  ),
  /** (public key of a node, id) -> what is to be delivered to it: the outbox. */
  mailout: bucket(
    109,
    "mailout",
    pairKey(hash, textKey),
    jsonValue<MailOrderRecord>(["kind", "account", "createdCalcond", "to", "files"]),
  ),
  /** (public key of a node, message id) -> what it offered, and what was answered. */
  mailin: bucket(
    110,
    "mailin",
    pairKey(hash, textKey),
    jsonValue<MailOfferRecord>(["hash", "size", "files", "results"]),
  ),
  /** ((public key of a node, message id), number) -> a piece of a message that is coming. */
  mailpiece: bucket(111, "mailpiece", pairKey(pairKey(hash, textKey), uint64Key), bytesValue),
  /** Address at another node -> its keys, as its node said last. */
  mailknown: bucket(
    112,
    "mailknown",
    textKey,
    jsonValue<KnownAddressRecord>(["signed", "calcond"]),
  ),
  /** Address of a node that was met -> its public key. */
  mailhome: bucket(113, "mailhome", textKey, textValue),
  /** Origin of a log -> the checkpoint that this node cosigned last. */
  cosigned: bucket(115, "cosigned", textKey, jsonValue<CosignedRecord>(["size", "root", "note"])),
  /** Author -> the newest checkpoint of its spine that a quorum is known to have cosigned. */
  witnessed: bucket(116, "witnessed", hash, jsonValue<CosignedRecord>(["size", "root", "note"])),
  /** Order id -> what this node answered, where its own books do not know it any more. */
  xfersaid: bucket(117, "xfersaid", hash, jsonValue<TransferSaidRecord>(["burn", "event", "why"])),
  /** ((calcond, table of a solver), row) -> the row, until its table is sealed or a day is over. */
  sweptrow: bucket(
    119,
    "sweptrow",
    pairKey(pairKey(uint64Key, hash), uint64Key),
    jsonValue<SweptRowRecord>(["row"]),
  ),
  /** (out or in, order id) -> nothing: orders that something is still to be said of, or heard. */
  xferopen: bucket(120, "xferopen", pairKey(textKey, hash), textValue),
  /** Account -> its work of the day that sealed nothing. */
  vainwork: bucket(121, "vainwork", textKey, jsonValue<VainWorkRecord>(["day", "ms"])),
  /** (contract id, number of the event) -> an event without a transition, as canonical text. */
  contracteval: bucket(122, "contracteval", pairKey(textKey, uint64Key), textValue),
  /** Account -> bytes of the events of its machines. */
  rowbytes: bucket(123, "rowbytes", textKey, jsonValue<RowBytesRecord>(["bytes"])),
  /** (calcond of answers under idempotency keys, hash of the first) -> the answers. */
  answers: bucket(124, "answers", answersKey, answersValue),
} as const;

/** Numbers that no bucket may have any more, and the name each had; null where it never had one. */
export const retiredBuckets: ReadonlyMap<number, string | null> = new Map([
  // Name of a change of a vault that took several batches -> how far it was.
  [36, "intent"],
  // (name of such a change, part) -> the token ids of the part.
  [37, "part"],
  // UTC day -> uses of the shared demo key on it.
  [49, "demoday"],
  // Left out when the buckets behind it were numbered.
  [54, null],
  // Number of a frame of the files ahead of the database -> its batch is in the database.
  [55, "ahead"],
  // (account, hash of an idempotency key) -> the answer given.
  [15, "idem"],
  // (calcond, key in `idem` of the first answer given in it) -> keys of the others.
  [57, "idemage"],
  // (calcond of an answer, key in `idem`) -> its text.
  [114, "idemtext"],
]);

const names: ReadonlyMap<number, string> = new Map(
  Object.values(buckets).map(({ number, name }) => [number, name]),
);

/** How errors name a stored key. */
export function nameOfKey(key: Uint8Array): { readonly bucket: string; readonly key: string } {
  const number = key[0] ?? 0;
  return {
    bucket: names.get(number) ?? retiredBuckets.get(number) ?? `number ${number}`,
    key: Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("hex", 1),
  };
}
