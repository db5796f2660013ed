import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { Upgrade } from "../../../api/contract/definition/subscription.js";
import type { Right } from "../../../protocol/streams/right.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { pullPath } from "../../../protocol/streams/link.js";
import type { StoredTick } from "../../../storage/repositories/streams.js";
import type { ChannelContract } from "../../../storage/records/streamRecords.js";
import { closedError, type ChangedChannel, type Channel } from "../channels.js";
import type { StreamServices } from "../createStreams.js";
import { nextCalcond, tickHeaders } from "../ticks.js";
import { payer } from "../../operations/asker.js";
import { answered, effectOf, type EffectServices } from "../../operations/effect.js";
import type { AccountServices } from "../../accounts/createAccounts.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import type { WitnessServices } from "../../witness/createWitness.js";
import { nextOffset } from "../../operations/paging.js";
import { STANDING_HEADER } from "../../operations/headers.js";
import { principalOf } from "../../operations/owner.js";

type StreamOperations = Pick<
  NodeHandlers,
  | "streamNew"
  | "streamList"
  | "streamOf"
  | "streamEdit"
  | "streamClose"
  | "streamClosePost"
  | "streamTick"
  | "streamLatest"
  | "streamTicks"
  | "streamLink"
  | "streamLinkRotate"
  | "streamKeyRotate"
  | "streamPull"
  | "streamSecureOpen"
  | "streamSecurePull"
  | "streamSocket"
>;

type StreamModules = EffectServices &
  Pick<AccountServices, "keys"> &
  Pick<LogServices, "machineLog"> &
  Pick<WitnessServices, "witnessing"> & { readonly streams: StreamServices };

/** What a page may do that a template made: nothing but be seen. */
const PAGE_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors 'self'";

