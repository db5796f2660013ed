/** Every bound of the protocol, unit last in the name, with the reason beside it. */

/** Domain operators beside KO42 in one chain (contract). */
export const DOMAIN_OPERATORS_MAX = 3;
export const CHAIN_OPERATORS_MAX = DOMAIN_OPERATORS_MAX + 1;
/** Equation text: a page of algebra; keeps the quadratic parts of error search cheap. */
export const EQUATION_CHARS_MAX = 4_096;
export const EQUATION_NODES_MAX = 2_000;
export const EQUATION_DEPTH_MAX = 100;
export const EQUATION_NAMES_MAX = 64;
/** JSON nesting a reader accepts; gossip events allow less. */
export const JSON_DEPTH_MAX = 64;
export const EVENT_DEPTH_MAX = 16;
/** Envelopes one signed seal event may cover: an inclusion path of at most 8 hashes. */
export const SEAL_WINDOW_MAX = 256;
/** Calconds (about 93 s) a gossip handshake stays valid; 2 ahead for clock offset. */
export const HANDSHAKE_WINDOW_CALCONDS = 120;
export const HANDSHAKE_AHEAD_CALCONDS = 2;
/** Numerical relative error a sealed value may have. */
export const PRECISION_BOUND = 1e-4;
/** Three standard errors of a sampled value stay within this. */
export const SAMPLING_BOUND = 1e-3;
/**
 * Calconds (about 93 s) that a receipt may lie ahead of the clock of whoever checks it: their clock
 * may be slow by as much as a gossip handshake allows. What is later was not computed yet.
 */
export const RECEIPT_AHEAD_CALCONDS_MAX = 120;
/** Bytes of any other document in a file: as large as the largest body, a list of envelopes. */
export const DOCUMENT_BYTES_MAX = 67_108_864;
/**
 * Bytes of a receipt or an answer in a file, looked at before it is read: the largest answer that
 * is taken in one piece, with three bytes a character.
 */
export const RECEIPT_BYTES_MAX = 50_331_648;
/**
 * Commas and opening brackets and braces of such a text: each is a value that a reader keeps, at
 * some hundred bytes, and the largest formula that a node takes has 8.4 million.
 */
export const RECEIPT_MARKS_MAX = 9_000_000;
/** Bytes of an exported tick: the inputs of a channel a few times over, each at most a body. */
export const TICK_BYTES_MAX = 16_777_216;
/** Bytes of a line of an exported log: a state of a reactor, what moved it, and room. */
export const LOG_LINE_BYTES_MAX = 8_388_608;
/** Calcond variance above which the metric shift recomputes. */
export const PARITY_VARIANCE_MAX = 0.0091;
export const KO42_ALPHA = 1e-3;
export const CALCOND_NS = 777_000_777n;
/** Request bodies, before parsing. */
export const BODY_BYTES_MAX = 1_048_576;
/**
 * Inputs in one compute request: four operators of at most 64 names, and room for a chain's
 * surplus.
 */
export const INPUTS_MAX = 256;
/** A gossip event over HTTP. */
export const EVENT_BYTES_MAX = 65_536;
/** Body of what opens a spine, rotates or revokes a key. */
export const KEY_BODY_BYTES_MAX = 4_096;
/** Length of an operator id, a symbol or a domain label in a request. */
export const OPERATOR_ID_CHARS_MAX = 64;
/** Operators one request may list; a chain takes fewer, and says so by its own rule. */
export const OPERATORS_LISTED_MAX = 64;
/** Samples a metric shift is computed from: 64 phases, or the levels of a run, with room. */
export const METRIC_SAMPLES_MAX = 4_096;
/** Length of a search text or of a tile's path. */
export const SEARCH_CHARS_MAX = 200;
/**
 * Requests being answered at one time; more are told to come back, so that memory stays bounded.
 */
export const IN_FLIGHT_MAX = 4_096;
/** Addresses and keys the rate limiter remembers. */
export const RATE_ENTRIES_MAX = 65_536;
/** Remembered QUERYs and the bytes of their answers; the oldest go first. */
export const QUERIES_KEPT_MAX = 4_096;
export const QUERY_BYTES_KEPT_MAX = 33_554_432;
/** Answers kept for idempotency keys, and how long: 111,197 calconds, about a day. */
export const IDEMPOTENCY_ENTRIES_MAX = 65_536;
export const IDEMPOTENCY_KEPT_CALCONDS = 111_197;
/**
 * 22 characters of base64 are 128 bits: what an idempotency key must have where the answer shows a
 * secret, which is kept under it.
 */
