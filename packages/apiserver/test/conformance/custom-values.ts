import { describe, expect, test } from "vitest";
import { causesOf, gauges } from "./gauges.ts";
import { type Suite } from "./suite.ts";
import { eventually } from "./target.ts";

const list = (items: object, more: object): object => ({ type: "array", items, ...more });
const keyed = { type: "object", properties: { name: { type: "string" }, at: { type: "string" } }, required: ["name"] };

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        replicas: { type: "integer", format: "int32" },
        count: { type: "integer", format: "int64" },
        share: { type: "number", format: "double" },
        since: { type: "string", format: "date-time" },
        names: list({ type: "string" }, { "x-kubernetes-list-type": "set" }),
        parts: list(keyed, { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] }),
        pairs: list(
          { ...keyed, required: ["name", "at"] },
          { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name", "at"] },
        ),
        mode: { type: "string", enum: ["A", "B"] },
        byName: {
          type: "object",
          additionalProperties: list({ type: "string" }, { "x-kubernetes-list-type": "set" }),
        },
        image: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
        address: { anyOf: [{ format: "hostname" }, { format: "ipv4" }], type: "string" },
        either: {
          type: "object",
          properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
          oneOf: [
            { required: ["c"], properties: { a: { enum: ["x"] } } },
            { required: ["c"], properties: { a: { enum: ["y"] }, b: { pattern: "^b" } } },
          ],
        },
        anything: { type: "object", additionalProperties: true },
      },
    },
    status: {
      type: "object",
      default: { phase: "New" },
      properties: { phase: { type: "string" }, replicas: { type: "integer" }, selector: { type: "string" } },
    },
  },
};

const subresources = {
  status: {},
  scale: {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    labelSelectorPath: ".status.selector",
  },
};

/** Rejected values, and the stored form of accepted values, equal on both servers. */
const refused: readonly (readonly [what: string, spec: unknown, causes: readonly string[]])[] = [
  [
    "a boolean in the place of an integer with a format",
    { count: true },
    ['spec.count|FieldValueTypeInvalid|Invalid value: "": spec.count in body must be of type int64: ""'],
  ],
  [
    "a fraction in the place of an integer with a format",
    { count: 1.5 },
    [
      '<nil>|FieldValueInvalid|Invalid value: "": Checked value must be of type integer with format int64 in spec.count',
      'spec.count|FieldValueTypeInvalid|Invalid value: "float64": spec.count in body must be of type int64: "float64"',
    ],
  ],
  [
    "a string in the place of a number with a format",
    { share: "1" },
    ['spec.share|FieldValueTypeInvalid|Invalid value: "string": spec.share in body must be of type number: "string"'],
  ],
  [
    "a number in the place of a string with a format",
    { since: 5 },
    ['spec.since|FieldValueTypeInvalid|Invalid value: "int64": spec.since in body must be of type date-time: "int64"'],
  ],
  [
    "what is in a set three times, once",
    { names: ["a", "b", "a", "a", "b"] },
    [
      'spec.names[2]|FieldValueDuplicate|Duplicate value: "a"',
      'spec.names[4]|FieldValueDuplicate|Duplicate value: "b"',
    ],
  ],
  [
    "what is in a map of two keys twice",
    {
      pairs: [
        { name: "a", at: "1" },
        { name: "a", at: "2" },
        { at: "1", name: "a" },
      ],
    },
    ['spec.pairs[2]|FieldValueDuplicate|Duplicate value: {"at":"1","name":"a"}'],
  ],
  [
    "the first item of a map that is not an object, and none that is there twice",
    { parts: [{ name: "a" }, { name: "a" }, "b", 1] },
    [
      'spec.parts[2]|FieldValueTypeInvalid|Invalid value: "string": spec.parts[2] in body must be of type object: "string"',
      'spec.parts[3]|FieldValueTypeInvalid|Invalid value: "integer": spec.parts[3] in body must be of type object: "integer"',
      'spec.parts[2]|FieldValueInvalid|Invalid value: "b": must be an object for an array of list-type map',
    ],
  ],
  [
    "a set below a key of a map",
    { byName: { k: ["a", "a"] } },
    ['spec.byName[k][1]|FieldValueDuplicate|Duplicate value: "a"'],
  ],
  [
    "objects where there are none, whose fields are pruned first",
    { mode: [{ unknown: 1 }] },
    [
      'spec.mode|FieldValueTypeInvalid|Invalid value: "array": spec.mode in body must be of type string: "array"',
      'spec.mode|FieldValueNotSupported|Unsupported value: [{}]: supported values: "A", "B"',
    ],
  ],
  [
    "a number that is too large for an integer, of which the first alternative reports what is wrong",
    { image: 1e30 },
    [
      '<nil>|FieldValueInvalid|Invalid value: "": "spec.image" must validate at least one schema (anyOf)',
      '<nil>|FieldValueInvalid|Invalid value: "": Checked value must be of type integer (default format) in spec.image',
      'spec.image|FieldValueTypeInvalid|Invalid value: "number": spec.image in body must be of type integer: "number"',
      'spec.image|FieldValueTypeInvalid|Invalid value: "number": spec.image in body must be of type integer,string: "number"',
    ],
  ],
  [
    "formats without a type",
    { address: 1.5 },
    [
      '<nil>|FieldValueInvalid|Invalid value: "": "spec.address" must validate at least one schema (anyOf)',
      'spec.address|FieldValueTypeInvalid|Invalid value: "float64": spec.address in body must be of type hostname: "float64"',
      'spec.address|FieldValueTypeInvalid|Invalid value: "number": spec.address in body must be of type string: "number"',
    ],
  ],
  [
    "alternatives, of which the one that looks at more is reported",
    { either: { a: "z", b: "z" } },
    [
      '<nil>|FieldValueInvalid|Invalid value: "": "spec.either" must validate one and only one schema (oneOf). Found none valid',
      'spec.either.a|FieldValueNotSupported|Unsupported value: "z": supported values: "y"',
      "spec.either.b|FieldValueInvalid|Invalid value: \"z\": spec.either.b in body should match '^b'",
      "spec.either.c|FieldValueRequired|Required value",
    ],
  ],
  [
    "fewer replicas than none",
    { replicas: -2 },
    [".spec.replicas|FieldValueInvalid|Invalid value: -2: should be a non-negative integer"],
  ],
  [
    "replicas of another type",
    { replicas: { a: 1.5 } },
    [
      'spec.replicas|FieldValueTypeInvalid|Invalid value: "": spec.replicas in body must be of type int32: ""',
      ".spec.replicas|FieldValueInvalid|Invalid value: 0: .spec.replicas accessor error: map[] is of the type map[string]interface {}, expected int64",
    ],
  ],
  [
    "replicas where there is no object",
    "text",
    [
      'spec|FieldValueTypeInvalid|Invalid value: "string": spec in body must be of type object: "string"',
      ".spec.replicas|FieldValueInvalid|Invalid value: 0: .spec.replicas accessor error: text is of the type string, expected map[string]interface{}",
    ],
  ],
];

