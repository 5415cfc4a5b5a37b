import { expect, test } from "vitest";
import { haproxyConfig } from "../../src/load-balancer/haproxy-config.ts";

test("the configuration is the same for the same API servers in any order", () => {
  const one = { name: "default.cp-0", address: "172.18.0.3" };
  const other = { name: "default.cp-1", address: "fd00::3" };
  expect(haproxyConfig([one, other])).toBe(haproxyConfig([other, one]));
  expect(haproxyConfig([one, other]).split("\n").slice(-3)).toEqual([
    "  server default.cp-0 172.18.0.3:6443",
    "  server default.cp-1 [fd00::3]:6443",
    "",
  ]);
});