export const SECRET_KEY_CHARS_MIN = 22;
/** Header fields and URL of a request. */
export const HEADERS_BYTES_MAX = 16_384;
export const URL_BYTES_MAX = 8_192;
/** A body that makes no progress for so long is given up. */
export const BODY_IDLE_SECONDS_MAX = 10;
/** Unit text: a dozen factors; keeps reading and messages cheap. */
export const UNIT_CHARS_MAX = 128;
/** A signed checkpoint with the cosignatures of a generous set of witnesses. */
export const CHECKPOINT_CHARS_MAX = 8_192;
/** Firings in a row of which a compute has no value: then the contract is paused. */
export const CONTRACT_FAILING_MAX = 64;
/** Messages in one JSON-RPC batch. */
export const MCP_BATCH_MAX = 32;
/**
 * Characters of the answers to a batch: messages behind them are refused. Without a key as much as
 * the work of one request writes.
 */
export const MCP_BATCH_CHARS_MAX = 33_554_432;
export const MCP_BATCH_KEYLESS_CHARS_MAX = 2_097_152;
/**
 * Bytes of a refused body read and thrown away, so that a sender who listens only afterwards sees
 * the refusal.
 */
export const BODY_DISCARDED_BYTES_MAX = 67_108_864;
/** Operations of an equation that is searched for its unknown: each is run at about 500 points. */
export const SOLVE_STEPS_MAX = 400;
/** Roots a search looks for: an answer carries one, and more only need to be counted. */
export const SOLVE_ROOTS_MAX = 16;
/** Work of one search for all roots, in operations on intervals. */
export const SOLVE_BOXES_WORK_MAX = 150_000;
/**
 * Unused inputs that are answered with the nearest name; each costs a comparison with every name.
 */
export const UNUSED_NEAREST_MAX = 16;
/** Steps of a Runge-Kutta integration: the first grid, and the finest that is tried. */
export const ODE_STEPS_MIN = 64;
export const ODE_STEPS_MAX = 1_048_576;
/**
 * Work of one integration with all its refinements and sensitivities, in arithmetic operations: a
 * few tenths of a second, which bounds how long one request holds the event loop. Counted, never
 * timed: every node stops alike.
 */
export const ODE_WORK_MAX = 100_000_000;
/** Unknowns of one system of differential equations, first derivatives counted. */
export const ODE_COMPONENTS_MAX = 32;
/** Numbered inputs `x_1`, `x_2`, ... of one equation. */
export const INDEXED_INPUTS_MAX = 10_000;
/** Terms of a sum or product, sums inside it counted through. */
export const SERIES_TERMS_MAX = 1_000_000;
/** Work of one sum or integral in units of one addition: about a second. */
export const SERIES_COST_MAX = 40_000_000;
/** Work of one run of an equation that is searched for its unknown, in units of one addition. */
export const SOLVE_COST_MAX = 70_000;
/** Amplitudes of one state in a bra-ket: 64^2 matrix elements. */
export const BRAKET_STATES_MAX = 64;
/**
 * Work of the sums and integrals inside one search or one integration, in units of one addition.
 */
export const SOLVE_WORK_MAX = 20_000_000;
/** Events of one author that may wait for those before them, and bytes of all that wait. */
export const DETACHED_OF_AUTHOR_MAX = 1_024;
export const DETACHED_BYTES_MAX = 67_108_864;
/** Events of one range, and numbers asked for in one step of a bisection, between two nodes. */
export const SYNC_EVENTS_MAX = 1_024;
export const SYNC_IDS_MAX = 64;
/** Proofs of equivocation kept; each is of another author, or shows an earlier parting of one. */
export const EVIDENCE_MAX = 65_536;
/** Nodes drawn for one job: beyond this more answers add nothing that two would not show. */
export const JOB_REPLICAS_MAX = 16;
/**
 * MACs remembered, over twice the window in which one is good; ids of events stay known for ever.
 */
