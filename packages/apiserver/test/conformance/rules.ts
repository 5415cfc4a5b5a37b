import { describe, expect, test } from "vitest";
import { causesOf, gauges } from "./gauges.ts";
import { type Suite } from "./suite.ts";

const text = { type: "string", maxLength: 64 };
const specSchema = {
  type: "object",
  properties: {
    from: { type: "integer" },
    to: { type: "integer" },
    share: { "x-kubernetes-int-or-string": true },
    title: {
      ...text,
      "x-kubernetes-validations": [
        { rule: "self.matches('^[a-z]+$')", message: "  must be in small letters " },
        { rule: "self != 'forbidden'", reason: "FieldValueForbidden", message: "is not to be used" },
        { rule: "self != 'required'", reason: "FieldValueRequired", message: "is needed" },
        { rule: "self != 'duplicate'", reason: "FieldValueDuplicate", message: "is there twice" },
      ],
    },
    fixed: { ...text, "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "is immutable" }] },
    once: {
      ...text,
      "x-kubernetes-validations": [
        {
          rule: "oldSelf.hasValue() ? oldSelf.value() == self : self == 'first'",
          optionalOldSelf: true,
          // The message sees oldSelf as a plain value instead of an optional, so that the expression fails.
          messageExpression: "oldSelf.hasValue() ? 'was set before' : 'must begin as first'",
        },
      ],
    },
    "odd.name/with-parts": text,
    namespace: text,
    when: { type: "string", format: "date-time" },
    lasts: { type: "string", format: "duration" },
    tags: {
      type: "array",
      maxItems: 5,
      items: text,
      "x-kubernetes-validations": [{ rule: "self.all(x, self.exists_one(y, x == y))" }],
    },
    parts: {
      type: "array",
      maxItems: 5,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: text, size: { type: "integer" } },
        "x-kubernetes-validations": [
          {
            rule: "!has(oldSelf.size) || self.size >= oldSelf.size",
            messageExpression: "self.name + ' must not shrink'",
          },
        ],
      },
    },
    labels: {
      type: "object",
      maxProperties: 5,
      additionalProperties: {
        ...text,
        "x-kubernetes-validations": [{ rule: "self != ''", message: "must not be empty" }],
      },
    },
    memory: { ...text, "x-kubernetes-validations": [{ rule: "quantity(self).isLessThan(quantity('2Gi'))" }] },
    address: { ...text, "x-kubernetes-validations": [{ rule: "cidr('10.0.0.0/8').containsIP(self)" }] },
    nested: { type: "object", properties: { deep: text } },
  },
  "x-kubernetes-validations": [
    {
      rule: "!has(self.from) || !has(self.to) || self.from <= self.to",
      message: "from must not be after to",
      fieldPath: ".to",
    },
    { rule: "!has(self.share) || (type(self.share) == string ? self.share.endsWith('%') : self.share > 1)" },
    {
      rule: "!has(self.share) || type(self.share) == string || self.share / (self.share - 7) > 0",
      message: "no seven",
    },
    {
      rule: "!has(self.odd__dot__name__slash__with__dash__parts) || self.odd__dot__name__slash__with__dash__parts == 'odd'",
    },
    { rule: "!has(self.__namespace__) || self.__namespace__ == 'here'", fieldPath: ".namespace" },
    { rule: "!has(self.when) || self.when < timestamp('2030-01-01T00:00:00Z')" },
    { rule: "!has(self.lasts) || self.lasts <= duration('1h')" },
    { rule: "!has(self.nested) || self.nested.deep == 'x'", fieldPath: ".nested.deep" },
  ],
};
const schema = {
  type: "object",
  properties: { spec: specSchema, status: { type: "object", properties: { phase: text } } },
  "x-kubernetes-validations": [
    { rule: "self.metadata.name.startsWith('g')", message: "names begin with g" },
    {
      rule: "!has(self.status) || !has(self.status.phase) || self.status.phase != 'lost'",
      message: "must not get lost",
    },
  ],
};

