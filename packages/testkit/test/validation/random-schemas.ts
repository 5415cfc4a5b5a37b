import type { StructuralSchema, ValueValidation } from "@capstan/contract";
import { stringFormats } from "@capstan/kube";
import fc from "fast-check";

const words = ["", "a", "abc", "ABC", "a-b", "é", "😀😀", "0123456789"];
/** Strings that match a format, almost match it, or match none. */
export const formatted = [
  ...words,
  ..."2026-02-28 2026-02-30 2024-02-29 2026-2-3 2026-01-02T03:04:05Z 2026-01-02t03:04:05.123z 2026-01-02T03:04:60Z".split(
    " ",
  ),
  ..."2026-01-02T03:04:05+01:00 2026-01-02T03:04:05 2026-13-02T03:04:05Z 2026-01-02T24:00:00Z 22ns 1h30m -1.5s 5x".split(
    " ",
  ),
  ..."10.0.0.1 010.0.0.1 10.0.0.256 10.0.0 ::1 fe80::1%eth0 1::2::3 ::ffff:1.2.3.4 ::ffff:1.2.3.04 1:2:3:4:5:6:7:8".split(
    " ",
  ),
  ..."1:2:3:4:5:6:7:: 1:2:3:4:5:6:7 12345::1 10.0.0.0/8 10.0.0.0/33 ::/0 ::/129 10.0.0.0/ fd00::/+8".split(" "),
  ..."01:23:45:67:89:ab 01-23-45-67-89-AB 0123.4567.89ab 01:23:45:67:89 01:23-45:67:89:ab 01:23:45:67:89:ab:cd:ef".split(
    " ",
  ),
  ..."00000000-0000-0000-0000-000000000000 0123456789ab3def8123456789ABCDEF 01234567-89ab-4def-8123-456789abcdef".split(
    " ",
  ),
  ..."01234567-89ab-5def-c123-456789abcdef 01234567-89ab-3def-8123-456789abcdeg eA== eA= eA YWJj YWJj\n".split(" "),
  ..."localhost example.com example.c -a.com a_b.com 1.com exämple.com a..b example.com. http://example.com/a?b".split(
    " ",
  ),
  ..."http:// /a/b a/b mailto:a@b ftp://h:21/ http://h/%zz http://a.b:x/ urn:x a@b a@b@c @b jane.doe@example.com".split(
    " ",
  ),
  ..."#fff #12345g FFFFFF #ffff a.b a.b- -a A.b".split(" "),
  "3 days",
  "1 fortnight",
  "Jane <jane@example.com>",
  "a b@c",
  "x".repeat(63),
  "x".repeat(64),
  `${"x".repeat(63)}.com`,
  `${"x".repeat(64)}.com`,
  "http://example.com/a b",
  " http://example.com",
];
const numbers = [-5, -1, 0, 1, 2, 3, 5, 10, 0.5, -1.5, 2.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e20, 1e39];
const junk: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(null, true, 1, 0.5, "text", [], {}, [null], { a: 1 }, [
  ["b"],
]);
const names = ["a", "b", "c", "d"] as const;

interface Case {
  readonly schema: StructuralSchema;
  readonly value: fc.Arbitrary<unknown>;
}

const limits = (least: string, most: string): fc.Arbitrary<object> =>
  fc
    .record({ low: fc.integer({ min: 0, max: 3 }), more: fc.integer({ min: 0, max: 3 }) })
    .chain(({ low, more }) =>
      fc.constantFrom({}, { [least]: low }, { [most]: low + more }, { [least]: low, [most]: low + more }),
    );

const stringCases: fc.Arbitrary<Case> = fc
  .tuple(
    limits("minLength", "maxLength"),
    fc.constantFrom({}, {}, { pattern: "^[a-z]+$" }, { pattern: "b" }, { pattern: "^(a|é){1,2}$" }),
    fc.constantFrom({}, {}, {}, ...[...stringFormats.keys(), "unheard-of"].map((format) => ({ format }))),
  )
  .map(([length, pattern, format]) => ({
    schema: { type: "string", ...length, ...pattern, ...format },
    value: fc.constantFrom(...("format" in format ? formatted : words)),
  }));