export function customValuesSuite(suite: Suite): void {
  describe("values of custom resources", () => {
    const world = () => gauges(suite, "Valued", schema, { subresources });

    test.each(refused)("%s", async (_, spec, causes) => {
      const { wire, path, object } = await world();
      const answer = await wire.post(path(), object("wrong", { spec }));
      expect(causesOf(answer).sort()).toEqual([...causes].sort());
    });

    test("a status in a create request is dropped, and its defaults are added", async () => {
      const { wire, path, object } = await world();
      const created = await wire.post(path(), object("v", { spec: {}, status: { phase: "Old" } }));
      expect(created.body.status).toEqual({ phase: "New" });
      const read = await wire.get(path("/v"));
      expect(read.body.status).toEqual({ phase: "New" });
    });

    test("a map of arbitrary values has no known fields below it, so its objects are emptied", async () => {
      const { wire, path, object } = await world();
      const created = await wire.post(
        path(),
        object("v", { spec: { anything: { a: { b: 1 }, c: 2, d: [{ e: 1 }] } } }),
      );
      expect(created.body.spec).toEqual({ anything: { a: {}, c: 2, d: [{}] } });
    });

    test("the replicas of a status must fit into a Scale", async () => {
      const { wire, path, object } = await world();
      const { body } = await wire.post(path(), object("v", { spec: {} }));
      const refusedStatus = async (status: object) => causesOf(await wire.put(path("/v/status"), { ...body, status }));
      expect(await refusedStatus({ replicas: -1 })).toEqual([
        ".status.replicas|FieldValueInvalid|Invalid value: -1: should be a non-negative integer",
      ]);
      expect(await refusedStatus({ replicas: 2 ** 31, selector: "a=b" })).toEqual([
        ".status.replicas|FieldValueInvalid|Invalid value: 2147483648: should be less than or equal to 2147483647",
      ]);
    });

    test("an object stored under an earlier schema is read with the current defaults and without removed fields", async () => {
      // given an object of a kind with two fields, which are omitted or set
      const properties = { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } };
      const { wire, path, object } = await gauges(suite, "Later", { type: "object", properties });
      await wire.post(path(), object("o", { c: "stored" }));
      const { body: before } = await wire.get(path("/o"));

      // when one field gets a default, and the other is removed from the schema
      const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/laters.rules.example.io";
      const schema = "/spec/versions/0/schema/openAPIV3Schema/properties";
      await wire.patch(definition, "json", [
        { op: "add", path: `${schema}/a/default`, value: "A" },
        { op: "remove", path: `${schema}/c` },
      ]);
      // then the object is read that way, because it was not written since
      const { body: after } = await eventually(
        () => wire.get(path("/o")),
        ({ body }) => "a" in body,
      );
      expect(after).toEqual({ ...before, a: "A", c: undefined });
      expect((await wire.get(path())).body.items).toEqual([after]);

      // and removing a default leaves nothing, unless the object was written meanwhile
      await wire.post(path(), object("p", {}));
      await wire.patch(definition, "json", [
        { op: "remove", path: `${schema}/a/default` },
        { op: "add", path: `${schema}/b/default`, value: "B" },
      ]);
      const { body: last } = await eventually(
        () => wire.get(path("/o")),
        ({ body }) => "b" in body,
      );
      expect(last).toEqual({ ...before, b: "B", c: undefined });
      expect((await wire.get(path("/p"))).body).toMatchObject({ a: "A", b: "B" });
    });
  });
}
