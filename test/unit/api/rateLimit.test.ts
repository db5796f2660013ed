import { expect } from "chai";
import { POLICIES, RateLimiter } from "../../../api/http/rateLimit.js";
import {
  addressGroup,
  forwardedAddress,
  plainAddress,
} from "../../../protocol/work/addressGroup.js";

describe("RateLimiter", () => {
  it("allows the quota in a window that begins with the first call", () => {
    const limiter = new RateLimiter();
    for (let i = 0; i < 10; i += 1) {
      expect(limiter.take("prove", "a", 1_000 + i)).to.include({
        allowed: true,
        remaining: 9 - i,
        policy: '"prove";q=10;w=60',
      });
    }
    expect(limiter.take("prove", "a", 31_000)).to.include({
      allowed: false,
      remaining: 0,
      resetSeconds: 30,
    });
    expect(limiter.take("prove", "a", 60_999)).to.include({ allowed: false, resetSeconds: 1 });
    expect(limiter.take("prove", "a", 61_000)).to.include({ allowed: true, remaining: 9 });
  });
  it("never states more seconds than a window has", () => {
    for (let i = 0; i < 20_000; i += 1) {
      const { resetSeconds } = new RateLimiter().take("prove", "a", 1_000 + i * 0.7310585786300049);
      expect(resetSeconds, `call ${i}`).to.equal(60);
    }
  });
  it("keeps callers and policies apart", () => {
    const limiter = new RateLimiter();
    for (let i = 0; i < 10; i += 1) expect(limiter.take("prove", "a", 0).allowed).to.equal(true);
    expect(limiter.take("prove", "a", 0).allowed).to.equal(false);
    expect(limiter.take("prove", "b", 0).allowed).to.equal(true);
    expect(limiter.take("prove-verify", "a", 0).allowed).to.equal(true);
  });
  it("remembers a bounded number of callers, and lets go of ended windows first", () => {
    const limiter = new RateLimiter(100);
    for (let i = 0; i < 28; i += 1) limiter.take("signup", "long", 0);
    for (let i = 0; i < 99; i += 1) limiter.take("prove", `old${i}`, 0);
    limiter.take("prove", "next", 61_000);
    expect(limiter.size).to.be.at.most(100);
    limiter.take("signup", "long", 61_000);
    limiter.take("signup", "long", 61_000);
    expect(limiter.take("signup", "long", 61_000).allowed).to.equal(false);
    for (let i = 0; i < 10_000; i += 1) limiter.take("prove", `flood${i}`, 61_000);
    expect(limiter.size).to.be.at.most(100);
  });
  it("states the quotas the contract fixes", () => {
    expect(POLICIES.prove).to.deep.equal({ quota: 10, windowSeconds: 60 });
    expect(POLICIES["prove-verify"]).to.deep.equal({ quota: 10, windowSeconds: 60 });
    expect(POLICIES["mesh-verify"]).to.deep.equal({ quota: 10, windowSeconds: 60 });
    expect(POLICIES["demo-mint"]).to.deep.equal({ quota: 30, windowSeconds: 3_600 });
    expect(POLICIES.signup).to.deep.equal({ quota: 30, windowSeconds: 3_600 });
    expect(POLICIES.claim).to.deep.equal({ quota: 64, windowSeconds: 3_600 });
  });
});

describe("addressGroup", () => {
  it("takes an IPv4 address as it is, mapped or not", () => {
    const forms = [
      "192.0.2.7",
      "::ffff:192.0.2.7",
      "::FFFF:192.0.2.7",
      "0000:0000:0000:0000:0000:ffff:c000:0207",
      "::ffff:c000:207",
    ];
    for (const form of forms) expect(addressGroup(form), form).to.equal("192.0.2.7");
    expect(plainAddress("::ffff:192.0.2.7")).to.equal("192.0.2.7");
  });
  it("takes the /64 of an IPv6 address, however it is written", () => {
    for (const form of [
      "2001:db8:1:2::1",
      "2001:0db8:0001:0002:ffff:ffff:ffff:ffff",
      "2001:db8:1:2:3::",
      "2001:db8:1:2::%eth0",
    ]) {
      expect(addressGroup(form), form).to.equal("2001:db8:1:2::/64");
    }
    expect(addressGroup("2001:db8:1:3::1")).to.not.equal(addressGroup("2001:db8:1:2::1"));
    expect(addressGroup("::1")).to.equal("0:0:0:0::/64");
  });
});

describe("forwardedAddress", () => {
  it("leaves out the port, in either family, and brackets", () => {
    const forms: Readonly<Record<string, string>> = {
      "192.0.2.7": "192.0.2.7",
      "192.0.2.7:1234": "192.0.2.7",
      "[2001:db8::1]:443": "2001:db8::1",
      "[2001:db8::1]": "2001:db8::1",
      "2001:db8::1": "2001:db8::1",
      "[::ffff:192.0.2.7]:80": "192.0.2.7",
      unknown: "unknown",
      "_hidden:80": "_hidden:80",
    };
    for (const [form, address] of Object.entries(forms))
      expect(forwardedAddress(form), form).to.equal(address);
  });
});
