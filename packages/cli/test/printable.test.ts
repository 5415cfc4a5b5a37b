import { expect, test } from "vitest";
import { printable, printableValue } from "../src/terminal/printable.ts";

test.each([
  ["an escape sequence", "\u001b[2Jgone\u009b1A", "\u{fffd}[2Jgone\u{fffd}1A"],
  ["the title of a window", "\u001b]0;x\u0007", "\u{fffd}]0;x\u{fffd}"],
  ["a carriage return", "ok\rno", "ok\u{fffd}no"],
  ["text from right to left", "\u202egnp.exe", "\u{fffd}gnp.exe"],
  ["lines, letters and signs", "1\n é 名 🙂 ✗", "1\n é 名 🙂 ✗"],
])("a terminal shows %s as plain characters", (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
  expect(printableValue({ conditions: [{ message: text, n: 1 }] })).toEqual({ conditions: [{ message: shown, n: 1 }] });
});
