import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderTemplate } from "../../src/go-template/execute.ts";
import { lex } from "../../src/go-template/lexer.ts";
import { TemplateError } from "../../src/go-template/model/template-error.ts";

const render = (template: string): string => renderTemplate(template, { controlPlane: { version: "v1.36.0" } });
const nested = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** A template that includes a chain of templates. */
const chain = (templates: number): string =>
  Array.from({ length: templates }, (_, index) => `{{define "t${index + 1}"}}{{template "t${index}"}}{{end}}`).join(
    "",
  ) + `{{define "t0"}}x{{end}}{{template "t${templates}"}}`;

/** Each limit with the largest template that is rendered, the smallest that is rejected, and the message. */
const limits: readonly (readonly [what: string, rendered: string, refused: string, says: string])[] = [
  ["length", " ".repeat(1 << 20), " ".repeat((1 << 20) + 1), "it is longer than 1 MiB"],
  [
    "actions",
    "\n{{1}}".repeat(20_000),
    "\n{{1}}".repeat(20_001),
    "line 20002 of the template: it has too many actions",
  ],
  ["tokens", `{{print${" 1".repeat(90_000)}}}`, `{{print${" 1".repeat(100_000)}}}`, "its actions are too long"],
  [
    "actions inside each other",
    nested("{{if 1}}", "x", "{{end}}", 100),
    nested("{{if 1}}", "x", "{{end}}", 101),
    "it is nested deeper than 100 levels",
  ],
  [
    "else if",
    `{{if 0}}${"{{else if 0}}".repeat(98)}{{end}}`,
    `{{if 0}}${"{{else if 0}}".repeat(101)}{{end}}`,
    "it is nested deeper than 100 levels",
  ],
  [
    "parentheses",
    `{{${nested("(", "1", ")", 100)}}}`,
    `{{${nested("(", "1", ")", 101)}}}`,
    "it is nested deeper than 100 levels",
  ],
  ["templates inside each other", chain(498), chain(499), "templates include each other endlessly"],
  ["width", '{{printf "%1000000d" 1}}', '{{printf "%1000000d%1000000d" 1 1}}', "printf writes more than 1 MiB"],
  [
    "widths",
    `{{len (printf "${"%100000d".repeat(10)}" 1 2 3 4 5 6 7 8 9 10)}}`,
    `{{len (printf "${"%100000d".repeat(11)}" 1 2 3 4 5 6 7 8 9 10 11)}}`,
    "printf writes more than 1 MiB",
  ],
  ["digits", '{{printf "%.100f" 1.5}}', '{{printf "%.101f" 1.5}}', "printf writes too many digits"],
  [
    "values",
    '{{$x := "a"}}{{range 19}}{{$x = print $x $x}}{{end}}{{len $x}}',
    '{{$x := "a"}}{{range 30}}{{$x = print $x $x}}{{end}}{{len $x}}',
    "the arguments of a function exceed 1 MiB",
  ],
  [
    "output",
    `{{range 1024}}{{printf "%1024d" 1}}{{end}}`,
    `{{range 1025}}{{printf "%1024d" 1}}{{end}}`,
    "its output exceeds 1 MiB",
  ],
  [
    "a long range that is left",
    "{{range 300}}{{range 1000000}}{{break}}{{end}}{{end}}",
    "{{range 1000000000}}{{end}}",
    "it exceeds the limit of work",
  ],
  [
    "long values in a loop",
    `{{$x := "${"a".repeat(1000)}"}}{{range 2000}}{{$y := html $x}}{{end}}`,
    `{{$x := "${"a".repeat(500_000)}"}}{{range 2000}}{{$y := html $x}}{{end}}`,
    "it exceeds the limit of work",
  ],
  [
    "many variables in a loop",
    `{{range 1000}}{{$x := 1}}{{end}}`,
    `{{$x := 1}}${"{{$y := 1}}".repeat(10_000)}{{range 10000}}{{$x}}{{end}}`,
    "it exceeds the limit of work",
  ],
  [
    "code points of a string",
    String.raw`{{"\U0010FFFF"}}`,
    String.raw`{{"\U00110000"}}`,
    "a string has an escape that does not exist",
  ],
  ["bytes of a string", String.raw`{{"\377"}}`, String.raw`{{"\400"}}`, "a string has an escape that does not exist"],
  [
    "surrogate pairs",
    String.raw`{{urlquery "\ud7ff"}}`,
    String.raw`{{urlquery "\ud800"}}`,
    "a string has an escape that does not exist",
  ],
];