/** `x-kubernetes-validations`: rules in CEL for created and updated objects. */
export function rulesSuite(suite: Suite): void {
  describe("rules in CEL", () => {
    const own = () => gauges(suite, "Gauge", schema, { subresources: { status: {} } });

    test.each([
      [
        "what keeps all rules",
        { from: 1, to: 2, title: "abc", share: "10%", tags: ["a", "b"], labels: { a: "b" } },
        [],
      ],
      ["a rule's path", { from: 3, to: 2 }, ["spec.to|FieldValueInvalid|Invalid value: from must not be after to"]],
      [
        "a value, and a message without spaces around it",
        { title: "A" },
        ['spec.title|FieldValueInvalid|Invalid value: "A": must be in small letters'],
      ],
      ["a reason: forbidden", { title: "forbidden" }, ["spec.title|FieldValueForbidden|Forbidden: is not to be used"]],
      ["a reason: required", { title: "required" }, ["spec.title|FieldValueRequired|Required value: is needed"]],
      ["a reason: duplicate", { title: "duplicate" }, ['spec.title|FieldValueDuplicate|Duplicate value: "duplicate"']],
      [
        "a union of types",
        { share: "10" },
        [
          "spec|FieldValueInvalid|Invalid value: failed rule: !has(self.share) || (type(self.share) == string ? self.share.endsWith('%') : self.share > 1)",
        ],
      ],
      [
        "a rule that cannot be evaluated",
        { share: 7 },
        ['spec|FieldValueInvalid|Invalid value: "object": division by zero evaluating rule: no seven'],
      ],
      [
        "names that are escaped",
        { "odd.name/with-parts": "even", namespace: "there" },
        [
          "spec|FieldValueInvalid|Invalid value: failed rule: !has(self.odd__dot__name__slash__with__dash__parts) || self.odd__dot__name__slash__with__dash__parts == 'odd'",
          "spec.namespace|FieldValueInvalid|Invalid value: failed rule: !has(self.__namespace__) || self.__namespace__ == 'here'",
        ],
      ],
      [
        "times",
        { when: "2031-01-01T00:00:00Z", lasts: "1h1s" },
        [
          "spec|FieldValueInvalid|Invalid value: failed rule: !has(self.when) || self.when < timestamp('2030-01-01T00:00:00Z')",
          "spec|FieldValueInvalid|Invalid value: failed rule: !has(self.lasts) || self.lasts <= duration('1h')",
        ],
      ],
      [
        "macros",
        { tags: ["a", "b", "a"] },
        ["spec.tags|FieldValueInvalid|Invalid value: failed rule: self.all(x, self.exists_one(y, x == y))"],
      ],
      [
        "the values of a map",
        { labels: { a: "" } },
        ['spec.labels[a]|FieldValueInvalid|Invalid value: "": must not be empty'],
      ],
      [
        "quantities",
        { memory: "2048Mi" },
        [
          "spec.memory|FieldValueInvalid|Invalid value: \"2048Mi\": failed rule: quantity(self).isLessThan(quantity('2Gi'))",
        ],
      ],
      [
        "a quantity that is not one",
        { memory: "much" },
        [
          "spec.memory|FieldValueInvalid|Invalid value: \"string\": quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' evaluating rule: quantity(self).isLessThan(quantity('2Gi'))",
        ],
      ],
      [
        "addresses",
        { address: "11.0.0.1" },
        [
          "spec.address|FieldValueInvalid|Invalid value: \"11.0.0.1\": failed rule: cidr('10.0.0.0/8').containsIP(self)",
        ],
      ],
      [
        "a field that is missing",
        { nested: {} },
        [
          "spec|FieldValueInvalid|Invalid value: \"object\": no such key: deep evaluating rule: !has(self.nested) || self.nested.deep == 'x'",
        ],
      ],
      [
        "a new value of a rule that looks at the old one",
        { once: "second" },
        [
          "spec.once|FieldValueInvalid|Invalid value: \"second\": failed rule: oldSelf.hasValue() ? oldSelf.value() == self : self == 'first'",
        ],
      ],
      [
        "an object that is too wrong for rules",
        { title: 1, from: 3, to: 2 },
        [
          'spec.title|FieldValueTypeInvalid|Invalid value: "integer": spec.title in body must be of type string: "integer"',
          "<nil>|FieldValueInvalid|Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
        ],
      ],
    ])("%s", async (_, spec, expected) => {
      const { wire, path, object } = await own();
      const answer = await wire.post(path(), object("g1", { spec }));
      expect([answer.status, answer.status === 201 ? [] : causesOf(answer)]).toEqual([
        expected.length === 0 ? 201 : 422,
        expected,
      ]);
    });

    test("a rule about the name applies at the root", async () => {
      const { wire, path, object } = await own();
      expect((await wire.post(path(), object("x", { spec: {} }))).body.message).toBe(
        'Gauge.rules.example.io "x" is invalid: <nil>: Invalid value: names begin with g',
      );
    });

    test.each([
      [
        "a change that a rule does not admit",
        { fixed: "a" },
        { fixed: "b" },
        ['spec.fixed|FieldValueInvalid|Invalid value: "b": is immutable'],
      ],
      ["a new value, of which there is no old one", {}, { fixed: "b" }, []],
      ["no change", { fixed: "a", from: 1 }, { fixed: "a", from: 2 }, []],
      [
        "a change of what was first",
        { once: "first" },
        { once: "second" },
        [
          "spec.once|FieldValueInvalid|Invalid value: \"second\": failed rule: oldSelf.hasValue() ? oldSelf.value() == self : self == 'first'",
        ],
      ],
      [
        "items of a list that is a map, in another order",
        {
          parts: [
            { name: "a", size: 5 },
            { name: "b", size: 5 },
          ],
        },
        {
          parts: [
            { name: "b", size: 4 },
            { name: "c", size: 1 },
            { name: "a", size: 6 },
          ],
        },
        ["spec.parts[0]|FieldValueInvalid|Invalid value: b must not shrink"],
      ],
    ])("%s", async (_, before, after, expected) => {
      const { wire, path, object } = await own();
      const created = await wire.post(path(), object("g1", { spec: before }));
      expect(created.status).toBe(201);
      const answer = await wire.put(path("/g1"), { ...created.body, spec: after });
      expect([answer.status, answer.status === 200 ? [] : causesOf(answer)]).toEqual([
        expected.length === 0 ? 200 : 422,
        expected,
      ]);
    });

    test("rules apply to patches, applied configurations and the status", async () => {
      const { wire, path, object } = await own();
      await wire.post(path(), object("g1", { spec: { from: 1, to: 2 } }));
      const merged = await wire.patch(path("/g1"), "merge", { spec: { from: 3 } });
      expect(causesOf(merged)).toEqual(["spec.to|FieldValueInvalid|Invalid value: from must not be after to"]);
      const applied = await wire.patch(path("/g1?fieldManager=a"), "apply", object("g1", { spec: { title: "A" } }));
      expect(causesOf(applied)).toEqual(['spec.title|FieldValueInvalid|Invalid value: "A": must be in small letters']);
      const status = await wire.patch(path("/g1/status"), "merge", { status: { phase: "lost" } });
      expect(causesOf(status)).toEqual(["<nil>|FieldValueInvalid|Invalid value: must not get lost"]);
      expect((await wire.patch(path("/g1/status"), "merge", { status: { phase: "up" } })).status).toBe(200);
    });
  });
}
