import { describe, expect, test } from "vitest";
import { lex } from "../../src/go-template/lexer.ts";

const text = (of: string): object => ({ kind: "text", text: of });
const one = { kind: "number", text: "1", touches: true };
const action = (line: number, ...tokens: object[]): object => ({ kind: "action", tokens, line });

describe("a template consists of text and actions", () => {
  test.each([
    ["", []],
    ["a\n", [text("a\n")]],
    ["a{{1}}", [text("a"), action(1, one)]],
    ["{{1}}b", [text(""), action(1, one), text("b")]],
    ["a{{/* b */}}c", [text("a"), text("c")]],
    ["\n{{1}}\n\n{{1}}", [text("\n"), action(2, one), text("\n\n"), action(4, one)]],
    ["a \n{{- 1 -}} \t\r\n b", [text("a"), action(1 + 1, { ...one, touches: false }), text("b")]],
    ["{{- 1 -}} ", [text(""), action(1, { ...one, touches: false }), text("")]],
  ])("%j", (source, pieces) => {
    expect(lex(source)).toEqual(pieces);
  });

  test("and an action consists of tokens", () => {
    const [, piece] = lex('{{$x := .a.b | print "c" `d` (1) ., true}}');
    expect(
      piece?.kind === "action" ? piece.tokens.map(({ kind, text: of, touches }) => [kind, of, touches]) : [],
    ).toEqual([
      ["variable", "x", true],
      ["symbol", ":=", false],
      ["field", "a", false],
      ["field", "b", true],
      ["symbol", "|", false],
      ["word", "print", false],
      ["string", "c", false],
      ["string", "d", false],
      ["symbol", "(", false],
      ["number", "1", true],
      ["symbol", ")", true],
      ["dot", ".", false],
      ["symbol", ",", true],
      ["word", "true", false],
    ]);
  });
});

describe("is read up to its limits and rejected beyond them:", () => {
  test.each([
    ["actions", (count: number) => "{{1}}".repeat(count), 20_000, "it has too many actions"],
    ["words in actions", (count: number) => `{{${"a ".repeat(count)}}}`, 100_000, "its actions are too long"],
    ["characters", (count: number) => " ".repeat(count), 1 << 20, "it is longer than 1 MiB"],
  ])("%s", (_what, source, most, says) => {
    expect(lex(source(most)).length).toBeGreaterThan(0);
    expect(() => lex(source(most + 1))).toThrow(says);
  });
});

test.each([
  ["{{/* a }}", "line 1 of the template: a comment does not end"],
  ["\n{{/* a */ b}}", "line 2 of the template: a comment does not end"],
  ["\n\n{{1 # 2}}", "line 3 of the template: an action is invalid or does not end"],
  ["{{1", "line 1 of the template: an action is invalid or does not end"],
])("%j is rejected at its position: %s", (source, says) => {
  expect(() => lex(source)).toThrow(says);
});
