import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { goQuote } from "../../src/go-text/go-quote.ts";
import { scalar } from "../../src/render/cloud-config/scalar.ts";
import { writeFilesEntry } from "../../src/render/cloud-config/write-files.ts";

test.each([
  ["a \"b\" 'c' \\", String.raw`"a \"b\" 'c' \\"`],
  ["\u0007\b\f\n\r\t\v\u0001\u007f", String.raw`"\a\b\f\n\r\t\v\x01\x7f"`],
  ["ünï 日本 😀", '"ünï 日本 😀"'],
  ["\u00a0\u2028\u{e0001}", String.raw`"\u00a0\u2028\U000e0001"`],
  ["echo {{ ds['x'] }}: y", `"echo {{ ds['x'] }}: y"`],
])("%j is quoted as by Go, and YAML reads the same value", (text, quoted) => {
  expect(goQuote(text)).toBe(quoted);
  expect(load(quoted)).toBe(text);
});

describe("a scalar", () => {
  test.each([
    "root:root",
    "/dev/disk/by-label/data",
    "ALL=(ALL) NOPASSWD:ALL",
    "-F",
    "$6$rounds=4096$salt$hash/.",
    "ssh-ed25519 AAAA user@host",
    "/opt/日本",
  ])("%s stays unquoted", (text) => {
    expect(scalar(text)).toBe(text);
  });

  test.each([
    ...[
      "yes",
      "NO",
      "null",
      "~",
      "0640",
      "1:30",
      "0x1f",
      "1e3",
      ".5",
      "2026-11-21",
      "+1",
      ".inf",
      "-",
      "---",
      "<<",
      "=",
    ],
    ...[
      "a: b",
      "a #b",
      "a:",
      "# a",
      "{{ ds.x }}",
      "[a]",
      "*a",
      "&a",
      "!a",
      "%a",
      "@a",
      "`a",
      '"a',
      "'a",
      "a\nb",
      "",
      "?a",
    ],
  ])("%j is quoted", (text) => {
    expect(scalar(text)).not.toBe(text);
    expect(load(scalar(text))).toBe(text);
  });

  test("has no surrounding spaces, such as the newline of a password in a Secret", () => {
    expect(scalar(" $6$hash\n")).toBe("$6$hash");
  });
});

test.each([
  ["text", "a\n  b\n", "a\n  b\n"],
  ["text without line end", "a", "a\n"],
  ["text with many", "a\n\n\n", "a\n"],
  ["nothing", "", ""],
  ["text that begins with spaces", "   a\n  b", "   a\n  b\n"],
  ["text that begins with empty lines", "\n\n  a", "\n\n  a\n"],
  ["text that begins with a tab", "\ta", "\ta\n"],
  ["Windows' line ends", "a\r\nb\r\n", "a\r\nb\r\n"],
  ["a NUL and a line separator", "a\u0000b\u2028c", "a\u0000b\u2028c\n"],
  ["what looks like YAML", "---\n- a: b # c\n...\n", "---\n- a: b # c\n...\n"],
])("the content of a file is %s", (_what, content, read) => {
  const [file] = load(writeFilesEntry({ path: "/f", content }).join("\n")) as { content: string }[];
  expect(file?.content).toBe(read);
});
