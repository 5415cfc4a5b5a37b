import { expect, test } from "vitest";
import { freeAddress } from "../src/addresses/free-address.ts";

test("the first address that no claim has", () => {
  expect(freeAddress(["192.0.2.10", "192.0.2.11"], new Set(["192.0.2.10"]))).toBe("192.0.2.11");
  expect(freeAddress(["192.0.2.10"], new Set(["192.0.2.10"]))).toBeUndefined();
});
