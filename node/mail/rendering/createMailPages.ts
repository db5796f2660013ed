/** What shows messages as pages, put together. */
import { ImageSenders } from "./imageSenders.js";
import { MailRendering, type RenderModules } from "./rendering.js";
import { ShownOnce, type OnceModules } from "./shownOnce.js";
import type { SenderModules } from "./imageSenders.js";

type Modules = OnceModules & SenderModules;

export interface MailPages {
  readonly senders: ImageSenders;
  readonly once: ShownOnce;
  readonly rendering: MailRendering;
}

export function createMailPages(
  modules: Modules,
  mail: Pick<RenderModules, "attachments" | "reading">,
): MailPages {
  const senders = new ImageSenders(modules);
  const once = new ShownOnce(modules);
  const { attachments, reading } = mail;
  return { senders, once, rendering: new MailRendering({ attachments, reading, senders, once }) };
}
