/** Invalid and valid schemas of definitions. */

const text = { type: "string" };
const textList = { type: "array", items: text };

export function objectOf(properties: object, more: object = {}): object {
  return { type: "object", properties, ...more };
}

export function ruled(rule: object, schema: object = text): object {
  return { ...schema, "x-kubernetes-validations": [rule] };
}

/** Schemas for the spec of a kind. */
export const specSchemas: readonly (readonly [string, object])[] = [
  ["a schema as it should be", objectOf({ a: text, b: { "x-kubernetes-int-or-string": true } })],
  ["a type that is missing", objectOf({ a: {} })],
  ["a type that there is not", objectOf({ a: { type: "text" } })],
  ["items that are missing", objectOf({ a: { type: "array" } })],
  ["items without a type", objectOf({ a: { type: "array", items: {} } })],
  ["a reference", objectOf({ a: { type: "object", $ref: "#/definitions/a" } })],
  ["unique items", objectOf({ a: { ...textList, uniqueItems: true } })],
  ["properties and additional properties", objectOf({ a: text }, { additionalProperties: text })],
  ["a type in a combination", objectOf({ a: text }, { anyOf: [{ properties: { a: { type: "string" } } }] })],
  ["a description in a combination", objectOf({ a: text }, { allOf: [{ description: "a" }] })],
  ["a field that only a combination has", objectOf({ a: text }, { oneOf: [{ properties: { b: { minLength: 1 } } }] })],
  ["a rule in a combination", objectOf({ a: text }, { allOf: [ruled({ rule: "true" }, {})] })],
  ["a union that is not marked", objectOf({ a: { anyOf: [{ type: "integer" }, { type: "string" }] } })],
  [
    "a union that is marked twice",
    objectOf({ a: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] } }),
  ],
  [
    "a union that keeps unknown fields",
    objectOf({ a: { "x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true } }),
  ],
  [
    "unknown fields that are not kept",
    objectOf({ a: { type: "object", "x-kubernetes-preserve-unknown-fields": false } }),
  ],
  ["an embedded resource of nothing", objectOf({ a: { type: "object", "x-kubernetes-embedded-resource": true } })],
  [
    "an embedded resource that is a string",
    objectOf({ a: { type: "string", "x-kubernetes-embedded-resource": true } }),
  ],
  ["a pattern that Go cannot read", objectOf({ a: { type: "string", pattern: "(" } })],
  ["a default of another type", objectOf({ a: { type: "string", default: 1 } })],
  ["a default that is too long", objectOf({ a: { type: "string", maxLength: 1, default: "ab" } })],
  ["a default with unknown fields", objectOf({ a: objectOf({ b: text }, { default: { c: "d" } }) })],
  ["a default that a rule refuses", objectOf({ a: ruled({ rule: "self == 'b'" }, { type: "string", default: "a" }) })],
  ["a default that is fine", objectOf({ a: objectOf({ b: text }, { default: { b: "d" } }) })],
  ["a list type of something else", objectOf({ a: { type: "string", "x-kubernetes-list-type": "set" } })],
  ["a list type that there is not", objectOf({ a: { ...textList, "x-kubernetes-list-type": "bag" } })],
  [
    "a map without keys",
    objectOf({ a: { type: "array", items: objectOf({ b: text }), "x-kubernetes-list-type": "map" } }),
  ],
  [
    "a map with a key that its items do not need",
    objectOf({
      a: {
        type: "array",
        items: objectOf({ b: text }),
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["b"],
      },
    }),
  ],
  [
    "a map with keys that are not there, twice",
    objectOf({
      a: {
        type: "array",
        items: objectOf({ b: text }),
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["c", "c"],
      },
    }),
  ],
  ["keys of a list that is not a map", objectOf({ a: { ...textList, "x-kubernetes-list-map-keys": ["b"] } })],
  [
    "a set of objects",
    objectOf({ a: { type: "array", items: objectOf({ b: text }), "x-kubernetes-list-type": "set" } }),
  ],
  [
    "a set that can have null",
    objectOf({ a: { type: "array", items: { ...text, nullable: true }, "x-kubernetes-list-type": "set" } }),
  ],
  ["a map type of something else", objectOf({ a: { type: "string", "x-kubernetes-map-type": "atomic" } })],
  ["a rule that is empty", objectOf({ a: ruled({ rule: " " }) })],
  ["a rule of two lines without a message", objectOf({ a: ruled({ rule: "true &&\ntrue" }) })],
  ["a message of two lines", objectOf({ a: ruled({ rule: "true", message: "a\nb" }) })],
  ["a reason that there is not", objectOf({ a: ruled({ rule: "true", reason: "Because" }) })],
  ["a path that leads nowhere", objectOf({ a: ruled({ rule: "true", fieldPath: ".c" }, objectOf({ b: text })) })],
  [
    "a path into a map",
    objectOf({
      a: ruled(
        { rule: "true", fieldPath: ".b['c.d']" },
        objectOf({ b: { type: "object", additionalProperties: text } }),
      ),
    }),
  ],
  ["oldSelf in a list", objectOf({ a: { type: "array", maxItems: 3, items: ruled({ rule: "self == oldSelf" }) } })],
  ["a default that may not stay", objectOf({ a: { ...ruled({ rule: "self != oldSelf" }), default: "a" } })],
  [
    "a default that may not be added",
    objectOf({ a: { ...ruled({ rule: "oldSelf.hasValue()", optionalOldSelf: true }), default: "a" } }),
  ],
  ["an optional oldSelf that is not used", objectOf({ a: ruled({ rule: "true", optionalOldSelf: true }) })],
  [
    "a rule that may cost too much",
    objectOf({ a: ruled({ rule: "self.all(x, self.exists_one(y, x == y))" }, textList) }),
  ],
  [
    "a rule that may cost somewhat too much",
    objectOf({
      a: ruled(
        { rule: "self.all(x, self.exists_one(y, x == y))" },
        { type: "array", maxItems: 1000, items: { type: "string", maxLength: 10 } },
      ),
    }),
  ],
  [
    "a rule that is cheap for one, in a list of many",
    objectOf({ a: { type: "array", items: ruled({ rule: "self.contains('a')" }) } }),
  ],
  [
    "a message that may cost too much",
    objectOf({ a: ruled({ rule: "false", messageExpression: "self.b + self.b" }, objectOf({ b: text })) }),
  ],
];

/** Schemas for a whole kind. */
export const rootSchemas: readonly (readonly [string, object])[] = [
  ["a type at the root", { type: "string" }],
  ["no type at the root", {}],
  ["additional properties at the root", { type: "object", additionalProperties: text }],
  ["null at the root", { type: "object", nullable: true }],
  ["metadata that is restricted", objectOf({ metadata: objectOf({ labels: { type: "object" } }) })],
  ["metadata with a rule for names", objectOf({ metadata: objectOf({ name: { ...text, pattern: "^a" } }) })],
  ["a default in metadata", objectOf({ metadata: objectOf({ name: { ...text, default: "a" } }) })],
  ["a kind that is not a string", objectOf({ kind: { type: "integer" } })],
];
