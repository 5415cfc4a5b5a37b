import { peerOf } from "@capstan/kube";
import { expect, test } from "vitest";

test.each([
  ["10.0.0.1", "10.0.0.1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["2001:db8:0:7:a::1", "2001:db8:0:7::/64"],
  ["2001:DB8:0:0007:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  [undefined, ""],
])("%s is one of %s", (address, peer) => {
  expect(peerOf(address)).toBe(peer);
});