describe("a template is rendered up to its limits, and rejected beyond them with a reason", () => {
  test.each(limits)("%s", (_what, rendered, refused, says) => {
    expect(typeof render(rendered)).toBe("string");
    const rendering = (): string => render(refused);
    expect(rendering).toThrow(says);
    expect(rendering).toThrow(TemplateError);
  });
});

/** The rendered output or the error, with this many calls on the stack already. */
function renderedBelow(calls: number, template: string): unknown {
  if (calls > 0) return renderedBelow(calls - 1, template);
  try {
    return render(template);
  } catch (error) {
    return error;
  }
}

test("a template that needs more than the remaining stack is also rejected", () => {
  const template = chain(498);
  let outcome: unknown = "x";
  for (let calls = 0; outcome === "x"; calls += 500) outcome = renderedBelow(calls, template);
  expect(outcome).toBeInstanceOf(TemplateError);
  expect(outcome).toHaveProperty("message", expect.stringContaining("it exceeds the limit of work"));
});

test("any template is rendered or rejected with a TemplateError", () => {
  const part = fc.constantFrom(
    "{{",
    "}}",
    "{{-",
    "-}}",
    "if ",
    "range ",
    "end",
    "else ",
    "with ",
    "$x",
    ":=",
    " ",
    "\n",
    "1",
    "9999999",
    '"%',
    "%*d",
    '"',
    "`",
    "printf ",
    "print ",
    "len ",
    "index ",
    "slice ",
    "js ",
    "urlquery ",
    "(",
    ")",
    "|",
    ".",
    "nil",
    "\\u",
    "d800",
    "\ud800",
    "'",
    "/*",
    "*/",
    "define ",
    "template ",
    '"t"',
    ",",
    "break",
    "-1 ",
    "1e999 ",
    "%.999f",
    "%c",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      try {
        render(parts.join(""));
      } catch (error) {
        expect(error).toMatchObject({ name: "TemplateError" });
      }
    }),
    { numRuns: 3000 },
  );
});

/** CPU time of the fastest of several runs, in microseconds. */
function cost(run: () => void): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    return process.cpuUsage(before).user;
  });
  return Math.max(1000, Math.min(...runs));
}

const long = "a".repeat(500_000);
const manyVariables = Array.from({ length: 10_000 }, (_, index) => `{{$x${index} := 1}}`).join("");

// Each took between a second and an hour without the optimization in its title.
test.each([
  ["brackets that do not close are looked for once", `{{printf "${"%[".repeat(400_000)}"}}`],
  ["the rest of a long value is not read", `{{$x := "${long}"}}{{printf "${"%.0[1]s".repeat(60_000)}" $x}}`],
  ["nor are its bytes", `{{$x := "${long}"}}{{printf "${"%.0[1]x".repeat(60_000)}" $x}}`],
  ["characters are counted to the width", `{{$x := "${long}"}}{{range 600}}{{$y := print $x}}{{end}}`],
  ["bytes are written at once", `{{$x := "${long}"}}{{range 600}}{{$y := printf "%x" $x}}{{end}}`],
  ["characters are cut at once", `{{$x := "${long}"}}{{range 600}}{{$y := printf "%.400000s" $x}}{{end}}`],
  ["results count", `{{range 20000}}{{$y := printf "%.1000000d" 1}}{{end}}`],
  ["directives count", `{{range 200}}{{$y := printf "${"%.0[1]f".repeat(140_000)}" 1e-300}}{{end}}`],
  ["a variable is found by its name", `${manyVariables}{{print ${"$x9999 ".repeat(60_000)}}}`],
])("a template does not block the manager: %s", (_what, template) => {
  const before = process.cpuUsage();
  try {
    render(template);
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateError);
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

test.each([
  ["lines and actions", "\n{{1}}"],
  ["actions on one line", "{{1}}    "],
  ["spaces that are not trimmed", "                                                                "],
  ["text that is trimmed", "a        b{{- 1 -}}          "],
  ["comments", "{{/* a */}}\n"],
  ["strings", '{{"\\n\\n\\n"}}'],
  ["braces that open nothing", "{ {}}"],
])("lexing does not take quadratic time in the length of a template: %s", (_what, unit) => {
  const text = (characters: number): string => `${unit.repeat(Math.floor(characters / unit.length))}x{{- 1 }}`;
  const [small, large] = [text(10_000), text(80_000)];
  lex(large);
  // A busy machine makes some measurements longer; quadratic time makes all of them 64 times as long.
  const ratio = (): number => cost(() => lex(large)) / cost(() => lex(small));
  expect(Array.from({ length: 10 }).some(() => ratio() < 32)).toBe(true);
});
