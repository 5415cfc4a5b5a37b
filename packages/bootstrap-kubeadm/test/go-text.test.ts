import { expect, test } from "vitest";
import { goTime } from "../src/go-text/go-time.ts";
import { endedByOneNewline } from "../src/go-text/one-newline.ts";

test.each([
  ["2027-01-02T03:04:05Z", "2027-01-02T03:04:05Z"],
  ["2027-01-02T03:04:05.678+02:00", "2027-01-02T01:04:05Z"],
  ["soon", "soon"],
])("Kubernetes formats the time %s as %s", (text, time) => {
  expect(goTime(text)).toBe(time);
});

test.each([
  ["", ""],
  ["\n\n", ""],
  ["a", "a\n"],
  ["a\n", "a\n"],
  ["a\n\n\n", "a\n"],
  ["\na\n\nb", "\na\n\nb\n"],
])("%j ends with one newline: %j", (text, ended) => {
  expect(endedByOneNewline(text)).toBe(ended);
});
