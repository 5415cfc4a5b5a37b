import { describe, expect, test } from "vitest";
import { admissionGroup, configMaps } from "./admission-world.ts";
import { policyWorld, type PolicyWorld } from "./policy-world.ts";
import { type Suite } from "./suite.ts";

/** Policies in CEL that deny writes or warn about them. */
export function validatingPoliciesSuite(suite: Suite): void {
  describe("validating admission policies", () => {
    const world = (): Promise<PolicyWorld> => policyWorld(suite);

    test("a denial has the policy's message, reason and code", async () => {
      const { write, install } = await world();
      const name = await install("validating", {
        validations: [
          { expression: "object.metadata.name != 'a'" },
          { expression: "object.metadata.name != 'b'", message: " said \t" },
          { expression: "object.metadata.name != 'c'", reason: "Forbidden", message: "no c" },
          { expression: "object.metadata.name != 'd'", reason: "RequestEntityTooLarge" },
          {
            expression: "object.metadata.name != 'e'",
            messageExpression: "'name is ' + object.metadata.name",
            message: "no e",
          },
          { expression: "object.metadata.name != 'f'", messageExpression: "'two\\nlines'", message: "no f" },
          { expression: "object.metadata.name != 'g'", messageExpression: "string(object.missing)", message: "no g" },
        ],
      });
      const expected: [string, number, string, string][] = [
        ["a", 422, "Invalid", "failed expression: object.metadata.name != 'a'"],
        ["b", 422, "Invalid", "said"],
        ["c", 403, "Forbidden", "no c"],
        ["d", 413, "RequestEntityTooLarge", "failed expression: object.metadata.name != 'd'"],
        ["e", 422, "Invalid", "name is e"],
        ["f", 422, "Invalid", "no f"],
        ["g", 422, "Invalid", "no g"],
      ];
      for (const [own, code, reason, said] of expected) {
        const { status, body } = await write(own);
        const why = `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${said}`;
        expect([status, body]).toEqual([
          code,
          {
            kind: "Status",
            apiVersion: "v1",
            metadata: {},
            status: "Failure",
            message: `configmaps "${own}" is forbidden: ${why}`,
            reason,
            details: { name: own, kind: "configmaps", causes: [{ message: why }] },
            code,
          },
        ]);
      }
      expect((await write("z")).status).toBe(201);
    });

    test("the first of several denials is returned", async () => {
      const { write, install } = await world();
      await install("validating", {
        validations: [{ expression: "1 > 2" }, { expression: "false", message: "second" }],
      });
      const { body } = await write("a");
      expect(body.message).toContain("denied request: failed expression: 1 > 2");
      expect(body.details.causes).toHaveLength(1);
    });

    test("a binding may only warn or write to the audit log", async () => {
      const { write, install } = await world();
      const validations = [{ expression: "false", message: "beware" }];
      const name = await install("validating", { validations, bindings: [{ validationActions: ["Warn", "Audit"] }] });
      await install("validating", { validations, bindings: [{ validationActions: ["Audit"] }] });
      const { status, headers } = await write("a");
      expect(status).toBe(201);
      expect(headers.warning).toBe(
        `299 - "Validation failed for ValidatingAdmissionPolicy '${name}' with binding '${name}': beware"`,
      );
    });

    test("a policy without a binding does nothing", async () => {
      const { write, install } = await world();
      await install("validating", { validations: [{ expression: "false" }], bindings: [] });
      expect((await write("a")).status).toBe(201);
    });

    test("updates and deletions are validated with the old object", async () => {
      const { wire, path, write, install } = await world();
      await install("validating", {
        validations: [
          { expression: "request.operation != 'UPDATE' || object.data.key != oldObject.data.key", message: "the same" },
          { expression: "request.operation != 'DELETE' || (object == null && oldObject.data.key == '2')" },
          { expression: "request.operation != 'CREATE' || oldObject == null" },
        ],
      });
      expect((await write("a", { data: { key: "1" } })).status).toBe(201);
      const same = await wire.patch(path("configmaps/a"), "merge", { metadata: { labels: { a: "b" } } });
      expect([same.status, same.body.message]).toEqual([422, expect.stringContaining("the same")]);
      expect((await wire.delete(path("configmaps/a"))).status).toBe(422);
      expect((await wire.patch(path("configmaps/a"), "merge", { data: { key: "2" } })).status).toBe(200);
      expect((await wire.delete(path("configmaps/a"))).status).toBe(200);
    });

    test("conditions and constraints select the writes of a policy", async () => {
      const { wire, path, write, install } = await world();
      await install("validating", {
        matchConstraints: {
          resourceRules: [{ ...configMaps, operations: ["CREATE"] }],
          excludeResourceRules: [{ ...configMaps, resourceNames: ["excluded"] }],
          objectSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] },
        },
        matchConditions: [{ name: "not-mine", expression: "!request.name.startsWith('mine')" }],
        validations: [{ expression: "false" }],
      });
      expect((await write("a")).status).toBe(422);
      expect((await write("excluded")).status).toBe(201);
      expect((await write("mine-1")).status).toBe(201);
      const created = await wire.post(path("configmaps"), { metadata: { name: "b", labels: { skip: "yes" } } });
      expect(created.status).toBe(201);
      expect((await wire.patch(path("configmaps/excluded"), "merge", { data: { a: "b" } })).status).toBe(200);
    });

    test("rules of bindings narrow those of the policy; names are those of objects", async () => {
      const { write, install } = await world();
      const resourceRules = [{ ...configMaps, resourceNames: ["a", "b"] }];
      await install("validating", {
        validations: [{ expression: "false" }],
        bindings: [{ matchResources: { resourceRules } }],
      });
      expect((await write("a")).status).toBe(422);
      expect((await write("c")).status).toBe(201);
    });

    test("a policy for a version gets objects of other versions converted", async () => {
      const { wire, widgets, namespace, install } = await world();
      const rule = { ...configMaps, apiGroups: ["example.io"], resources: ["widgets"] };
      await install("validating", {
        matchConstraints: { resourceRules: [{ ...rule, apiVersions: ["v1"] }] },
        validations: [
          {
            expression: "false",
            messageExpression:
              "object.apiVersion + ' ' + request.resource.version + ' ' + request.requestResource.version",
          },
        ],
      });
      const widget = { apiVersion: "example.io/v1beta1", kind: "Widget", metadata: { name: "a" }, spec: { count: 1 } };
      const beta = await wire.post(`/apis/example.io/v1beta1/namespaces/${namespace}/widgets`, widget);
      const v1 = await wire.post(widgets(), { ...widget, apiVersion: "example.io/v1" });
      expect(v1.body.message).toContain("denied request: example.io/v1 v1 v1");
      expect(beta.body.message).toContain("denied request: example.io/v1 v1 v1beta1");
    });

    test("policies do not apply to policies and bindings", async () => {
      const { wire, namespace, install } = await world();
      const name = await install("validating", {
        matchConstraints: {
          resourceRules: [
            { ...configMaps, apiGroups: ["admissionregistration.k8s.io"], apiVersions: ["*"], resources: ["*"] },
          ],
        },
        validations: [{ expression: "false" }],
        bindings: [{ matchResources: { objectSelector: { matchLabels: { only: namespace } } } }],
      });
      const own = `${admissionGroup}/validatingadmissionpolicies/${name}`;
      expect((await wire.patch(own, "merge", { metadata: { labels: { only: namespace } } })).status).toBe(200);
      expect((await wire.delete(own)).status).toBe(200);
    });

    test("policies also apply to dry runs", async () => {
      const { wire, path, install } = await world();
      await install("validating", { validations: [{ expression: "!request.dryRun", message: "dry" }] });
      const { body } = await wire.post(path("configmaps?dryRun=All"), { metadata: { name: "a" } });
      expect(body.message).toContain("denied request: dry");
    });
  });
}
