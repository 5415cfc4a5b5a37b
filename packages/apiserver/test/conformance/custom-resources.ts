import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { widget } from "./widgets.ts";

/** Custom resources: schema, subresources, versions, tables. */
export function customResourcesSuite(suite: Suite): void {
  describe("custom resources", () => {
    test("a definition is established and appears in discovery", async () => {
      const wire = suite.wire();
      const { body } = await wire.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.io");
      const conditions = body.status.conditions?.map(({ type, status, reason, message }) => ({
        type,
        status,
        reason,
        message,
      }));
      expect(conditions).toEqual([
        { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" },
        {
          type: "Established",
          status: "True",
          reason: "InitialNamesAccepted",
          message: "the initial names have been accepted",
        },
      ]);
      expect(body.status).toMatchObject({
        acceptedNames: { plural: "widgets", singular: "widget", listKind: "WidgetList" },
        storedVersions: ["v1"],
      });
      expect(body.metadata.finalizers).toBeUndefined();
      const { body: discovery } = await wire.get("/apis/example.io/v1");
      const [resource] = discovery.resources;
      expect(resource).toMatchObject({
        name: "widgets",
        singularName: "widget",
        kind: "Widget",
        namespaced: true,
        shortNames: ["wd"],
        categories: ["all"],
      });
      expect(discovery.resources.map(({ name }) => name).sort()).toEqual([
        "widgets",
        "widgets/scale",
        "widgets/status",
      ]);
      const { body: group } = await wire.get("/apis/example.io");
      expect(group).toMatchObject({
        kind: "APIGroup",
        preferredVersion: { groupVersion: "example.io/v1", version: "v1" },
      });
      expect(group.versions.map(({ version }) => version)).toEqual(["v1", "v1beta1"]);
    });

    test("unknown fields are pruned with a warning, defaults are added, and status is dropped", async () => {
      const { wire, widgets } = await suite.namespace();
      const spec = {
        count: 1,
        other: 1,
        free: { any: { thing: 1 } },
        parts: [{ name: "a", other: 1 }],
        maybe: null,
        title: null,
      };
      const { status, body, headers } = await wire.post(widgets(), { ...widget("a", spec), status: { phase: "x" } });
      expect(status).toBe(201);
      expect(body.spec).toEqual({
        count: 1,
        size: "small",
        free: { any: { thing: 1 } },
        parts: [{ name: "a" }],
        maybe: null,
      });
      expect(body.status).toBeUndefined();
      expect(body.metadata.generation).toBe(1);
      const warnings = String(headers.warning);
      expect(warnings).toContain('299 - "unknown field \\"spec.other\\""');
      expect(warnings).toContain('299 - "unknown field \\"spec.parts[0].other\\""');
    });

    test("strict field validation rejects unknown and duplicate fields", async () => {
      const { wire, widgets } = await suite.namespace();
      const text =
        '{"apiVersion":"example.io/v1","kind":"Widget","metadata":{"name":"a","foo":1},"spec":{"count":1,"count":2,"other":1}}';
      const answer = await wire.send("POST", `${widgets()}?fieldValidation=Strict`, text, {
        "content-type": "application/json",
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          reason: "BadRequest",
          message:
            'Widget in version "v1" cannot be handled as a Widget: strict decoding error: duplicate field "spec.count", unknown field "metadata.foo", unknown field "spec.other"',
        },
      });
    });

    test.each([
      ["a missing field", {}, ["spec.count|FieldValueRequired|Required value"]],
      [
        "a wrong type",
        { count: "x" },
        [
          'spec.count|FieldValueTypeInvalid|Invalid value: "string": spec.count in body must be of type integer: "string"',
        ],
      ],
      [
        "a fraction for an integer",
        { count: 1.5 },
        [
          'spec.count|FieldValueTypeInvalid|Invalid value: "number": spec.count in body must be of type integer: "number"',
          '<nil>|FieldValueInvalid|Invalid value: "": Checked value must be of type integer (default format) in spec.count',
        ],
      ],
      [
        "more than 64 bits",
        { count: 1, int: 1e20 },
        [
          'spec.int|FieldValueTypeInvalid|Invalid value: "number": spec.int in body must be of type integer: "number"',
          '<nil>|FieldValueInvalid|Invalid value: "": Checked value must be of type integer (default format) in spec.int',
        ],
      ],
      [
        "more than 32 bits",
        { count: 1, int32: 2 ** 31 },
        [
          '<nil>|FieldValueInvalid|Invalid value: "": Checked value must be of type integer with format int32 in spec.int32',
        ],
      ],
      [
        "more than 64 bits where 32 are wanted",
        { count: 1, int32: 1e20 },
        [
          'spec.int32|FieldValueTypeInvalid|Invalid value: "float64": spec.int32 in body must be of type int32: "float64"',
          '<nil>|FieldValueInvalid|Invalid value: "": Checked value must be of type integer with format int32 in spec.int32',
        ],
      ],
      [
        "a number beyond the range of its format",
        { count: 1, float: 1e39 },
        [
          '<nil>|FieldValueInvalid|Invalid value: "": Checked value must be of type number with format float in spec.float',
        ],
      ],
      [
        "no multiple",
        { count: 1, tenths: 0.35 },
        ["spec.tenths|FieldValueInvalid|Invalid value: 0.35: spec.tenths in body should be a multiple of 0.1"],
      ],
      [
        "null for a nullable enum",
        { count: 1, choice: null },
        ['spec.choice|FieldValueNotSupported|Unsupported value: null: supported values: "a"'],
      ],
      [
        "a number too small",
        { count: 0 },
        ["spec.count|FieldValueInvalid|Invalid value: 0: spec.count in body should be greater than or equal to 1"],
      ],
      [
        "a number too large",
        { count: 11 },
        ["spec.count|FieldValueInvalid|Invalid value: 11: spec.count in body should be less than or equal to 10"],
      ],
      [
        "no member of the enum",
        { count: 1, size: "x" },
        ['spec.size|FieldValueNotSupported|Unsupported value: "x": supported values: "small", "large"'],
      ],
      [
        "a text too long",
        { count: 1, title: "abcdef" },
        ["spec.title|FieldValueTooLong|Too long: may not be more than 5 bytes"],
      ],
      [
        "a string of another pattern",
        { count: 1, title: "A" },
        [`spec.title|FieldValueInvalid|Invalid value: "A": spec.title in body should match '^[a-z]*$'`],
      ],
      [
        "neither integer nor string",
        { count: 1, port: true },
        [
          'spec.port|FieldValueTypeInvalid|Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
        ],
      ],
      [
        "no date",
        { count: 1, when: "today" },
        [
          'spec.when|FieldValueTypeInvalid|Invalid value: "today": spec.when in body must be of type date-time: "today"',
        ],
      ],
      [
        "a set with duplicates",
        { count: 1, tags: ["a", "b", "a"] },
        ['spec.tags[2]|FieldValueDuplicate|Duplicate value: "a"'],
      ],
      [
        "a map with duplicates",
        { count: 1, parts: [{ name: "a" }, { name: "a" }] },
        ['spec.parts[1]|FieldValueDuplicate|Duplicate value: {"name":"a"}'],
      ],
      [
        "an item without its key",
        { count: 1, parts: [{ value: "a" }] },
        ["spec.parts[0].name|FieldValueRequired|Required value"],
      ],
      [
        "too many items",
        { count: 1, parts: ["a", "b", "c", "d"].map((name) => ({ name })) },
        ["spec.parts|FieldValueTooMany|Too many: 4: must have at most 3 items"],
      ],
      [
        "none of the alternatives",
        { count: 1, either: {} },
        [
          '<nil>|FieldValueInvalid|Invalid value: "": "spec.either" must validate one and only one schema (oneOf). Found none valid',
          "spec.either.a|FieldValueRequired|Required value",
        ],
      ],
      [
        "two alternatives",
        { count: 1, either: { a: "1", b: "2" } },
        [
          '<nil>|FieldValueInvalid|Invalid value: "": "spec.either" must validate one and only one schema (oneOf). Found 2 valid alternatives',
        ],
      ],
      [
        "a list for an object",
        { count: 1, labels: ["a"] },
        [
          'spec.labels|FieldValueTypeInvalid|Invalid value: "array": spec.labels in body must be of type object: "array"',
        ],
      ],
      [
        "a wrong value in a map",
        { count: 1, labels: { a: 1 } },
        [
          'spec.labels.a|FieldValueTypeInvalid|Invalid value: "integer": spec.labels.a in body must be of type string: "integer"',
        ],
      ],
    ])("%s is rejected with its path", async (_, spec, expected) => {
      const { wire, widgets } = await suite.namespace();
      const { status, body } = await wire.post(widgets(), widget("a", spec));
      const causes = body.details.causes.map(({ field, reason, message }) => `${field}|${reason}|${message}`);
      expect([status, body.reason, causes]).toEqual([422, "Invalid", expected]);
      const strings = expected.map((line) => `${line.split("|")[0] ?? ""}: ${line.split("|")[2] ?? ""}`);
      expect(body.message).toBe(
        `Widget.example.io "a" is invalid: ${strings.length === 1 ? (strings[0] ?? "") : `[${strings.join(", ")}]`}`,
      );
    });

    test.each(["a", "example.com/name", "a[0].b", "count", ""])(
      "an invalid map value is rejected when it replaces a valid one, for any key: %j",
      async (key) => {
        const { wire, widgets } = await suite.namespace();
        const written = await wire.post(widgets(), widget("a", { count: 1, labels: { [key]: "b" } }));
        expect(written.status).toBe(201);
        const { status, body } = await wire.patch(widgets("/a"), "merge", { spec: { labels: { [key]: 1 } } });
        expect(status).toBe(422);
        expect(body.details.causes.map(({ field }) => field)).toEqual([`spec.labels.${key}`]);
      },
    );

    test("spec and status are written separately, and only spec changes increment the generation", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a"));
      const status = await wire.patch(widgets("/a/status"), "merge", { spec: { count: 9 }, status: { phase: "up" } });
      expect(status.body).toMatchObject({ spec: { count: 1 }, status: { phase: "up" }, metadata: { generation: 1 } });
      const spec = await wire.patch(widgets("/a"), "merge", { spec: { count: 2 }, status: { phase: "down" } });
      expect(spec.body).toMatchObject({ spec: { count: 2 }, status: { phase: "up" }, metadata: { generation: 2 } });
      const labeled = await wire.patch(widgets("/a"), "merge", { metadata: { labels: { a: "b" } } });
      expect(labeled.body.metadata.generation).toBe(2);
      expect(await wire.put(widgets("/a"), widget("a", { count: 3 }))).toMatchObject({
        status: 422,
        body: {
          message:
            'widgets.example.io "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
        },
      });
    });

    test("replicas are read and written through /scale", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a", { count: 1, replicas: 2 }));
      expect((await wire.get(widgets("/a/scale"))).body).toMatchObject({
        kind: "Scale",
        apiVersion: "autoscaling/v1",
        spec: { replicas: 2 },
        status: { replicas: 0 },
      });
      expect((await wire.patch(widgets("/a/scale"), "merge", { spec: { replicas: 5 } })).status).toBe(200);
      expect((await wire.get(widgets("/a"))).body.spec.replicas).toBe(5);
    });

    test("another version shows the same object without the fields that the version lacks", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a", { count: 1, title: "x" }));
      const { body, headers } = await wire.get(widgets("/a").replace("/v1/", "/v1beta1/"));
      expect(body).toMatchObject({ apiVersion: "example.io/v1beta1", kind: "Widget", spec: { count: 1 } });
      expect(body.spec.title).toBeUndefined();
      expect(headers.warning).toContain("example.io/v1beta1 Widget is deprecated");
    });

    test("objects without a version, of another version or of another kind are rejected", async () => {
      const { wire, widgets } = await suite.namespace();
      expect((await wire.post(widgets(), { metadata: { name: "a" } })).body.message).toContain(
        "Object 'Kind' is missing in",
      );
      expect((await wire.post(widgets(), { ...widget("a"), apiVersion: "example.io/v2" })).body.message).toBe(
        "the API version in the data (example.io/v2) does not match the expected API version (example.io/v1)",
      );
      expect(await wire.post(widgets(), { ...widget("a"), kind: "Gadget" })).toMatchObject({
        status: 422,
        body: { message: 'Gadget.example.io "a" is invalid: kind: Invalid value: "Gadget": must be Widget' },
      });
      expect((await wire.patch(widgets("/a"), "strategic", {})).status).toBe(415);
    });

    test("tables have the columns of the definition", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a", { count: 1, size: "large" }));
      await wire.patch(widgets("/a/status"), "merge", { status: { conditions: [{ type: "Ready", status: "True" }] } });
      const { body } = await wire.get(widgets(), "application/json;as=Table;g=meta.k8s.io;v=v1");
      expect(body.kind).toBe("Table");
      expect(body.columnDefinitions.map(({ name }) => name)).toEqual(["Name", "Size", "Ready"]);
      expect(body.rows[0]?.cells).toEqual(["a", "large", "True"]);
      const object = body.rows[0]?.object;
      expect(object?.kind).toBe("PartialObjectMetadata");
    });

    test("field selectors work on selectable fields", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a", { count: 1, size: "large" }));
      await wire.post(widgets(), widget("b"));
      const { body } = await wire.get(`${widgets()}?fieldSelector=spec.size%3Dlarge`);
      expect(body.items.map((item) => item.metadata.name)).toEqual(["a"]);
      expect((await wire.get(`${widgets()}?fieldSelector=spec.count%3D1`)).status).toBe(400);
    });
  });
}
