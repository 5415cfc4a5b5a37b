import type { WireCase } from "./wire-case.ts";

/** Values that YAML 1.1, YAML 1.2 and go-yaml read in different ways: the content of a field that takes any. */
const values = {
  "booleans in letters": "{a: y, b: N, c: yes, d: No, e: ON, f: off, g: True, h: yEs}",
  "octal numbers": "{a: 0400, b: 0o400, c: 0O17, d: -017, e: 08}",
  "binary and hexadecimal numbers": "{a: 0b11, b: 0B1, c: 0x1F, d: -0X1f, e: 0b2, f: 0xg}",
  "numbers with underscores": "{a: 1_000, b: 1_, c: _1, d: 0x_1, e: 1_0.5}",
  "numbers with points": "{a: 1., b: .5, c: -.5, d: 1.50, e: 1.2.3}",
  "numbers with exponents": "{a: 1e3, b: 1E-3, c: 1e, d: 1e400, e: .5e3}",
  "numbers of 64 bits": "{a: 9223372036854775807, b: -9223372036854775808, c: 18446744073709551616}",
  "numbers to base 60": "{a: 12:30, b: 1:30:00, c: 190:20:30.15}",
  dates: "{a: 2001-01-01, b: 2001-1-1, c: 2001-01-01T00:00:00Z, d: 2001-13-45}",
  nulls: "{a: ~, b: null, c: Null, d: , e: nULL}",
  "words of YAML": "{a: <<, b: =, c: '<<', d: '='}",
  infinity: "{a: .inf}",
  "a tag that fits": "{a: !!int '3', b: !!float 1, c: !!str 1, d: !!bool yes, e: !!binary aGk=}",
  "tags without a meaning": "{a: ! 1, b: !x 1, c: !!set {}, d: !!timestamp 2001-01-01}",
  "a tag that does not fit": "{a: !!int b}",
  "keys of other types": "{1: a, 0x10: b, yes: c, 1.5: d, 1e6: e, 2001-01-01: f}",
  "a merged mapping": "{a: &a {x: 1}, b: {<<: *a, y: 2}}",
  "a merged key that is set later": "{a: &a {x: 1}, b: {<<: *a, x: 2}}",
  "a merged key that is set before": "{a: &a {x: 1}, b: {x: 2, <<: *a}}",
  "a merged list": "{a: &a {x: 1}, b: &b {x: 2, z: 3}, c: {<<: [*a, *b]}}",
  "a merged string": "{a: &a x, b: {<<: *a}}",
  "an alias of a list": "{a: &a [1, yes], b: *a}",
  "a block": "\n    a: |\n      b\n    c: >-\n      d\n      e\n",
  "a block that ends the text": "\n    a: |\n      b\n      c",
  "a folded block that ends the text": "\n    a: >\n      b\n      c",
  "a kept block that ends the text": "\n    a: |+\n      b\n      c",
  "brackets that are not indented": "{\n  a: [\n1\n]\n}\n",
  "quotes that are not indented": '{a: "b\n  c"}',
  "lines of one scalar": "\n    a: b\n      c\n    d: 1\n      2\n",
  comments: "{a: b#c, d: e} # f\n",
} as const;

const part = (value: string): string =>
  `apiVersion: wire.io/v1\nkind: Part\nmetadata: {name: p}\nspec:\n  free: ${value}`;

/** YAML whose values Kubernetes reads in its own way, created and applied. */
export const yamlValueCases: readonly WireCase[] = Object.entries(values).flatMap(([what, value]) => [
  {
    what,
    send: "POST /apis/wire.io/v1/namespaces/{ns}/parts",
    headers: { "content-type": "application/yaml" },
    body: part(value),
  },
  {
    what: `${what}, applied`,
    send: "PATCH /apis/wire.io/v1/namespaces/{ns}/parts/p?fieldManager=me",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: part(value),
  },
]);
