import { describe, expect, test } from "vitest";
import { configMaps } from "./admission-world.ts";
import { policyWorld, type PolicyWorld } from "./policy-world.ts";
import { type Suite } from "./suite.ts";

/** The parameter objects of policies. */
export function policyParametersSuite(suite: Suite): void {
  describe("parameters of admission policies", () => {
    const world = (): Promise<PolicyWorld> => policyWorld(suite);

    test("a policy is evaluated for each parameter object that its binding names or selects", async () => {
      const { wire, path, namespace, write, install } = await world();
      for (const [name, max] of [
        ["p1", "3"],
        ["p2", "1"],
      ]) {
        await wire.post(path("configmaps"), { metadata: { name, labels: { role: "limit" } }, data: { max } });
      }
      const validations = [
        {
          expression: "object.data.size() <= int(params.data.max)",
          messageExpression: "params.kind + ' ' + params.metadata.name + ' allows ' + params.data.max",
        },
      ];
      const rest = { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, validations };
      const paramRef = { parameterNotFoundAction: "Deny", namespace };
      const data = { a: "1", b: "2" };
      await install("validating", { ...rest, bindings: [{ paramRef: { ...paramRef, name: "p1" } }] });
      expect((await write("a", { data })).status).toBe(201);
      const name = await install("validating", {
        ...rest,
        bindings: [{ paramRef: { parameterNotFoundAction: "Allow", selector: { matchLabels: { role: "limit" } } } }],
      });
      const { body } = await write("b", { data });
      expect(body.message).toContain(
        `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ConfigMap p2 allows 1`,
      );
    });

    test("a missing parameter denies or allows the write, according to the binding", async () => {
      const { write, install } = await world();
      const rest = { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, validations: [{ expression: "false" }] };
      await install("validating", {
        ...rest,
        bindings: [{ paramRef: { name: "none", parameterNotFoundAction: "Allow" } }],
      });
      expect((await write("a")).status).toBe(201);
      const name = await install("validating", {
        ...rest,
        bindings: [{ paramRef: { name: "none", parameterNotFoundAction: "Deny" } }],
      });
      const { status, body } = await write("b");
      const why = `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`;
      expect([status, body.message]).toEqual([422, `configmaps "b" is forbidden: ${why}`]);
    });

    test("params is null if the binding has no paramRef", async () => {
      const { write, install } = await world();
      await install("validating", {
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        validations: [{ expression: "params != null", message: "none" }],
      });
      expect((await write("a")).body.message).toContain("denied request: none");
    });

    test("parameters of an unserved kind deny the write", async () => {
      const { write, install } = await world();
      const name = await install("validating", {
        paramKind: { apiVersion: "nothing.example.com/v1", kind: "Nothing" },
        validations: [{ expression: "true" }],
        bindings: [{ paramRef: { name: "none", parameterNotFoundAction: "Allow" } }],
      });
      const { status, body } = await write("a");
      const why =
        "failed to configure policy: failed to find resource referenced by paramKind: 'nothing.example.com/v1, Kind=Nothing'";
      expect([status, body.message]).toEqual([
        422,
        `configmaps "a" is forbidden: ValidatingAdmissionPolicy '${name}' denied request: ${why}`,
      ]);
    });

    test("namespaced parameters need a namespace, and cluster-scoped parameters must not have one", async () => {
      const { wire, namespace, write, install } = await world();
      const name = await install("validating", {
        matchConstraints: { resourceRules: [configMaps, { ...configMaps, resources: ["namespaces"] }] },
        paramKind: { apiVersion: "v1", kind: "Node" },
        validations: [{ expression: "true" }],
        bindings: [{ paramRef: { name: "none", namespace: "default", parameterNotFoundAction: "Allow" } }],
      });
      expect((await write("a")).body.message).toContain(
        `with binding '${name}' denied request: failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped \`paramKind\``,
      );
      const other = await install("validating", {
        matchConstraints: {
          resourceRules: [{ ...configMaps, apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"] }],
        },
        matchConditions: [{ name: "own", expression: `request.name == '${namespace}'` }],
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        validations: [{ expression: "true" }],
        bindings: [
          {
            paramRef: { name: "none", parameterNotFoundAction: "Allow" },
            matchResources: { objectSelector: { matchLabels: { own: namespace } } },
          },
        ],
      });
      const role = await wire.post("/apis/rbac.authorization.k8s.io/v1/clusterroles", {
        metadata: { name: namespace, labels: { own: namespace } },
      });
      expect(role.body.message).toContain(
        `with binding '${other}' denied request: failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources`,
      );
    });
  });
}
