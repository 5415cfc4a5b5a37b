import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type Body } from "./target.ts";
import { widget } from "./widgets.ts";

function ownersOf(object: Body): Record<string, unknown> {
  const owners = object.metadata.managedFields.map(({ manager, operation, subresource, fieldsV1 }) => {
    const name = subresource === undefined ? `${operation} ${manager}` : `${operation} ${manager} ${subresource}`;
    return [name, fieldsV1] as const;
  });
  return Object.fromEntries(owners);
}

/** Server-side apply and managed fields. */
export function applySuite(suite: Suite): void {
  describe("apply", () => {
    test("creates an object and owns exactly the applied fields", async () => {
      const { wire, widgets } = await suite.namespace();
      const applied = widget("a", { count: 1, tags: ["x"], parts: [{ name: "p", value: "1" }], labels: { k: "v" } });
      const { status, body } = await wire.patch(`${widgets("/a")}?fieldManager=m1`, "apply", applied);
      expect(status).toBe(201);
      expect(body.spec.size).toBe("small");
      expect(ownersOf(body)).toEqual({
        "Apply m1": {
          "f:spec": {
            "f:count": {},
            "f:labels": { "f:k": {} },
            "f:parts": { 'k:{"name":"p"}': { ".": {}, "f:name": {}, "f:value": {} } },
            "f:tags": { 'v:"x"': {} },
          },
        },
      });
      const again = await wire.patch(`${widgets("/a")}?fieldManager=m1`, "apply", applied);
      expect([again.status, again.body.metadata.resourceVersion]).toEqual([200, body.metadata.resourceVersion]);
    });

    test("a conflict names the other manager and the field; force takes the field over", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a", { count: 1, title: "x" }));
      const conflict = await wire.patch(
        `${widgets("/a")}?fieldManager=m1`,
        "apply",
        widget("a", { count: 2, title: "y" }),
      );
      expect(conflict).toMatchObject({
        status: 409,
        body: {
          reason: "Conflict",
          message:
            'Apply failed with 2 conflicts: conflicts with "suite" using example.io/v1:\n- .spec.count\n- .spec.title',
          details: {
            causes: [
              {
                reason: "FieldManagerConflict",
                message: 'conflict with "suite" using example.io/v1',
                field: ".spec.count",
              },
              {
                reason: "FieldManagerConflict",
                message: 'conflict with "suite" using example.io/v1',
                field: ".spec.title",
              },
            ],
          },
        },
      });
      const forced = await wire.patch(
        `${widgets("/a")}?fieldManager=m1&force=true`,
        "apply",
        widget("a", { count: 2, title: "y" }),
      );
      expect(ownersOf(forced.body)).toMatchObject({ "Apply m1": { "f:spec": { "f:count": {}, "f:title": {} } } });
      const single = await wire.patch(`${widgets("/a")}?fieldManager=m2`, "apply", widget("a", { count: 3 }));
      expect(single.body.message).toBe('Apply failed with 1 conflict: conflict with "m1": .spec.count');
    });

    test("managers share an equal value, and a field that no manager applies any more is removed", async () => {
      const { wire, widgets } = await suite.namespace();
      const apply = (manager: string, spec: object) =>
        wire.patch(`${widgets("/a")}?fieldManager=${manager}`, "apply", widget("a", spec));
      await apply("m1", { count: 1, title: "x", tags: ["a", "b"], parts: [{ name: "p", value: "1" }, { name: "q" }] });
      const shared = await apply("m2", { count: 1, tags: ["b", "c"], parts: [{ name: "p", value: "1" }] });
      expect(shared.status).toBe(200);
      expect(shared.body.spec.tags).toEqual(["a", "b", "c"]);
      const left = await apply("m1", { count: 1 });
      expect(left.body.spec).toEqual({ count: 1, size: "small", tags: ["b", "c"], parts: [{ name: "p", value: "1" }] });
      const gone = await apply("m2", { count: 1 });
      expect(gone.body.spec).toEqual({ count: 1, size: "small" });
    });

    test("finalizers and owner references are owned individually", async () => {
      const { wire, widgets, path } = await suite.namespace();
      const { body: owner } = await wire.post(path("configmaps"), { metadata: { name: "owner" } });
      const { uid } = owner.metadata;
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
      await wire.patch(
        `${widgets("/a")}?fieldManager=m1`,
        "apply",
        widget("a", { count: 1 }, { finalizers: ["example.io/one"] }),
      );
      const { body } = await wire.patch(
        `${widgets("/a")}?fieldManager=m2`,
        "apply",
        widget("a", { count: 1 }, { finalizers: ["example.io/two"], ownerReferences }),
      );
      expect(body.metadata.finalizers).toEqual(["example.io/one", "example.io/two"]);
      expect(ownersOf(body)).toMatchObject({
        "Apply m2": {
          "f:metadata": {
            "f:finalizers": { 'v:"example.io/two"': {} },
            "f:ownerReferences": { [`k:{"uid":"${uid}"}`]: {} },
          },
        },
      });
      const left = await wire.patch(`${widgets("/a")}?fieldManager=m2`, "apply", widget("a", { count: 1 }));
      expect(left.body.metadata.finalizers).toEqual(["example.io/one"]);
      expect(left.body.metadata.ownerReferences).toBeUndefined();
      await wire.patch(widgets("/a"), "merge", { metadata: { finalizers: null } });
    });

    test("status is applied through its subresource, conditions by type", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.post(widgets(), widget("a"));
      const apply = (manager: string, type: string) =>
        wire.patch(`${widgets("/a/status")}?fieldManager=${manager}`, "apply", {
          ...widget("a"),
          status: { conditions: [{ type, status: "True" }] },
        });
      await apply("m1", "A");
      const { body } = await apply("m2", "B");
      expect(body.status.conditions).toEqual([
        { type: "A", status: "True" },
        { type: "B", status: "True" },
      ]);
      expect(Object.keys(ownersOf(body)).sort()).toEqual(["Apply m1 status", "Apply m2 status", "Update suite"]);
    });

    test("updates own the fields that they change and take them from other managers", async () => {
      const { wire, widgets } = await suite.namespace();
      await wire.patch(`${widgets("/a")}?fieldManager=m1`, "apply", widget("a", { count: 1, title: "x" }));
      const { body } = await wire.patch(widgets("/a"), "merge", { spec: { title: "y" } });
      expect(ownersOf(body)).toEqual({
        "Apply m1": { "f:spec": { "f:count": {} } },
        "Update suite": { "f:spec": { "f:title": {} } },
      });
    });

    test("works for built-in kinds", async () => {
      const { wire, path } = await suite.namespace();
      const apply = (manager: string, data: object) =>
        wire.patch(`${path("configmaps/a")}?fieldManager=${manager}`, "apply", {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "a" },
          data,
        });
      await apply("m1", { a: "1", b: "2" });
      await apply("m2", { c: "3" });
      const { body } = await apply("m1", { a: "1" });
      expect(body.data).toEqual({ a: "1", c: "3" });
    });

    test.each([
      [
        "no field manager",
        "",
        widget("a"),
        422,
        'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      ],
      [
        "an unknown field",
        "?fieldManager=m",
        widget("a", { count: 1, other: 2 }),
        500,
        ".spec.other: field not declared in schema",
      ],
      [
        "a field of another type",
        "?fieldManager=m",
        widget("a", { count: "x" }),
        500,
        ".spec.count: expected numeric (int or float), got string",
      ],
      [
        "managed fields",
        "?fieldManager=m",
        widget("a", { count: 1 }, { managedFields: [{ manager: "x", operation: "Apply", apiVersion: "v1" }] }),
        400,
        "metadata.managedFields must be nil",
      ],
      ["no kind", "?fieldManager=m", { metadata: { name: "a" } }, 400, "invalid object type: /, Kind="],
    ])("with %s is rejected", async (_, query, object, status, message) => {
      const { wire, widgets } = await suite.namespace();
      const answer = await wire.patch(widgets("/a") + query, "apply", object);
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
    });
  });
}
