import fc from "fast-check";

const values = fc.constantFrom(
  ...[
    "0",
    "1",
    "2",
    "-1",
    "1.0",
    "1.5",
    "0.0",
    '""',
    '"a"',
    '"ab"',
    '"héllo"',
    "true",
    "false",
    "nil",
    ".",
    ".missing",
  ],
  ...[".controlPlane", ".controlPlane.version", "$.missing.field"],
);
const indices = fc.constantFrom(
  "0",
  "1",
  "2",
  "3",
  "7",
  "8",
  "-1",
  '"version"',
  '"a"',
  "1.5",
  "nil",
  ".missing",
  "true",
);
const indexed = fc.constantFrom(".controlPlane.version", ".", ".controlPlane", '"héllo"', '""', "nil", "5", ".missing");
const escaped = fc.constantFrom(
  ...["\"<a href='x'>&amp;\"", String.raw`"\"\\"`, '"a b+c/d?e=f"', '"é日\u{1F600}"', String.raw`"\x00\n\u200b"`],
  ...[
    '"!\'()*~-_."',
    "1",
    "1.5",
    "nil",
    ".missing",
    "true",
    ".controlPlane",
    '"="',
    '"<>"',
    String.raw`"\u2028\u00ad"`,
  ],
);

const call = (names: readonly string[], operands: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...names), operands).map(([name, given]) => [name, ...given].join(" "));
const pair = fc.tuple(values, values);
const some = fc.array(values, { maxLength: 4 });

const calls = fc.oneof(
  { weight: 6, arbitrary: call(["eq", "ne", "lt", "le", "gt", "ge"], pair) },
  { weight: 2, arbitrary: call(["eq", "ne", "lt"], fc.array(values, { maxLength: 4 })) },
  {
    weight: 4,
    arbitrary: fc.tuple(indexed, fc.array(indices, { maxLength: 2 })).map(([of, at]) => ["index", of, ...at].join(" ")),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(indexed, fc.array(indices, { maxLength: 3 })).map(([of, at]) => ["slice", of, ...at].join(" ")),
  },
  { weight: 2, arbitrary: call(["len", "not", "call"], fc.array(values, { maxLength: 2 })) },
  { weight: 3, arbitrary: call(["print", "println", "and", "or"], some) },
  { weight: 4, arbitrary: call(["html", "js", "urlquery"], fc.array(escaped, { maxLength: 3 })) },
  { weight: 1, arbitrary: call(["printf"], some) },
);

/** Templates of a single function call, with values that most functions accept. */
export const functionCalls: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: calls.map((one) => `{{${one}}}`) },
  { weight: 1, arbitrary: fc.tuple(values, calls).map(([value, one]) => `{{${value} | ${one}}}`) },
  { weight: 1, arbitrary: calls.map((one) => `{{if ${one}}}yes{{else}}no{{end}}`) },
);
