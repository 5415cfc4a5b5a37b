import { describe, expect, test } from "vitest";
import { causesOf, gauges } from "./gauges.ts";
import { type Suite } from "./suite.ts";

const integer = { type: "integer" };

function ofSpec(properties: object, ...rules: readonly object[]): object {
  return { type: "object", properties: { spec: { type: "object", properties, "x-kubernetes-validations": rules } } };
}

const whole = ofSpec(
  {
    from: integer,
    to: integer,
    share: { "x-kubernetes-int-or-string": true },
    part: { type: "number" },
    kept: { ...integer, "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "is immutable" }] },
    parts: {
      type: "array",
      maxItems: 9,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["id"],
      items: {
        type: "object",
        required: ["id"],
        properties: { id: integer, size: integer },
        "x-kubernetes-validations": [{ rule: "self.size >= oldSelf.size", message: "must not shrink" }],
      },
    },
  },
  { rule: "!has(self.from) || !has(self.to) || self.from <= self.to", messageExpression: "string(self.from)" },
  { rule: "!has(self.to) || self.to + 1 > 0", message: "sum" },
  { rule: "!has(self.share) || self.share == 9007199254740993", message: "share" },
  { rule: "!has(self.part) || self.part > 9007199254740991.0", message: "part" },
);

const collected = ofSpec(
  { list: { type: "array", maxItems: 10_000, items: integer } },
  { rule: "self.list.map(x, x + 1).size() == self.list.filter(x, x >= 0).size()" },
  { rule: "self.list.transformMap(i, x, x).size() == self.list.size()" },
  { rule: "self.list.all(x, (self.list + [x]).size() > 0)" },
);

const costly = ofSpec(
  { list: { type: "array", maxItems: 60, items: { type: "string", maxLength: 8 } } },
  { rule: "self.list.all(a, self.list.all(b, self.list.exists(c, a + b == c) || true))", message: "costly" },
  { rule: "self.list.size() == 0", message: "not reached" },
);

/** Rules in CEL about large numbers and large amounts of data. */
export function ruleLimitsSuite(suite: Suite): void {
  describe("limits of rules in CEL", () => {
    const own = () => gauges(suite, "Whole", whole);
    const json = { "content-type": "application/json" };
    const text = (spec: string, name: string, resourceVersion = ""): string =>
      `{"apiVersion":"rules.example.io/v1","kind":"Whole","metadata":{"name":"${name}","resourceVersion":"${resourceVersion}"},"spec":${spec}}`;

    test.each([
      ["are exact", '{"from":9007199254740993,"to":9007199254740993}', []],
      [
        "that follow each other differ",
        '{"from":9007199254740993,"to":9007199254740992}',
        ["spec|FieldValueInvalid|Invalid value: 9007199254740993"],
      ],
      [
        "cannot grow further",
        '{"to":9223372036854775807}',
        ['spec|FieldValueInvalid|Invalid value: "object": integer overflow evaluating rule: sum'],
      ],
      ["stand where a string may", '{"share":9007199254740993}', []],
      [
        "stand where a string may, and differ",
        '{"share":9007199254740992}',
        ["spec|FieldValueInvalid|Invalid value: share"],
      ],
      ["are numbers", '{"part":9007199254740993}', []],
    ])("64-bit integers %s", async (_, spec, expected) => {
      const { wire, path } = await own();
      expect(causesOf(await wire.send("POST", path(), text(spec, "w1"), json))).toEqual(expected);
    });

    test.each([
      [
        "differ from the one before",
        '{"kept":9007199254740993}',
        '{"kept":9007199254740992}',
        ["spec.kept|FieldValueInvalid|Invalid value: 9007199254740992: is immutable"],
      ],
      ["are the same as before", '{"kept":9007199254740993}', '{"kept":9007199254740993,"from":1}', []],
      [
        "are keys of lists",
        '{"parts":[{"id":9007199254740992,"size":1},{"id":9007199254740993,"size":9007199254740993}]}',
        '{"parts":[{"id":9007199254740993,"size":9007199254740992},{"id":9007199254740992,"size":1}]}',
        ["spec.parts[0]|FieldValueInvalid|Invalid value: must not shrink"],
      ],
    ])("64-bit integers of an update %s", async (_, before, after, expected) => {
      const { wire, path } = await own();
      const created = await wire.send("POST", path(), text(before, "w1"), json);
      expect(created.status).toBe(201);
      const changed = text(after, "w1", created.body.metadata.resourceVersion);
      expect(causesOf(await wire.send("PUT", path("/w1"), changed, json))).toEqual(expected);
    });

    test("a loop collects a large list within the time limit", async () => {
      const { wire, path, object } = await gauges(suite, "Collected", collected);
      const list = Array.from({ length: 10_000 }, (_, index) => index);
      expect(causesOf(await wire.post(path(), object("c1", { spec: { list } })))).toEqual([]);
    });

    test("a rule that exceeds its cost limit ends the validation", async () => {
      const { wire, path, object } = await gauges(suite, "Costly", costly);
      const list = Array.from({ length: 60 }, (_, index) => `n${index}`);
      const answer = await wire.post(path(), object("c1", { spec: { list } }));
      expect(causesOf(answer)).toEqual([
        // eslint-disable-next-line words/words -- cel-go's words
        "spec|FieldValueInvalid|Invalid value: \"object\": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: costly",
      ]);
    });
  });
}