export function streamHandlers(services: StreamModules): StreamOperations {
  const { channels, links, rights, secureSessions, ticks } = services.streams;
  const shown = (channel: Channel) => channelShown(services, channel);
  const close = (id: string, call: Call) => {
    const effect = effectOf(services, call, nodeOperations.streamClose);
    return effect.run(channels.close(id, call.principal), shownChannel);
  };
  return {
    streamNew: (asked, call) => {
      const { autotick, contentType, contract, name, outputFormat, template } = asked;
      const channel = {
        name: name ?? null,
        isPublic: asked.public,
        contract: contractOf(contract),
        tickIntervalCalconds: asked.tickIntervalCalconds,
        autotick,
        outputFormat,
        template: template ?? null,
        contentType: contentType ?? null,
      };
      const effect = effectOf(services, call, nodeOperations.streamNew);
      return effect.run(channels.create(principalOf(call), channel), ({ key, ...stream }) => ({
        channel: shownChannel(stream),
        key,
        keyShownOnce: true,
      }));
    },
    streamList: async (page, call) => {
      const all = await channels.ofAccount(principalOf(call).owner);
      const items = all.slice(page.offset, page.offset + page.limit);
      const answer = { channels: await Promise.all(items.map(shown)), total: all.length };
      return answered(answer, []).before(nextOffset(page, all.length));
    },
    streamOf: async ({ id }, call) => shown(await channels.readable(id, call.principal)),
    streamEdit: ({ id, ...asked }, call) => {
      const { contract, ...others } = asked;
      const given = Object.entries(others).filter(([, value]) => value !== undefined);
      const update = {
        ...(Object.fromEntries(given) as typeof others),
        ...(contract === undefined ? {} : { contract: contractOf(contract) }),
      };
      if (Object.keys(update).length === 0)
        throw new ApiError("INVALID_INPUT", "say what is to change");
      const effect = effectOf(services, call, nodeOperations.streamEdit);
      return effect.run(channels.change(id, call.principal, update), shownChannel);
    },
    streamClose: ({ id }, call) => close(id, call),
    streamClosePost: ({ id }, call) => close(id, call),
    streamTick: ({ id, inputs }, call) => tick(services, id, jsonOf(inputs ?? {}), call),
    streamLatest: async ({ id }, call) =>
      answerOf(services, await ticks.latest(await channels.readable(id, call.principal))),
    streamTicks: async ({ after, id, limit }, call) => {
      const { state } = await channels.readable(id, call.principal);
      const found = await ticks.after(id, after, limit);
      const last = found.at(-1)?.seq ?? after;
      const shownTicks = found.map(async (one) => ({
        ...one,
        standing: await services.witnessing.standingOfReceipt(one.token),
      }));
      const answer = { ticks: await Promise.all(shownTicks), total: state.ticks };
      return answered(answer, []).before(last < state.ticks ? { after: last } : null);
    },
    streamLink: async ({ expiresInCalconds, id }, call) => {
      const { record, state } = await channels.writable(id, call.principal);
      if (state.status === "closed") throw closedError(id);
      const { expiresCalcond, sig } = links.make(record, expiresInCalconds);
      const url = `${call.baseUrl()}${pullPath(id)}?sig=${sig}`;
      return answered({ url, sig, expiresCalcond }, [], 201);
    },
    streamLinkRotate: ({ id }, call) =>
      effectOf(services, call, nodeOperations.streamLinkRotate).run(
        channels.rotateLinks(id, call.principal),
        (count) => ({ channel: id, links: count }),
      ),
    streamKeyRotate: async ({ graceCalconds, id }, call) =>
      effectOf(services, call, nodeOperations.streamKeyRotate).run(
        channels.rotateKey(id, call.principal, graceCalconds, (record) =>
          services.keys.rotateMachine(record, graceCalconds),
        ),
        ({ key, prefix }) => ({ channel: id, prefix, key, keyShownOnce: true }),
      ),
    streamPull: async ({ id, sig }) =>
      answerOf(services, await ticks.latest(await links.opened(id, sig ?? ""))),
    streamSecureOpen: async ({ clientPublicKey, id }, call) => {
      const { state } = await channels.writable(id, call.principal);
      if (state.status === "closed") throw closedError(id);
      return answered(
        { ...secureSessions.open(id, clientPublicKey, rights.ofWriter(id, call.principal)) },
        [],
        201,
      );
    },
    streamSecurePull: async ({ after, id, session }) => {
      const { bytes, calcond, seq } = await secureSessions.pull(id, session, after ?? null);
      return preEncoded({
        body: bytes,
        contentType: "application/octet-stream",
        headers: ["X-Calc-Seq", String(seq), "X-Calc-Calcond", String(calcond)],
      });
    },
    streamSocket: async ({ after, channel, sig }, call) => {
      const found =
        sig === undefined
          ? await channels.readable(channel, call.principal)
          : await links.opened(channel, sig);
      if (found.state.status === "closed") throw closedError(channel);
      const right =
        sig === undefined ? rights.ofReader(channel, call.principal) : rights.ofLink(channel, sig);
      return subscriptionOf(services.streams, found, right, after ?? null);
    },
  };
}

interface AskedContract {
  readonly solver?: string | undefined;
  readonly operators?: readonly string[] | undefined;
  readonly domain?: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly subTicks: number;
}

/** What a body held is JSON. */
function jsonOf(inputs: Readonly<Record<string, unknown>>): JsonObject {
  const read: JsonObject = JSON.parse(canonicalize(inputs));
  return read;
}

function contractOf({
  domain,
  inputs,
  operators,
  solver,
  subTicks,
}: AskedContract): ChannelContract {
  return {
    solver: solver ?? null,
    operators: operators ?? null,
    domain: domain ?? null,
    inputs: jsonOf(inputs),
    subTicks,
  };
}

type Head = { readonly seq: number; readonly hash: string };

function shownChannel({ row: { written }, ...channel }: ChangedChannel) {
  return fieldsOf(channel, { seq: written.row.seq, hash: written.hash });
}

async function headOf({ machineLog }: Pick<LogServices, "machineLog">, id: string): Promise<Head> {
  const head = await machineLog.head(id);
  return { seq: head?.seq ?? -1, hash: head?.hash ?? "" };
}

