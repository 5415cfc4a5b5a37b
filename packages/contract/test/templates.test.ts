import { checkTemplates, readTemplate } from "@capstan/contract";
import { expect, test } from "vitest";

test.each<[title: string, text: string, document: unknown, source?: unknown]>([
  ["a variable in a list", "keys: [${KEYS}]", { keys: ["${KEYS}"] }],
  ["a variable in a mapping in braces", "a: {b: ${B}, c: x-${C}}", { a: { b: "${B}", c: "x-${C}" } }],
  ["a variable as a key", "${KEY}: 1", { "${KEY}": 1 }],
  ["a variable in quotes, and one in a block", 'a: "${A}"\nb: |\n  ${B}\n', { a: "${A}", b: "${B}\n" }],
  ["spaces in the braces", "a: ${ A }\nb: ${B }", { a: "${ A }", b: "${B }" }],
  ["a default, which has its own type", "m: ${N:=3}", { m: 3 }, { m: "${N:=3}" }],
  ["defaults of each form", 'a: ${A=1}\nb: ${B:-x}\nc: ${C:="2"}', { a: 1, b: "x", c: "2" }, expect.anything()],
  ["a default of a list", "a: ${A:=[1, 2]}", { a: [1, 2] }, { a: "${A:=[1, 2]}" }],
  ["a default that is another variable", "a: ${A:=x-${B}}", { a: "x-${B}" }, { a: "${A:=x-${B}}" }],
  ["an empty default, which counts as missing", "a: ${A:=}", { a: "${A:=}" }],
  ["an escaped variable", "a: echo $${HOME} $$ $HOME $(pwd)", { a: "echo ${HOME} $ $HOME $(pwd)" }],
  ["a default that is a variable with a default", "a: ${A:=${B:=x}y}", { a: "xy" }, { a: "${A:=${B:=x}y}" }],
  ["a default with a lone dollar sign", "a: ${A:=$}", { a: "$" }, { a: "${A:=$}" }],
  ["a default that is the key of a mapping", "${A:=a:} 1\nb: 2", { a: 1, b: 2 }],
  ["an escaped dollar sign at the start", "$$A: 1", { $A: 1 }],
  ["a brace after the first character", "[{a: 1}]", [{ a: 1 }]],
  ["a private character of a placeholder", "a: \u{e000}\u{e010}\u{e001}", { a: "\u{e000}\u{e010}\u{e001}" }],
  ["functions of values in a list", "a: [${A^}, ${B#x}]", { a: ["${A^}", "${B#x}"] }],
  ["functions of values", "a: ${A,,}\nb: ${B/#x}/y}\nc: ${#C}\nd: ${D:1:2}\ne: ${E%%.*}", expect.anything()],
])("reads %s as clusterctl does", (_title, text, document, source = document) => {
  const read = readTemplate(text);
  expect(read.documents).toEqual([document]);
  expect(read.sources).toEqual([source]);
});

// `clusterctl generate yaml` accepts and refuses the same variables.
test.each([
  ...["${A^}", "${A^^}", "${A,}", "${A,^}", "${#A}", "${A#x}", "${A##x}", "${A###}", "${A%x}", "${A%%x}", "${A#${X}}"],
  ...["${A:1}", "${A:1:2}", "${A:1::2}", "${A:${X}}", "${A:1:${X}}", "${A:${X}:1}"],
  ...["${A/x/y}", "${A//x/y}", "${A/#x/y}", "${A/%x/y}", "${A/x/}", "${A/x//}", "${A/x/y/z}", "${A/}/y}", "${A//}/y}"],
  ...["${A/${X}/y}", "${A/x/${X}}", "${A/x\\/y/z}", "${A/x\\\\/z}", "${A/x$${X/z}", "${A/x/$${X}"],
])("the variable %s ends at its last brace", (variable) => {
  const text = `a: '${variable}b}'`;
  expect(readTemplate(text).documents).toEqual([{ a: `${variable}b}` }]);
  const { text: substituted, sourceOffset } = readTemplate(text);
  expect(sourceOffset(substituted.indexOf("b}"))).toBe(text.lastIndexOf("b}"));
});

