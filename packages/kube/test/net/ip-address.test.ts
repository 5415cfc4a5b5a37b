import { canonicalIPAddress } from "@capstan/kube";
import { expect, test } from "vitest";

test.each([
  ["10.0.0.1", "10.0.0.1"],
  ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["::", "::"],
  ["fe80::0001", "fe80::1"],
  ["010.0.0.1", undefined],
  ["10.0.0.256", undefined],
  ["fe80::1%eth0", undefined],
  ["::ffff:10.0.0.1", undefined],
  ["1::2::3", undefined],
  ["", undefined],
])("%s is identified by %s", (text, canonical) => {
  expect(canonicalIPAddress(text)).toBe(canonical);
});
