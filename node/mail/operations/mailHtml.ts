/** Messages as pages, and who may show pictures on them. */
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { HANDSHAKE_HEADER } from "../../../protocol/events/handshake.js";
import { mailFields } from "../../../protocol/mail/html/policy.js";
import { SHOWN_SECONDS } from "../rendering/shownOnce.js";
import { effectOf } from "../../operations/effect.js";
import { holderOf, type MailHandlerServices } from "./mail.js";
import type { MailInbound } from "../inbound/inbound.js";
import type { MailPages } from "../rendering/createMailPages.js";
import { principalOf } from "../../operations/owner.js";

type MailHtmlHandlers = Pick<
  NodeHandlers,
  | "mailHtml"
  | "mailShown"
  | "mailHtmlSend"
  | "mailImages"
  | "mailImagesAllow"
  | "mailImagesBlock"
  | "mailInbound"
>;

export function mailHtmlHandlers(
  services: MailHandlerServices & {
    readonly mailInbound: MailInbound;
    readonly mailPages: MailPages;
  },
): MailHtmlHandlers {
  const { mail } = services;
  const { mailInbound: inbound, mailPages } = services;
  const { once, rendering, senders } = mailPages;
  const { sending } = mail;
  return {
    mailHtml: async ({ id, images }, call) => {
      const holder = await holderOf(mail, call);
      const { deceptive, held, hosts, marks, showsImages, token, banner, ...rest } =
        await rendering.render(holder, id, images);
      return {
        url: `${call.baseUrl()}/api/mail/shown/${token}`,
        expiresSeconds: SHOWN_SECONDS,
        images: showsImages ? "shown" : "blocked",
        alwaysAllowed: rest.alwaysAllowed,
        blockedRemote: held.remoteImages + held.remoteStyles,
        held: { ...held },
        hosts: [...hosts],
        deceptiveLinks: deceptive,
        refused: rest.refused,
        senderMarks: [...marks],
        banner: [...banner],
      };
    },
    mailShown: ({ token }) => {
      const page = once.take(token);
      if (page === undefined)
        throw new ApiError(
          "NOT_FOUND",
          "this address was used, or its minute is over: ask for another",
        );
      return preEncoded({
        body: page.text,
        contentType: "text/html; charset=utf-8",
        headers: [...mailFields(page.showsImages)],
      });
    },
    mailHtmlSend: async ({ attachments, html, subject, text }, call) => {
      const holder = await holderOf(mail, call);
      const { address } = holder;
      return effectOf(services, call, nodeOperations.mailHtmlSend).run(
        sending.send(holder, {
          to: [address],
          cc: [],
          subject,
          html,
          ...(text === undefined ? {} : { text }),
          attachments,
          isDraft: false,
        }),
        ({ id, thread }) => ({ id, threadId: thread, address }),
      );
    },
    mailImages: async ({ address }, call) => ({
      address,
      allowed: await senders.isAllowed(principalOf(call).owner, address),
    }),
    mailImagesAllow: ({ address }, call) =>
      effectOf(services, call, nodeOperations.mailImagesAllow).run(
        senders.set(principalOf(call).owner, address, true),
        (allowed) => ({ address, allowed }),
      ),
    mailImagesBlock: ({ address }, call) =>
      effectOf(services, call, nodeOperations.mailImagesBlock).run(
        senders.set(principalOf(call).owner, address, false),
        (allowed) => ({ address, allowed }),
      ),
    mailInbound: async (_described, call) => {
      const to = new URLSearchParams(call.query).get("to") ?? "";
      const { beat, step } = await inbound.arriving(to, call.body(), call.header(HANDSHAKE_HEADER));
      const answer =
        step === null
          ? null
          : await effectOf(services, call, nodeOperations.mailInbound).run(step, (received) => ({
              ...received,
            }));
      await beat;
      if (answer === null) throw new ApiError("NOT_FOUND", `nobody has the address ${to}`);
      return answer;
    },
  };
}