const enumCases: fc.Arbitrary<Case> = fc
  .constantFrom<StructuralSchema>(
    { type: "string", enum: ["a", "abc", ""] },
    { type: "integer", enum: [1, 2, 5] },
    { type: "number", enum: [0.5, 2] },
    { type: "boolean", enum: [true] },
  )
  .map((schema) => ({ schema, value: fc.constantFrom(...(schema.enum ?? []), "other", 3) }));

const numberCases: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom<StructuralSchema>(
      { type: "integer" },
      { type: "integer", format: "int32" },
      { type: "integer", format: "int64" },
      { type: "number" },
      { type: "number", format: "float" },
      { type: "number", format: "double" },
      { type: "number", format: "int32" },
    ),
    limits("minimum", "maximum"),
    fc.constantFrom({}, {}, { exclusiveMinimum: true }, { exclusiveMaximum: true }),
    fc.constantFrom({}, {}, { multipleOf: 2 }, { multipleOf: 5 }),
  )
  .map(([type, bounds, exclusive, multiple]) => ({
    schema: { ...type, ...bounds, ...withBound(exclusive, bounds), ...multiple },
    // Go cannot compute beyond 2^53 whether a number is a multiple.
    value: fc.constantFrom(...numbers.filter((number) => !("multipleOf" in multiple) || Math.abs(number) <= 2 ** 31)),
  }));

/** An exclusive bound requires a bound. */
function withBound(exclusive: object, bounds: object): object {
  const needed = "exclusiveMinimum" in exclusive ? "minimum" : "maximum";
  return needed in bounds ? exclusive : {};
}

const booleanCases: fc.Arbitrary<Case> = fc.constant({ schema: { type: "boolean" }, value: fc.boolean() });

const intOrStringCases: fc.Arbitrary<Case> = fc
  .tuple(fc.boolean(), fc.constantFrom({}, { pattern: "^[0-9]+%?$" }, { maximum: 3 }, { maxLength: 2 }))
  .map(([isSpelledOut, restriction]) => ({
    schema: {
      "x-kubernetes-int-or-string": true,
      ...(isSpelledOut ? { anyOf: [{ type: "integer" }, { type: "string" }] as unknown as ValueValidation[] } : {}),
      ...restriction,
    },
    value: fc.constantFrom<unknown>(1, 7, "7", "40%", "abc", 0.5, 2 ** 53, 1e20),
  }));

const openCases = fc.constantFrom<Case>(
  { schema: { "x-kubernetes-preserve-unknown-fields": true }, value: junk },
  { schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true }, value: junk },
);

const scalarCases = fc.oneof(stringCases, enumCases, numberCases, booleanCases, intOrStringCases);

function objectCases(field: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...names), field), { minLength: 1, maxLength: 4 }),
      fc.subarray([...names]),
      limits("minProperties", "maxProperties"),
      fc.constantFrom(false, false, false, true),
      fc.constantFrom<readonly ("anyOf" | "oneOf" | "not" | "allOf")[]>(
        [],
        [],
        ["anyOf"],
        ["oneOf"],
        ["not"],
        ["allOf"],
      ),
    )
    .map(([entries, wanted, size, isOpen, keywords]) => {
      const fields = Object.fromEntries(entries);
      const known = Object.keys(fields);
      const required = wanted.filter((name) => known.includes(name));
      const branches = known.map((name) => ({ required: [name] }));
      const combinations = keywords.map((keyword) => [keyword, keyword === "not" ? { required: known } : branches]);
      return {
        schema: {
          type: "object",
          properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
          ...(required.length === 0 ? {} : { required }),
          ...size,
          ...(isOpen ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
          ...(Object.fromEntries(combinations) as object),
        },
        value: fieldsOf(Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))),
      };
    });
}

