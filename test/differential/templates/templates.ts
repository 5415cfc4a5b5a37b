import fc from "fast-check";

/** The data for the templates of a KubeadmConfig. */
export const data = { controlPlane: { version: "v1.36.0" } };

const text = fc.constantFrom("", "a", " ", "\n", "\t x ", "é", "}} ", "{ {", "日本", "#!/bin/sh\n", '"');
const gap = fc.constantFrom("", " ", "", " ", "\n");

const strings = fc.constantFrom(
  '""',
  '"a"',
  '"héllo wörld"',
  String.raw`"a\tb\n"`,
  String.raw`"\x41\u00e9\U0001F600\101"`,
  "`raw \\n`",
  "\"<a href='x'>&amp;\"",
  '"1"',
  '"100% \u{1F600}"',
  '"v1.36.0"',
);
const numbers = fc.constantFrom(
  "0",
  "1",
  "2",
  "3",
  "-1",
  "7",
  "42",
  "0x1F",
  "0b101",
  "0o17",
  "017",
  "1_000",
  "'a'",
  "'é'",
  String.raw`'\n'`,
  "1.5",
  "-0.25",
  "1e3",
  "2.0",
  "1e21",
  ".5",
  "1e-7",
  "123456789",
);
const values = fc.constantFrom(
  "true",
  "false",
  "nil",
  ".",
  "$",
  ".controlPlane",
  ".controlPlane.version",
  "$.controlPlane",
  ".missing",
  ".missing.field",
  "$x",
  "$x",
  "$y",
  ".controlPlane.missing",
);

const flags = fc.constantFrom("", "", "", "-", "0", "+", " ", "#", "+#", "-0", "0+", "# ");
const width = fc.constantFrom("", "", "", "1", "5", "12");
const precision = fc.constantFrom("", "", "", ".", ".0", ".1", ".3", ".8");
const verbs = fc.constantFrom(
  "v",
  "v",
  "d",
  "s",
  "q",
  "x",
  "X",
  "t",
  "f",
  "g",
  "e",
  "c",
  "U",
  "T",
  "o",
  "b",
  "E",
  "G",
  "F",
  "O",
  "z",
  "w",
  "%",
);
const directive = fc
  .tuple(flags, width, precision, verbs)
  .map(([flag, wide, precise, verb]) => `%${flag}${wide}${precise}${verb}`);
const format = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: directive },
      { weight: 1, arbitrary: fc.constantFrom("a", " ", "é", "%", "%!", "%5", "%[1]d", "%*d", "%[2]s") },
    ),
    { maxLength: 3 },
  )
  .map((parts) => JSON.stringify(parts.join("")));

const names = fc.constantFrom(
  "len",
  "index",
  "slice",
  "print",
  "println",
  "html",
  "js",
  "urlquery",
  "not",
  "eq",
  "ne",
  "lt",
  "le",
  "gt",
  "ge",
  "and",
  "or",
  "call",
  "unknown",
);

type Grammar = Record<"operand" | "command" | "pipeline", string>;

const grammar = fc.letrec<Grammar>((tie) => ({
  operand: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 4, arbitrary: values },
    { weight: 3, arbitrary: strings },
    { weight: 3, arbitrary: numbers },
    { weight: 2, arbitrary: tie("pipeline").map((inner) => `(${inner})`) },
    { weight: 1, arbitrary: tie("pipeline").map((inner) => `(${inner}).version`) },
  ),
  command: fc.oneof(
    { depthSize: "small" },
    { weight: 3, arbitrary: tie("operand") },
    {
      weight: 4,
      arbitrary: fc
        .tuple(names, fc.array(tie("operand"), { maxLength: 3 }))
        .map(([name, operands]) => [name, ...operands].join(" ")),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(format, fc.array(tie("operand"), { maxLength: 3 }))
        .map((parts) => ["printf", ...parts.flat()].join(" ")),
    },
  ),
  pipeline: fc.oneof(
    { depthSize: "small" },
    { weight: 4, arbitrary: tie("command") },
    { weight: 1, arbitrary: fc.tuple(tie("command"), tie("command")).map((commands) => commands.join(" | ")) },
  ),
}));

