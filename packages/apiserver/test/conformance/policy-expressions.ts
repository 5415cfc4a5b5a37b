import { describe, expect, test } from "vitest";
import { policyWorld, type PolicyWorld } from "./policy-world.ts";
import { type Suite } from "./suite.ts";

/** The variables, authorization checks and costs of policy expressions. */
export function policyExpressionsSuite(suite: Suite): void {
  describe("expressions of admission policies", () => {
    const world = (): Promise<PolicyWorld> => policyWorld(suite);

    test("a failing expression denies the write or not, according to the failurePolicy", async () => {
      const { write, install } = await world();
      const validations = [{ expression: "object.data.key == '1'" }];
      const name = await install("validating", { validations, failurePolicy: "Ignore" });
      expect((await write("a")).status).toBe(201);
      expect((await write("b", { data: { key: "2" } })).status).toBe(422);
      const other = await world();
      const strict = await other.install("validating", { validations });
      const { status, body } = await other.write("a");
      expect(name).not.toBe(strict);
      expect([status, body.reason, body.message]).toEqual([
        422,
        "Invalid",
        `configmaps "a" is forbidden: ValidatingAdmissionPolicy '${strict}' with binding '${strict}' denied request: expression 'object.data.key == '1'' resulted in error: no such key: data`,
      ]);
    });

    test("variables are evaluated on first use, and once", async () => {
      const { write, install } = await world();
      await install("validating", {
        variables: [
          { name: "data", expression: "object.?data.orValue({})" },
          { name: "count", expression: "variables.data.size()" },
          { name: "broken", expression: "object.missing.size() > 0" },
          { name: "costly", expression: "variables.data.map(key, variables.data.map(other, key + other))" },
        ],
        validations: [
          { expression: "variables.count < 3", messageExpression: "'has ' + string(variables.count)" },
          { expression: "object.metadata.name != 'broken' || variables.broken" },
          { expression: "variables.count > 1 || variables.broken || true" },
        ],
      });
      expect((await write("a", { data: { a: "1", b: "2" } })).status).toBe(201);
      const many = await write("b", { data: { a: "1", b: "2", c: "3" } });
      expect(many.body.message).toContain("denied request: has 3");
      const broken = await write("broken");
      expect(broken.body.message).toContain(
        `expression 'object.metadata.name != 'broken' || variables.broken' resulted in error: composited variable "broken" fails to evaluate: no such key: missing`,
      );
    });

    test("a failing condition denies the write", async () => {
      const { write, install } = await world();
      await install("validating", {
        matchConditions: [{ name: "one", expression: "object.data.a == '1'" }],
        validations: [{ expression: "true" }],
      });
      const { status, body } = await write("a");
      expect([status, body.message]).toEqual([
        422,
        expect.stringContaining("expression 'object.data.a == '1'' resulted in error: no such key: data"),
      ]);
    });

    test("expressions see the namespace and the request", async () => {
      const { write, install, namespace } = await world();
      const said = (expression: string): object => ({ expression: "false", messageExpression: expression });
      await install("validating", {
        validations: [
          said(
            "[namespaceObject.metadata.name, namespaceObject.metadata.labels['kubernetes.io/metadata.name'], namespaceObject.status.phase, " +
              "request.kind.kind, request.resource.resource, request.name, request.namespace, request.operation, string(request.dryRun), " +
              "string(request.options.kind), string('system:masters' in request.userInfo.groups), string(has(request.subResource))].join(' ')",
          ),
        ],
      });
      const { body } = await write("a");
      expect(body.message).toContain(
        `denied request: ${namespace} ${namespace} Active ConfigMap configmaps a ${namespace} CREATE false CreateOptions true false`,
      );
    });

    test("a policy that exceeds the cost budget denies matching writes", async () => {
      const { write, install } = await world();
      const many = Array.from({ length: 25 }, () => ({
        expression: "lists.range(300).all(x, lists.range(300).all(y, x + y >= 0))",
      }));
      await install("validating", { validations: many });
      expect((await write("a")).body.message).toContain(
        "denied request: validation failed due to running out of cost budget, no further validation rules will be run",
      );
    });

    test("a failing audit annotation denies the write, regardless of the binding's actions", async () => {
      const { write, install } = await world();
      await install("validating", {
        auditAnnotations: [{ key: "key", valueExpression: "'has ' + object.data.key" }],
        bindings: [{ validationActions: ["Audit"] }],
      });
      expect((await write("a", { data: { key: "1" } })).status).toBe(201);
      expect((await write("b")).body.message).toContain(
        "denied request: expression ''has ' + object.data.key' resulted in error: no such key: data",
      );
    });
  });
}