function fieldsOf(values: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const unknown = fc.option(junk, { nil: undefined, freq: 3 });
  return fc
    .record({ ...values, unknown }, { requiredKeys: [] })
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
}

function mapCases(field: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(field, limits("minProperties", "maxProperties")).map(([{ schema, value }, size]) => ({
    schema: { type: "object", additionalProperties: schema, ...size },
    value: fc.dictionary(fc.constantFrom("a", "b/c", "0"), value, { maxKeys: 3 }),
  }));
}

function listCases(item: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(item, limits("minItems", "maxItems")).map(([{ schema, value }, size]) => ({
    schema: { type: "array", items: schema, ...size },
    value: fc.array(value, { maxLength: 4 }),
  }));
}

const setCases: fc.Arbitrary<Case> = fc.constantFrom<Case>(
  {
    schema: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
    value: fc.array(fc.constantFrom("a", "b", ""), { maxLength: 3 }),
  },
  {
    schema: {
      type: "array",
      items: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "integer" } },
      "x-kubernetes-list-type": "set",
    },
    value: fc.array(fc.constantFrom({ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }, {}), { maxLength: 3 }),
  },
  {
    schema: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, port: { type: "integer", default: 80 }, weight: { type: "integer" } },
        required: ["name"],
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "port"],
    },
    value: fc.array(
      fc.record(
        { name: fc.constantFrom("a", "b"), port: fc.constantFrom(80, 81), weight: fc.constantFrom(1, 2) },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
  },
);

/** The case, nullable or not, with invalid values among the valid ones. */
function disturbed(cases: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(cases, fc.constantFrom(false, false, true)).map(([{ schema, value }, isNullable]) => ({
    schema: isNullable ? { ...schema, nullable: true } : schema,
    value: fc.oneof(
      { weight: 12, arbitrary: value },
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: junk },
    ),
  }));
}

/** A list in place of a string with a format: kube-apiserver accepts it, by mistake (kube-openapi, validate/type.go). */
function hasListForText(schema: StructuralSchema | undefined, value: unknown): boolean {
  if (schema === undefined || typeof value !== "object" || value === null) return false;
  if (!Array.isArray(value)) {
    const { properties, additionalProperties } = schema;
    return Object.entries(value).some(([name, field]) =>
      hasListForText(properties?.[name] ?? additionalProperties, field),
    );
  }
  return (
    (schema.type === "string" && schema.format !== undefined) ||
    value.some((item) => hasListForText(schema.items, item))
  );
}

/**
 * Schemas with valid and invalid values for them.
 *
 * @param defaultOf - the part of the value that may be the default of the schema; `undefined` for no default.
 */
export function randomCases(defaultOf: (schema: StructuralSchema, value: unknown) => unknown): fc.Arbitrary<Case> {
  const withDefault = (cases: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
    cases.chain(({ schema, value }) =>
      fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value }).map((given) => {
        const fitting = given === undefined ? undefined : defaultOf(schema, given);
        return { schema: fitting === undefined ? schema : { ...schema, default: fitting }, value };
      }),
    );
  const leaf = withDefault(disturbed(fc.oneof(scalarCases, scalarCases, openCases)));
  const inner = withDefault(disturbed(fc.oneof(objectCases(leaf), mapCases(leaf), listCases(leaf), setCases)));
  const field = fc.oneof(leaf, inner);
  const cases = fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 5, arbitrary: withDefault(disturbed(objectCases(field))) },
    { weight: 1, arbitrary: withDefault(disturbed(mapCases(field))) },
    { weight: 2, arbitrary: withDefault(disturbed(listCases(field))) },
    { weight: 1, arbitrary: setCases },
  );
  return cases.map(({ schema, value }) => ({ schema, value: value.filter((one) => !hasListForText(schema, one)) }));
}