export const REPLAY_MACS_MAX = 131_072;
/** MACs remembered of one sender: above what the buckets let an author say in that time. */
export const REPLAY_MACS_OF_SENDER_MAX = 8_192;
/** Events that wait for their signature check; more are ignored, or answered as busy. */
export const VALIDATION_QUEUE_MAX = 4_096;
/**
 * Events behind one resolved name: a claim, its changes, and a statement of each witness on each.
 */
export const NAME_PROOF_EVENTS_MAX = 4_096;
/** Names one identity may hold through one entrance. */
export const NAMES_OF_OWNER_MAX = 8;
/** Shared receipts kept for other nodes, and bytes of their texts. */
export const KEPT_RECEIPTS_MAX = 262_144;
export const KEPT_RECEIPTS_BYTES_MAX = 1_073_741_824;
/** Other nodes whose addresses are kept across restarts. */
export const KNOWN_PEERS_MAX = 512;
/** Calconds this node's clock may be off the median of its peers before it stops sealing. */
export const CLOCK_SKEW_CALCONDS_MAX = 2;
/** Peers whose clocks have to be known before anything follows from them. */
export const CLOCK_PEERS_MIN = 3;
/**
 * Calconds after its seal in which the numbers of a field are computed again for its owner: a day.
 */
export const FIELDS_KEPT_CALCONDS = 111_197;
/** Commitments to names one account may make in a window: a node's share is for all its users. */
export const NAME_COMMITS_OF_ACCOUNT_MAX = 16;
/** Name of an engine or a registry in an envelope. */
export const VERSION_CHARS_MAX = 128;
/** Machines of one account: each may have a log, and each claims credits on its own. */
export const MACHINES_OF_ACCOUNT_MAX = 256;
/**
 * Public machines whose order is kept in memory, some 8 MB; of a longer list each page reads all.
 */
export const PUBLIC_PLACES_KEPT_MAX = 65_536;
/** Grants on one machine, kept in its record. */
export const MACHINE_GRANTS_MAX = 256;
/**
 * Keys of one account that are accepted, those of its machines not counted; and records of keys
 * kept with those that are not. A machine has at most two that are accepted, so that there is
 * always one to forget.
 */
export const KEYS_OF_ACCOUNT_MAX = 64;
export const KEY_RECORDS_OF_ACCOUNT_MAX = 1_024;
/** Sessions one account may have at a time: the one that ends first gives way. */
export const SESSIONS_OF_ACCOUNT_MAX = 64;
/** Accounts that one demo key starts in a day, the shared one for everybody together. */
export const SPIN_UPS_A_DAY_MAX = 10;
/** Life of a session, 30 days, and of the nonce that opens it, 5 minutes. */
export const SESSION_CALCONDS = 3_335_904;
export const SESSION_NONCE_CALCONDS = 386;
/** How long a key that was replaced may still be accepted: a day. */
export const KEY_GRACE_CALCONDS_MAX = 111_197;
/** Characters of the names that people give to keys and machines. */
export const LABEL_CHARS_MAX = 64;
/** Bits of chance an identity's equation must show. */
export const EQUATION_BITS_MIN = 128;
/** How far ahead a transfer offer may end, 30 days: used nonces are kept for as long. */
export const OFFER_AHEAD_CALCONDS_MAX = 3_335_904;
/** Name of a folder of envelopes. */
export const FOLDER_CHARS_MAX = 64;
/** A list of envelopes in a request: about 950,000 ids; a count reaches any number. */
export const ENVELOPE_LIST_BYTES_MAX = 67_108_864;
/**
 * Envelopes of a list that are read and written out at once: lists have no cap, and requests come
 * in between.
 */
export const ENVELOPE_STEP = 1_000;
/** An answer of any size that somebody takes in one piece only, as a tool does. */
export const WHOLE_CHARS_MAX = 16_777_216;
/** Characters of what a booking of purchased credits refers to. */
export const LEDGER_REFERENCE_CHARS_MAX = 128;

/**
 * Processor time, in ms, that an account has free in a UTC day for work that seals nothing: ten jobs
 * that run into the usual deadline of a minute. What a caller pays for counts nothing.
 */
