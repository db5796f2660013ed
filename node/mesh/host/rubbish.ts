/**
 * Requests whose frames do not open, and requests and gossip longer than any, cost their sender
 * points.
 * What may happen to an honest node does not: a clock that is off, a secret that is being replaced,
 * more requests than are answered.
 */
import { FrameError } from "./frame.js";
import type { Net } from "./net.js";

/** Beside the topics: requests that no honest node makes. */
const FRAMES = "frames";

type Fault = (peer: string, what: string, code: string) => void;

/** The same network, which tells of requests that are rubbish. */
export function watchedFrames(net: Net, onFault: Fault): Net {
  net.onOversizedGossip?.((peer) => onFault(peer, FRAMES, "OVERSIZED"));
  const serve: Net["serve"] = (protocol, handler, options) =>
    net.serve(
      protocol,
      async (request, from) => {
        try {
          return await handler(request, from);
        } catch (error) {
          if (error instanceof FrameError && error.isRubbish) onFault(from, FRAMES, "BAD_FRAME");
          throw error;
        }
      },
      { ...options, onOversized: (from) => onFault(from, FRAMES, "OVERSIZED") },
    );
  return new Proxy(net, {
    get: (target, name) => {
      if (name === "serve") return serve;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
