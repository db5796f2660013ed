/**
 * Who holds requests open until they time out, one after another, costs points: each takes a slot
 * here. A slow line answers some of them, and a node that is itself too busy hears from nobody.
 */
import { RecentMap } from "../../runtime/recentMap.js";
import { NetError, type Net } from "./net.js";

/** Requests in a row without an answer between them, for one fault. */
export const HELD_IN_A_ROW = 4;
const TIMEOUTS = "timeouts";
const PEERS_MAX = 4_096;

type Fault = (peer: string, what: string, code: string) => void;

/** The same network, which tells of peers that hold requests. */
export function watchedAnswers(net: Net, onFault: Fault): Net {
  const held = new RecentMap<string, number>(PEERS_MAX);
  let answers = 0;
  const request: Net["request"] = async (peer, protocol, data, options) => {
    const before = answers;
    try {
      const answer = await net.request(peer, protocol, data, options);
      answers += 1;
      held.delete(peer);
      return answer;
    } catch (error) {
      // Where nobody else answered meanwhile, it may be this node's own line.
      const isHeld = error instanceof NetError && error.code === "TIMEOUT" && answers > before;
      if (isHeld && net.peers().includes(peer)) {
        const inARow = (held.get(peer) ?? 0) + 1;
        held.set(peer, inARow % HELD_IN_A_ROW);
        if (inARow === HELD_IN_A_ROW) onFault(peer, TIMEOUTS, "TIMEOUT");
      }
      throw error;
    }
  };
  return new Proxy(net, {
    get: (target, name) => {
      if (name === "request") return request;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