export const VAIN_WORK_MS_A_DAY = 600_000;
/**
 * Bytes on the disk of events, edits and grants of an account's machines, on this node: rows for good,
 * payloads until they are dropped. Two million events of a kibibyte.
 */
export const ACCOUNT_EVENT_BYTES_MAX = 4_294_967_296;
/** Of these, a row with its places in indexes, without its payload. */
export const EVENT_ROW_BYTES = 1_024;

/**
 * Work of one request in the serving thread, in units of about one addition with its errors: some
 * ten milliseconds. What takes more is evaluated by a worker.
 */
export const INLINE_WORK_MAX = 100_000;

/**
 * The same for a caller without a key, who may have several evaluations in one request; and the
 * work of reading what such a caller sends. What takes more to read is refused.
 */
export const KEYLESS_INLINE_WORK_MAX = 50_000;
export const KEYLESS_READING_WORK_MAX = 25_000;
/**
 * Work that the serving thread does for any one request of a caller without a key: 20 ms at 100 ns
 * a unit.
 */
export const KEYLESS_REQUEST_WORK_MAX = 200_000;
/** Channels of one account, closed ones among them. */
export const CHANNELS_OF_ACCOUNT_MAX = 256;
/** Longest time between two ticks: a day. */
export const TICK_INTERVAL_CALCONDS_MAX = 111_197;
/** Results between two ticks. */
export const SUB_TICKS_MAX = 1_000;
/** How long a link may be good: a week. */
export const LINK_CALCONDS_MAX = 777_700;
/** Ticks on one page of a channel's history. */
export const TICKS_READ_MAX = 1_024;
/** Secure sessions of one channel and of all, in memory; and frames kept of each. */
export const SECURE_SESSIONS_OF_CHANNEL_MAX = 16;
export const SECURE_SESSIONS_MAX = 1_024;
export const SECURE_FRAMES_KEPT = 64;
/** Bytes of a message that a subscriber of a stream may send: it has nothing to say but pings. */
export const SOCKET_FRAME_BYTES_MAX = 1_024;
/** Bytes that may wait for one subscriber: who is behind by more is cut. */
export const SOCKET_WAITING_BYTES_MAX = 1_048_576;
/** A subscriber that nothing is heard of for so long is gone; it is pinged at half of it. */
export const SOCKET_IDLE_SECONDS_MAX = 60;
/** Sockets of one address (IPv4 /32, IPv6 /64), and of all: some 5 KiB each. */
export const SOCKETS_OF_ADDRESS_MAX = 256;
export const SOCKETS_MAX = 16_384;
/** Ticks behind the head that a subscriber may ask for; of older ones it is told that they are over. */
export const STREAM_RING_TICKS = 1_024;
/** One account may watch a plant: each contract is a few kilobytes and an entry of a heap. */
export const CONTRACTS_OF_ACCOUNT_MAX = 10_000;
/** Reactors of one account, closed ones among them. */
export const REACTORS_OF_ACCOUNT_MAX = 1_024;
/** Steps of one reactor. */
export const REACTOR_STEPS_MAX = 1_000_000;
/** Characters of the program and of the state of a reactor, as canonical JSON. */
export const REACTOR_PROGRAM_BYTES_MAX = 32_768;
export const REACTOR_STATE_BYTES_MAX = 1_048_576;
/** Rows on one page of a trajectory, and characters of their payloads. */
export const TRAJECTORY_ROWS_MAX = 1_000;
export const TRAJECTORY_CHARS_MAX = 4_194_304;
/** How long the next step may be waited for, and how many may wait at one time. */
export const REACTOR_WAIT_SECONDS_MAX = 30;
export const REACTOR_WAITING_MAX = 1_024;

/** Rows of one table of computations: some 50 ms of a worker. */
export const TABLE_ROWS_MAX = 10_000;
/** Computations of one request, which are sealed in one commit window. */
export const BATCH_COMPUTATIONS_MAX = 250;
/** Columns that a grid combines each with each. */
export const TABLE_GRID_AXES_MAX = 4;

