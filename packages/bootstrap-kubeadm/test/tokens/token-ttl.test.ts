import { expect, test } from "vitest";
import { parseTokenTtl } from "../../src/tokens/token-ttl.ts";

test.each([
  ["1h30m", 5_400_000],
  ["15m", 900_000],
  ["90s", 90_000],
  ["1m", 60_000],
])("%s", (text, milliseconds) => {
  expect(parseTokenTtl(text)).toBe(milliseconds);
});

test.each(["", "59s", "15", "a", "-5m"])("the duration %j is rejected", (text) => {
  expect(() => parseTokenTtl(text)).toThrow("at least one minute");
});
