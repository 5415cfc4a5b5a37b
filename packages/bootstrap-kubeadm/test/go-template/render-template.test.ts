import { describe, expect, test } from "vitest";
import { renderTemplate } from "../../src/go-template/execute.ts";

const data = { controlPlane: { version: "v1.36.0" } };

// The differential suite compares the output with that of Go's text/template.
test.each([
  ["the version", "{{ .controlPlane.version }}", "v1.36.0"],
  ["what is missing", "{{ .a.b }}", "<no value>"],
  ["a map", "{{ . }}", "map[controlPlane:map[version:v1.36.0]]"],
  ["trimmed text", "a \n {{- 1 -}} \n b", "a1b"],
  ["a comment", "a{{/* }} */}}b", "ab"],
  ["if and else", "{{ if .x }}1{{ else if .controlPlane }}2{{ else }}3{{ end }}", "2"],
  ["with", "{{ with .controlPlane }}{{ .version }}{{ $.x }}{{ end }}", "v1.36.0<no value>"],
  ["range over an integer", "{{ range $i := 3 }}{{ $i }}{{ end }}", "012"],
  ["range over a map", "{{ range $k, $v := . }}{{ $k }}{{ len $v }}{{ else }}-{{ end }}", "controlPlane1"],
  [
    "break and continue",
    "{{ range 9 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if eq . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}",
    "02",
  ],
  ["templates", '{{ define "t" }}<{{ . }}>{{ end }}{{ template "t" 1 }}{{ block "u" 2 }}[{{ . }}]{{ end }}', "<1>[2]"],
  ["variables", "{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ $x := 3 }}{{ $x }}{{ end }}{{ $x }}", "32"],
  ["pipelines", '{{ "a" | printf "%s%s" "b" | len }}', "2"],
  ["short circuits", "{{ or 1 (index .x 1) }}{{ and 0 (len 1) }}", "10"],
  [
    "formats",
    '{{ printf "%5.2s|%-4d|%04d|%q|%x|%t|%d|%s" "abc" 7 -7 "a" "hi" true "no" }}',
    '   ab|7   |-007|"a"|6869|true|%!d(string=no)|%!s(MISSING)',
  ],
  [
    "escapes",
    `{{ html "<'&" }} {{ js "<'=" }} {{ urlquery "a b/" }}`,
    String.raw`&lt;&#39;&amp; \u003C\'\u003D a+b%2F`,
  ],
])("%s", (_what, template, text) => {
  expect(renderTemplate(template, data)).toBe(text);
});

test.each([
  ["$ is what it was", "{{ range 2 }}{{ $.b }}{{ end }}", "22"],
  [
    "a variable that is there gets each item",
    "{{ $a := 7 }}{{ $b := 8 }}{{ range $a = . }}{{ end }}{{ $a }}{{ $b }}",
    "18",
  ],
  ["a map is in the order of its keys", "{{ range $k, $v := . }}{{ $k }}{{ $v }}{{ end }}", "b2c1"],
])("%s", (_what, template, text) => {
  expect(renderTemplate(template, { c: 1, b: 2 })).toBe(text);
});

test.each([
  ["has no items", "{{ range .a }}1{{ else }}2{{ end }}", "2"],
  ["has no fields", "{{ .a.b }}", "<no value>"],
])("null %s", (_what, template, text) => {
  expect(renderTemplate(template, { a: null })).toBe(text);
});

test("an empty map is false, and other maps are true", () => {
  expect(renderTemplate("{{ if .a }}1{{ else }}2{{ end }}{{ if . }}1{{ end }}", { a: {} })).toBe("21");
});

test("the error of a function contains its line once", () => {
  let message = "";
  try {
    renderTemplate("\n{{ range true }}{{ end }}", {});
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toBe("line 2 of the template: range over a value that is not a list, map or integer");
});

test.each([
  ["actions", "{{ if 1 }}a{{ end }}", "a"],
  ["actions with else", "{{ if 0 }}{{ else }}a{{ end }}", "a"],
  ["ranges", "{{ range 1 }}a{{ end }}", "a"],
  ["templates", '{{ template "t" }}', "b"],
])("any number of %s may follow each other, because they are not nested", (_what, action, text) => {
  expect(renderTemplate(`{{ define "t" }}b{{ end }}${action.repeat(600)}`, {})).toBe(text.repeat(600));
});

test("any number of parentheses and range iterations may follow each other", () => {
  expect(renderTemplate(`{{ print ${"(1) ".repeat(101)}}}`, {})).toBe(Array.from({ length: 101 }, () => "1").join(" "));
  expect(renderTemplate("{{ range 600 }}a{{ end }}", {})).toBe("a".repeat(600));
});

describe("is rejected", () => {
  test.each([
    ["{{ if 1 }}", "line 1 of the template: an end is missing"],
    ["\n\n{{ end }}", "line 3 of the template: an end or else has no matching action"],
    ["\n{{ secret }}", "line 2 of the template: it calls a function that does not exist"],
    ["\n{{ 1 }}\n\n{{ .controlPlane.version.secret }}", "line 4 of the template: it reads a field"],
    ["\n{{ if 1 }}\n{{ len 1 }}{{ end }}", "line 3 of the template: a value of type int has no length"],
    ["{{ if 0 }}{{ if 1 }}{{ $x := 1 }}{{ end }}{{ $x }}{{ end }}", "it uses a variable that is not defined"],
    ["{{ if 0 }}{{ 1 | . }}{{ end }}", "the result of a pipeline is passed to a value that is not a function"],
    ["\n{{ (1 }}", "line 2 of the template: a parenthesis does not end"],
    [
      `${"\n{{ if 1 }}".repeat(110)}${"{{ end }}".repeat(110)}`,
      "line 102 of the template: it is nested deeper than 100",
    ],
    [`\n{{ ${"(".repeat(101)}1${")".repeat(101)} }}`, "line 2 of the template: it is nested deeper than 100"],
    ["{{ $secret }}", "it uses a variable that is not defined"],
    ['{{ template "secret" }}', "it uses a template that is not defined"],
    ["{{ .controlPlane.version.secret }}", "it reads a field of a value that is not a map"],
    ["{{ `secret", "an action is invalid or does not end"],
    ['{{ "secret" "secret" }}', "a value that is not a function has arguments"],
    ["{{ nil }}", "nil is not a command"],
    ["{{ break }}", "break outside of range"],
    ['{{ lt "secret" 1 }}', "values of these types cannot be compared"],
    ["{{ range $i, $v := 3 }}{{ end }}", "range over an integer has one variable"],
    ['{{ range 20000 }}{{ printf "%100s" "" }}{{ end }}', "its output exceeds 1 MiB"],
    ["{{ range 1000 }}{{ range 1000 }}{{ end }}{{ end }}", "it exceeds the limit of work"],
    ['{{ define "t" }}{{ template "t" }}{{ end }}{{ template "t" }}', "templates include each other endlessly"],
  ])("%s: %s", (template, why) => {
    const render = () => renderTemplate(template, data);
    expect(render).toThrow(why);
    expect(render).not.toThrow("secret");
  });
});