/** Files of one commit of a hosted page, their bytes together, and the bytes of a path. */
export const PAGE_FILES_MAX = 64;
export const PAGE_BYTES_MAX = 8_388_608;
export const PAGE_PATH_BYTES_MAX = 255;
/** The same bytes in base64, with room for paths. */
export const PAGE_BODY_BYTES_MAX = 12_582_912;
/** Pages of one machine, and what all commits of one of them hold. */
export const PAGES_OF_MACHINE_MAX = 64;
export const PAGE_COMMITS_MAX = 256;
export const PAGE_STORED_BYTES_MAX = 67_108_864;
/** Files of pages that are kept in memory, least recently served first to go. */
export const PAGE_CACHE_BYTES_MAX = 67_108_864;
export const PAGE_CACHE_ENTRIES_MAX = 1_024;

/** Credentials for providers of models that one account keeps, and characters of a key. */
export const LLM_CREDENTIALS_OF_ACCOUNT_MAX = 32;
export const LLM_API_KEY_CHARS_MAX = 512;
/** Bytes of a request for a chat, its messages, and the tools that a caller brings. */
export const LLM_BODY_BYTES_MAX = 1_048_576;
export const LLM_MESSAGES_MAX = 512;
export const LLM_TOOLS_MAX = 128;
/** Bytes of an answer of a provider, and characters of one event of its stream. */
export const LLM_ANSWER_BYTES_MAX = 16_777_216;
export const LLM_EVENT_CHARS_MAX = 1_048_576;
/** Characters of what a model says in one chat: all of it is kept until its numbers are linked. */
export const LLM_TEXT_CHARS_MAX = 1_048_576;
/** Calls of tools in one answer, and characters of the arguments of one. */
export const LLM_CALLS_MAX = 32;
export const LLM_ARGUMENTS_CHARS_MAX = 65_536;
/** Answers of a model in one chat: each that calls tools is followed by another. */
export const LLM_ROUNDS_MAX = 16;
/** Credits and calls of tools that a chat may use, unless it says less or more. */
export const LLM_BUDGET_CREDITS = 64;
export const LLM_BUDGET_CALLS = 16;
export const LLM_BUDGET_CREDITS_MAX = 1_000_000;
export const LLM_BUDGET_CALLS_MAX = 128;
/** Chats that run at one time, of one account and of all. */
export const LLM_CHATS_OF_ACCOUNT_MAX = 128;
export const LLM_CHATS_MAX = 512;
/** Seconds that a chat may take unless it says otherwise, and at most. */
export const LLM_CHAT_SECONDS = 300;
export const LLM_CHAT_SECONDS_MAX = 900;
/** Recipients of one message, and messages that an account sends in an hour (4,632 calconds). */
export const MAIL_RECIPIENTS_MAX = 50;
export const MAIL_SENT_PER_HOUR_MAX = 60;
/** Characters of a subject and of one body, and attachments of one message. */
export const MAIL_SUBJECT_CHARS_MAX = 998;
export const MAIL_BODY_CHARS_MAX = 1_048_576;
export const MAIL_ATTACHMENTS_MAX = 64;
/** One message as it is sent, bodies in base64 among it. */
export const MAIL_MESSAGE_BYTES_MAX = 4_194_304;
/** An attachment, and what one account may have waiting. */
export const MAIL_ATTACHMENT_BYTES_MAX = 16_777_216;
export const MAIL_ATTACHMENTS_BYTES_OF_ACCOUNT_MAX = 268_435_456;
/** Attachments of all accounts of another node that are kept here. */
export const MAIL_ATTACHMENTS_BYTES_OF_NODE_MAX = 1_073_741_824;
/** How long a message for another node is tried: a day. */
export const MAIL_DELIVERY_CALCONDS = 111_197;
/** Messages that wait for one other node. */
export const MAIL_QUEUED_FOR_NODE_MAX = 1_024;
/** How long an attachment is kept: a day. */
export const MAIL_ATTACHMENT_CALCONDS = 111_197;
/** How long it is known that there was one, once it is gone: 30 days. */
export const MAIL_TOMBSTONE_CALCONDS = 3_335_904;
/** Messages that one page of a search opens; it goes on from there with the next page. */
export const MAIL_SEARCHED_MAX = 5_000;
/** Messages in all mailboxes of an account. */
export const MAIL_MESSAGES_OF_ACCOUNT_MAX = 200_000;
/** Characters of the name beside an address. */
export const MAIL_NAME_CHARS_MAX = 64;
