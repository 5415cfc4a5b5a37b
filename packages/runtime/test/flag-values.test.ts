import { InvalidArgumentError } from "commander";
import { describe, expect, test } from "vitest";
import {
  cipherSuites,
  curves,
  decimalNumber,
  duration,
  isOff,
  listenAddress,
  loopbackAddress,
  memoryAmount,
  namespaces,
  portNumber,
  positiveDuration,
  positiveInteger,
  shownDuration,
  wholeNumber,
} from "../src/manager/flag-values.ts";

/** The values that the words of a flag parse to, or that they are refused. */
function reads(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError);
    return "refused";
  }
}

describe.each<[name: string, parse: (text: string) => unknown, cases: Record<string, unknown>]>([
  [
    "a positive integer",
    positiveInteger,
    { "1": 1, "20": 20, "0": "refused", "-1": "refused", "1.5": "refused", "": "refused", x: "refused" },
  ],
  [
    "a whole number",
    wholeNumber,
    { "0": 0, "-3": -3, "12": 12, "1.5": "refused", "": "refused", " ": "refused", x: "refused" },
  ],
  [
    "a number",
    decimalNumber,
    { "0.5": 0.5, "-1": -1, "1e3": 1_000, Infinity: "refused", "": "refused", " ": "refused", x: "refused" },
  ],
  [
    "a port",
    portNumber,
    { "0": 0, "65535": 65_535, "65536": "refused", "-1": "refused", "80.5": "refused", http: "refused" },
  ],
  [
    "a positive duration",
    positiveDuration,
    { "1ms": 1, "1m30s": 90_000, "0s": "refused", "-1s": "refused", "10": "refused" },
  ],
  ["a duration", duration, { "0s": 0, "1h30m": 5_400_000, "-1s": -1_000, "10": "refused", soon: "refused" }],
  [
    "an amount of memory",
    memoryAmount,
    { "1": 1, "128Mi": 134_217_728, "1k": 1_000, "0": "refused", "-1": "refused", "9Pi": "refused", much: "refused" },
  ],
  [
    "an address to listen at",
    listenAddress,
    { "0": "0", "": "", ":8443": ":8443", "127.0.0.1:80": "127.0.0.1:80", "9440": "refused" },
  ],
  [
    "an address of this machine",
    loopbackAddress,
    {
      "0": "0",
      "": "",
      "localhost:6060": "localhost:6060",
      "127.0.0.2:6060": "127.0.0.2:6060",
      "[::1]:6060": "[::1]:6060",
      ":6060": "refused",
      "10.127.0.1:6060": "refused",
      "example.io:6060": "refused",
      "6060": "refused",
    },
  ],
  [
    "suites",
    (text) => cipherSuites(text, undefined),
    {
      TLS_AES_128_GCM_SHA256: ["TLS_AES_128_GCM_SHA256"],
      TLS_RSA_WITH_AES_128_CBC_SHA: ["TLS_RSA_WITH_AES_128_CBC_SHA"],
      "TLS_RSA_WITH_AES_128_CBC_SHA,none": "refused",
    },
  ],
  [
    "key exchanges",
    (text) => curves(text, undefined),
    { "29": [29], "29, 23,": [29, 23], "1": "refused", x: "refused" },
  ],
  [
    "namespaces",
    (text) => namespaces(text, undefined),
    { a: ["a"], " a, ,team-*": ["a", "team-*"], "a,*b": "refused", A: "refused" },
  ],
])("%s", (_name, parse, cases) => {
  test.each(Object.entries(cases))("%j is %j", (text, expected) => {
    expect(reads(parse, text)).toEqual(expected);
  });
});

test("repeated flags add to the values set before", () => {
  expect(namespaces("b", ["a"])).toEqual(["a", "b"]);
  expect(curves("23", [29])).toEqual([29, 23]);
  expect(cipherSuites("TLS_RSA_WITH_AES_128_CBC_SHA", ["TLS_AES_128_GCM_SHA256"])).toEqual([
    "TLS_AES_128_GCM_SHA256",
    "TLS_RSA_WITH_AES_128_CBC_SHA",
  ]);
});

test("an error names the refused value and the valid choices", () => {
  expect(() => curves("1", undefined)).toThrow(/numbers of 23 \(P-256\), .*29 \(X25519\)/);
  expect(() => cipherSuites("none", undefined)).toThrow(/^none is unknown.* TLS_AES_128_GCM_SHA256, /);
  expect(() => namespaces("ok,*no", undefined)).toThrow(/^"\*no" must be the name of a namespace/);
});

test("durations are shown as written, and an address shows whether it serves", () => {
  expect([90_000, 600_000, 0].map(shownDuration)).toEqual(["1m30s", "10m0s", "0s"]);
  expect(["", "0", ":0"].map(isOff)).toEqual([true, true, false]);
});
