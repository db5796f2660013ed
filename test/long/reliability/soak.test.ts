import { expect } from "chai";
import { soak } from "../../reliability/soak.js";
import { print } from "./share.js";

/** `SOAK_MINUTES=1440` runs it for a day. */
const MINUTES = Number(process.env["SOAK_MINUTES"] ?? "15");
/** From here on a slope says more than what caches take in. */
const LONG_MINUTES = 180;
const MB_PER_HOUR_MAX = 1;

describe("reliability, long: daemons that do everything over and over", () => {
  it(`hold no more handles after ${MINUTES} minutes, and every job ends`, async () => {
    const figures = await soak(MINUTES);
    print(figures);
    const { daemons, jobs } = figures;
    expect(jobs["done"]).to.be.greaterThan(0);
    for (const { files, heapMbPerHour, resources } of daemons) {
      expect(files[1] - files[0], "open files").to.be.at.most(8);
      expect(resources[1] - resources[0], "handles").to.be.at.most(8);
      if (MINUTES >= LONG_MINUTES) expect(heapMbPerHour).to.be.at.most(MB_PER_HOUR_MAX);
    }
  });
});
