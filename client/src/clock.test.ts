import { expect, test, vi } from "vitest";

test("the gateway's time outlives a reload, and no difference is stored where there is none", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const twoHoursAgo = Date.now() - 2 * 60 * 60_000;
  const before = await import("./clock.ts");
  before.learnServerTime(new Date(twoHoursAgo).toUTCString());
  vi.resetModules();
  const after = await import("./clock.ts");
  expect(after.serverNow()).toBe(before.serverNow());
  expect(Math.abs(after.serverNow() - twoHoursAgo)).toBeLessThan(1000);

  after.learnServerTime(new Date().toUTCString());
  expect(sessionStorage).toHaveLength(0);
});
