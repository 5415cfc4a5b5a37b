import { SeededRandom } from "@capstan/harness/random";
import { defineInfraMachine, type KindDefinition, Type } from "@capstan/provider";

type Fields = Readonly<Record<string, unknown>>;

/** Schemas of fields: each version of a kind draws one for each name, so that little of one version is valid in the other. */
const drawn = [
  () => Type.String(),
  () => Type.String({ minLength: 1, maxLength: 5 }),
  () => Type.String({ pattern: "^[a-z]+-[0-9]{2,4}$" }),
  () => Type.String({ pattern: String.raw`^(?:https?|ftp)://[^/\s]+(/.*)?$`, minLength: 12 }),
  () => Type.String({ format: "date-time" }),
  () => Type.Union([Type.Literal("small"), Type.Literal("large")]),
  () => Type.Integer({ minimum: 1, maximum: 64 }),
  () => Type.Integer({ exclusiveMinimum: -3, multipleOf: 7 }),
  () => Type.Boolean(),
  () => Type.Array(Type.String({ minLength: 1 }), { maxItems: 2 }),
  () =>
    Type.Array(Type.Object({ name: Type.String({ pattern: "^[a-z]$" }), size: Type.Integer({ minimum: 0 }) }), {
      minItems: 1,
    }),
  () =>
    Type.Object({ name: Type.String({ minLength: 2 }), kind: Type.String({ enum: ["A", "B"] }) }, { minProperties: 2 }),
  () =>
    Type.Object(
      { host: Type.Optional(Type.String({ maxLength: 3 })), port: Type.Optional(Type.Integer()) },
      { minProperties: 1 },
    ),
  () => Type.Record(Type.String(), Type.String({ maxLength: 4 }), { maxProperties: 1 }),
] as const;

/** Conversions by authors: none, or functions that fail for some values, fail for all, or return a value that is not an object. */
const functions: readonly ((fields: Fields) => unknown)[] = [
  (fields) => fields,
  (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${JSON.stringify(value)}!`])),
  ({ b, ...fields }) => ({ ...fields, b: (b as { readonly length: number }).length / 0 }),
  ({ a, b }) => ({ a: b, b: a, c: BigInt(String(a)) }),
  () => {
    throw new TypeError("this is not converted");
  },
  () => "nothing",
];

/** Kinds whose versions do not match well, drawn by seed. */
export function generatedKinds(count: number, seed: number): readonly KindDefinition[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const spec = () => Type.Object({ a: field(random), b: field(random), c: field(random) });
    const conversion = () => ({ toStorage: random.pick(functions), fromStorage: random.pick(functions) });
    return defineInfraMachine({
      kind: `Drawn${index}Machine`,
      storage: "v2",
      versions: {
        v1: { contract: "v1beta1", spec: spec(), status: spec() },
        v2: { contract: "v1beta2", spec: spec(), status: spec() },
      },
      conversions: { v1: { spec: conversion(), status: conversion() } } as never,
    });
  });
}

function field(random: SeededRandom) {
  const schema = random.pick(drawn)();
  return random.happens(1 / 2) ? schema : Type.Optional(schema);
}