/** Channel and head of one instant: one that ticked in between is read again. */
async function channelShown(
  services: Pick<LogServices, "machineLog"> & { readonly streams: StreamServices },
  channel: Channel,
) {
  const { id } = channel.record;
  for (let shown = channel; ;) {
    const head = await headOf(services, id);
    const now = (await services.streams.channels.find(id)) ?? shown;
    if (JSON.stringify(now) === JSON.stringify(shown)) return fieldsOf(shown, head);
    shown = now;
  }
}

function fieldsOf(channel: Channel, head: Head) {
  const { record, state } = channel;
  const { domain, inputs, operators, solver, subTicks } = record.contract;
  const { contentType, id, name, outputFormat, programHash, template } = record;
  return {
    id,
    name,
    status: state.status,
    public: record.isPublic,
    contract: {
      ...(solver === null ? {} : { solver }),
      ...(operators === null ? {} : { operators }),
      ...(domain === null ? {} : { domain }),
      inputs,
      subTicks,
    },
    programHash,
    tickIntervalCalconds: record.tickIntervalCalconds,
    autotick: record.autotick,
    outputFormat,
    contentType,
    template,
    createdCalcond: record.createdCalcond,
    ticks: state.ticks,
    missed: state.missed,
    lastCalcond: state.lastCalcond,
    nextCalcond: nextCalcond(channel),
    head,
  };
}

async function tick(
  services: StreamModules,
  id: string,
  inputs: JsonObject,
  call: Call,
): Promise<PreEncoded<never>> {
  const {
    idempotency,
    streams: { channels, ticks },
  } = services;
  const { actor } = await channels.writable(id, call.principal);
  const ticket = call.idempotency;
  const keep = ticket === null ? null : idempotency.keeper(ticket, { status: 201, secret: false });
  const unlimited = call.principal?.unlimited === true;
  const request = { actor, unlimited, inputs, missed: 0 };
  const tick = await ticks.tick(id, request, payer(call), (text) => keep?.(text, []) ?? []);
  if ("tick" in tick)
    return preEncoded({ status: 201, body: tick.text, headers: tickHeaders(tick.tick) });
  const result = Buffer.from(tick.body).toString("utf8");
  const head = JSON.stringify({ stream: { channel: id, tick: null } });
  return preEncoded({
    body: `${head.slice(0, -1)},${result.slice(1)}`,
    headers: ["X-Calc-Sealed", "false"],
    refused: true,
  });
}

/** A tick as its channel shapes it. What shows in a browser may do nothing there. */
async function answerOf(
  { witnessing }: Pick<StreamModules, "witnessing">,
  tick: StoredTick,
): Promise<PreEncoded<never>> {
  const { body, contentType, seq } = tick;
  const isPage = /html|xml/.test(contentType);
  const standing = witnessing.book.isOn ? await witnessing.standingOfReceipt(tick.token) : null;
  return preEncoded({
    body,
    contentType: /^text\/[a-z]+$/.test(contentType) ? `${contentType}; charset=utf-8` : contentType,
    headers: [
      ...(isPage ? ["content-security-policy", PAGE_POLICY] : []),
      "X-Calc-Seq",
      String(seq),
      ...tickHeaders(tick),
      ...(standing === null ? [] : [STANDING_HEADER, standing]),
    ],
  });
}

function subscriptionOf(
  { feeds }: Pick<StreamServices, "feeds">,
  channel: Channel,
  right: Right,
  after: number | null,
): Upgrade {
  const { id } = channel.record;
  const feed = feeds.of(channel);
  return new Upgrade({
    right,
    topic: id,
    after,
    head: () => feed.head,
    oldest: () => feed.oldest,
    hello: (headSeq) => JSON.stringify({ type: "hello", channel: id, headSeq }),
    resync: (oldestSeq) => JSON.stringify({ type: "resync", oldestSeq }),
    read: (behind, countMax) => feeds.read(id, behind, countMax),
    listen: (listener) => feeds.listen(feed, listener),
  });
}
