import { expect, test } from "vitest";
import { takeTtlFlag } from "../src/ttl-flag.ts";

test.each([
  [["--install"], undefined, ["--install"]],
  [["--bootstrap-token-ttl=1h30m", "--install"], 5_400_000, ["--install"]],
  [["-n", "x", "--bootstrap-token-ttl", "90s"], 90_000, ["-n", "x"]],
])("%j", (argv, tokenTtlMs, rest) => {
  expect(takeTtlFlag(argv)).toEqual({ tokenTtlMs, rest });
});

test.each(["", "59s", "15", "a", "-5m"])("the duration %j is refused", (value) => {
  expect(() => takeTtlFlag(["--bootstrap-token-ttl", value])).toThrow("at least one minute");
});