const { pipeline } = grammar;
/** With few iterations, so that no template takes long. */
const rangedOver = fc.oneof(
  fc.constantFrom(
    "3",
    "0",
    "2",
    ".",
    ".controlPlane",
    "$",
    ".missing",
    "nil",
    '"ab"',
    "1.5",
    "-1",
    "true",
    "(len .controlPlane.version)",
    "$x",
  ),
  fc
    .tuple(fc.constantFrom("$i", "$k, $v", "$x"), fc.constantFrom("3", ".", ".controlPlane", "0"))
    .map(([names, over]) => `${names} := ${over}`),
);

const delimiters = fc.constantFrom(["{{", "}}"], ["{{ ", " }}"], ["{{- ", " -}}"], ["{{- ", " }}"], ["{{ ", " -}}"]);
const action = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(delimiters, inner).map(([[open, close], body]) => `${open}${body}${close}`);
const fixed = (word: string): fc.Arbitrary<string> => action(fc.constant(word));

type Nodes = Record<"list" | "node", string>;

const nodes = fc.letrec<Nodes>((tie) => ({
  list: fc.array(tie("node"), { maxLength: 3, depthIdentifier: "nodes" }).map((parts) => parts.join("")),
  node: fc.oneof(
    { depthSize: "small", depthIdentifier: "nodes" },
    { weight: 2, arbitrary: text },
    { weight: 6, arbitrary: action(pipeline) },
    { weight: 1, arbitrary: action(pipeline.map((inner) => `$x := ${inner}`)) },
    { weight: 1, arbitrary: action(pipeline.map((inner) => `$x = ${inner}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "{{/* a */}}",
        "{{- /* }} */ -}}",
        "{{/*",
        "{{",
        "{{ 1",
        "{{end}}",
        "{{else}}",
        '{{ "a }}',
        "{{break}}",
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(action(pipeline.map((inner) => `if ${inner}`)), tie("list"), fixed("end"))
        .map((parts) => parts.join("")),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          action(pipeline.map((inner) => `if ${inner}`)),
          tie("list"),
          action(pipeline.map((inner) => `else if ${inner}`)),
          tie("list"),
          fixed("else"),
          tie("list"),
          fixed("end"),
        )
        .map((parts) => parts.join("")),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(action(pipeline.map((inner) => `with ${inner}`)), tie("list"), fixed("else"), tie("list"), fixed("end"))
        .map((parts) => parts.join("")),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          action(pipeline.map((inner) => `with $x := ${inner}`)),
          tie("list"),
          action(pipeline.map((inner) => `else with ${inner}`)),
          tie("list"),
          fixed("end"),
        )
        .map((parts) => parts.join("")),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          action(rangedOver.map((over) => `range ${over}`)),
          tie("list"),
          fc.constantFrom("", "{{break}}", "{{continue}}", "{{if .}}{{break}}{{end}}"),
          tie("list"),
          fc.constantFrom("{{end}}", "{{else}}-{{end}}"),
        )
        .map((parts) => parts.join("")),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('{{define "t"}}', '{{block "t" .}}', '{{define "u"}}'), tie("list"), fixed("end"))
        .map((parts) => parts.join("")),
    },
    {
      weight: 1,
      arbitrary: action(
        fc.oneof(
          fc.constantFrom('template "t"', 'template "u" .', 'template "missing"'),
          pipeline.map((inner) => `template "t" ${inner}`),
        ),
      ),
    },
  ),
}));

/** Templates, most of which Go accepts. */
export const templates: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "{{$x := 1}}", '{{$x := "a"}}{{$y := .}}', '{{define "t"}}<{{.}}>{{end}}{{$x := .missing}}'),
    nodes.list,
    gap,
  )
  .map((parts) => parts.join(""));
