import { goPattern, stringFormats } from "@capstan/kube";
import { describe, expect, test } from "vitest";

// The same strings go to kube-apiserver in packages/testkit/test/validation; this file has the error-prone ones.
describe("string formats, as the API server reads them", () => {
  test.each([
    ["date-time", "2024-02-29T23:59:59.5+02:00", "2026-02-29T00:00:00Z"],
    ["datetime", "2026-01-02t03:04:05z", "2026-01-02T03:04:60Z"],
    ["date", "2024-02-29", "2026-2-3"],
    ["duration", "1h30m", "5x"],
    ["duration", "3 days", "1 fortnight"],
    ["byte", "YQ==", ""],
    ["ipv4", "010.0.0.1", "10.0.0.256"],
    ["ipv4", "::ffff:1.2.3.4", "::1"],
    ["ipv6", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7"],
    ["ipv6", "::ffff:1.2.3.4", "::ffff:1.2.3.04"],
    ["ipv6", "::1", "fe80::1%eth0"],
    ["cidr", "fd00::/8", "10.0.0.0/33"],
    ["mac", "0123.4567.89ab", "01:23-45:67:89:ab"],
    ["uuid4", "01234567-89ab-4def-8123-456789abcdef", "01234567-89ab-5def-8123-456789abcdef"],
    ["hostname", "exämple.com", "a_b.com"],
    ["uri", "/a/b", "a/b"],
    ["uri", "http://", "http://h/%zz"],
    ["email", "Jane <jane@example.com>", "mailto:a@b"],
    ["k8s-short-name", "a-b", "a.b"],
    ["k8s-long-name", "a.b", "a.b-"],
  ])("%s: %j is valid, %j is not", (format, right, wrong) => {
    expect([right, wrong].map((text) => stringFormats.get(format)?.(text))).toEqual([true, false]);
  });
});

test.each([
  ["^[a-z]+$", "abc", true],
  [String.raw`^\p{L}$`, "é", true],
  [String.raw`^a\-b$`, "a-b", true],
  ["(?i)^abc$", "ABC", true],
  ["^abc$", "ABC", false],
  ["(?P<name>a)", "a", true],
  ["(?P<name>a)", "b", false],
  ["^a$", "a\n", false],
  ["(?=a)", "a", undefined],
  [String.raw`(a)\1`, "aa", undefined],
])("the Go expression %s matches %j: %s", (pattern, text, isMatch) => {
  expect(goPattern(pattern)?.test(text)).toBe(isMatch);
});

test.each([
  ["^(a+)+$", "a".repeat(100_000)],
  ["^(a|a)*$", "a".repeat(100_000)],
  ["^(([a-z])+.)+[A-Z]$", `${"a".repeat(100_000)}B`],
  [String.raw`^(\s*x?)*$`, " ".repeat(100_000)],
])("%s does not backtrack on a long string that almost matches", (pattern, text) => {
  expect(goPattern(pattern)?.test(text)).toBe(true);
  expect(goPattern(pattern)?.test(`${text}!`)).toBe(false);
});

test.each([
  ["email", "a@b", `${"<".repeat(200_000)}a@`],
  ["duration", "3 days", "1".repeat(200_000)],
  ["duration", "3 days", `1${" ".repeat(200_000)}`],
  ["hostname", "a.b.cd", `${"a.".repeat(100_000)}-`],
  ["uri", "http://a", `http://${"a".repeat(200_000)}%`],
  ["byte", "YQ==", `${"YWJj".repeat(50_000)}!`],
])("the format %s does not backtrack either: %j is valid, and a long string is not", (format, right, wrong) => {
  expect([right, wrong].map((text) => stringFormats.get(format)?.(text))).toEqual([true, false]);
});