test.each([
  ...[
    "${#}",
    "${#A:=x}",
    "${A^^^}",
    "${A,x}",
    "${A^${X}}",
    "${A#}",
    "${A##}",
    "${A%}",
    "${A#x${X}}",
    "${A:}",
    "${A::1}",
    "${A:1:}",
  ],
  ...["${A:1${X}}", "${A:1:2${X}}", "${A/}", "${A//}", "${A///}", "${A/#/}", "${A/%/}", "${A/x}", "${A/x${X}y/z}"],
  ...["${A/x/y${X}}", "${A/x\\/y}", "${A", "${A#", "${A#x", "${A:1", "${A/x/", "${A/x/y", "${A:=", "${A:=x", "${A=x"],
])("the variable %s is refused", (variable) => {
  expect(() => readTemplate(`a: 1\nb: ${variable}`)).toThrow(
    expect.objectContaining({ code: "MalformedText", form: "YAML", line: 2 }) as Error,
  );
});

test.each<[title: string, text: string, line: number]>([
  ["an operator that clusterctl does not know", "a: 1\nb: ${B-x}", 2],
  ["an array of a shell", "a: 1\n# ${B[0]}\n", 2],
  ["no closing brace", "a:\n\n  - ${B:=x\nc: 1", 3],
  ["no name", "a: ${}", 1],
  ["a replacement without its second part", "a: ${B/x}", 1],
  ["101 variables in one another", `${"${A:-".repeat(102)}x${"}".repeat(102)}`, 1],
  ["100,000 variables in one another", `a:\n- ${"${A:-".repeat(100_000)}`, 2],
  ["YAML that is wrong in the first line", "a: ]\n", 1],
  ["a default that is not YAML in its place", "a: ${A:=x}\nb: [${B:=]}]\n", 2],
  ["YAML that is wrong after a default of two lines", "a: ${A:=|\n  b}\nc: ]\n", 3],
])("names the line of %s", (_title, text, line) => {
  expect(() => readTemplate(text)).toThrow(
    expect.objectContaining({ code: "MalformedText", form: "YAML", line }) as Error,
  );
});

test("accepts 100 variables in another one", () => {
  expect(readTemplate(`a: ${"${A:-".repeat(101)}x${"}".repeat(101)}`).documents).toEqual([{ a: "x" }]);
});

test("names no line of a file that is too long", () => {
  expect(() => readTemplate(" ".repeat(64 * 1024 * 1024 + 1))).toThrow(/^it is longer than/);
});

test("places after a variable are those in the file", () => {
  const text = "a: ${A:=a long default}\nb: $${B} $$\nc: [${C}, here]\n";
  const { text: substituted, sourceOffset } = readTemplate(text);
  expect(sourceOffset(substituted.indexOf("here"))).toBe(text.indexOf("here"));
  expect(sourceOffset(substituted.indexOf("a long"))).toBe(text.indexOf("${A"));
  expect(sourceOffset(substituted.indexOf("long"))).toBe(text.indexOf("${A"));
  expect(sourceOffset(substituted.indexOf("\nb"))).toBe(text.indexOf("\nb"));
});

test("templates outside a release are checked by their names, and every file for its content", () => {
  const cluster = { kind: "Cluster", metadata: { name: "a", namespace: "default" } };
  const found = checkTemplates([
    { path: "samples/cluster-template.yaml", documents: [cluster] },
    { path: "samples/cluster.yaml", documents: [cluster] },
    { path: "samples/other.yaml", documents: [], unreadable: "a variable has no name" },
    { path: "samples/tilt-provider.yaml", documents: [], unreadable: "a variable has no name" },
  ]);
  expect(found.map(({ rule, level, object }) => `${rule} ${level} ${object}`).toSorted()).toEqual([
    "CT-010 SHOULD samples/cluster-template.yaml",
    "CT-011 SHOULD samples/cluster-template.yaml",
    "CT-024 MUST samples/other.yaml",
  ]);
});
