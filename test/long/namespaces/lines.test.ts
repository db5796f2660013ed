/** Daemons on lines that are slow, and on lines that lose large packets. */
import { expect } from "chai";
import { describeLab, meshOn } from "../../kit/netMesh.js";
import { call, listOf, textOf } from "../../kit/requests.js";
import { until } from "../../reliability/checker.js";
import { print } from "../reliability/share.js";

const title = "slow lines and lost packets between daemons in network namespaces";
const BYTES = 850_000;
const VARIABLES = 2_000;
const FOUND_MS_MAX = 180_000;
const NAMED_MS_MAX = 60_000;
/** Less than Ethernet carries, as behind a tunnel. */
const TUNNEL_BYTES = 1_280;

/** A satisfiable formula of so many bytes in DIMACS form: each clause has a negative literal. */
function formulaOf(bytes: number): string {
  const clauses: string[] = [];
  for (let n = 0, size = 0; size < bytes; n += 1) {
    const [a, b, c] = [n, n * 7 + 3, n * 13 + 5].map((i) => 1 + (i % VARIABLES));
    const clause = `-${a} ${b} ${c} 0`;
    clauses.push(clause);
    size += clause.length + 1;
  }
  return `p cnf ${VARIABLES} ${clauses.length}\n${clauses.join("\n")}`;
}

describeLab(title, (open) => {
  it("a receipt of 850 kB comes over 256 kbit/s", async () => {
    const lab = open();
    const machines = [1, 2].map((n) => lab.machine(`45.${n}.0.2`));
    const [asker, holder] = await meshOn(lab, machines);
    // The line is slow before anything is sealed: nothing can have come over a quick one.
    lab.slow(machines[1]!, 256);
    const request = { cnf: formulaOf(BYTES), visibility: "shared" };
    const answer = await call(holder!, "POST", "/api/calc/sat", request, {
      headers: { prefer: "wait=60" },
    });
    expect(answer.status, answer.text.slice(0, 500)).to.equal(200);
    const id = textOf(answer.body, "receipt_id");
    let size = 0;
    const ms = await until("finding it", FOUND_MS_MAX, async () => {
      const { status, text } = await call(asker!, "GET", `/api/receipts/${id}`);
      expect(status, text.slice(0, 500)).to.be.oneOf([200, 503]);
      size = text.length;
      return status === 200;
    });
    expect(size).to.be.at.least(BYTES);
    print({ size, ms });
  });

  it("a way that loses large packets is named by who asks over it", async () => {
    const lab = open();
    const machines = [1, 2].map((n) => lab.machine(`45.${n}.0.2`));
    const first = await lab.start(machines[0]!);
    for (let n = 0; n < 40; n += 1) {
      const inputs = { m1: 1e24 + n * 1e20, m2: 7e22, r: 3.8e8 };
      await call(first, "POST", "/api/calc/compute", { operators: ["KO42", "NM21"], inputs });
    }
    lab.losesLarge(machines[1]!, TUNNEL_BYTES);
    const second = await lab.start(machines[1]!, { bootstrap: [first] });
    const ms = await until("naming it", NAMED_MS_MAX, async () => {
      const { body } = await call(second, "GET", "/api/mesh/why");
      // Nothing large comes from the start: what opens the connection is small, and the rest is not.
      return listOf(body, "findings").some((one) => textOf(one, "code") === "SILENT");
    });
    print({ ms });
  });
});
