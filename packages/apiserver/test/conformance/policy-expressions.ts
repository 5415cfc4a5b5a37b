import { describe, expect, test } from "vitest";
import { policyWorld, type PolicyWorld } from "./policy-world.ts";
import { type Suite } from "./suite.ts";
import { Wire } from "./target.ts";

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

    test("expressions check authorization", async () => {
      const { wire, namespace, path, install } = await world();
      const reader = {
        metadata: { name: "reader" },
        rules: [
          { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create"] },
          { apiGroups: [""], resources: ["pods/log"], resourceNames: ["p"], verbs: ["get"] },
        ],
      };
      const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
      await wire.post(`${rbac}/roles`, reader);
      await wire.post(`${rbac}/rolebindings`, {
        metadata: { name: "reader" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
        subjects: [{ kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" }],
      });
      const configMap = `resource('configmaps').namespace('${namespace}')`;
      const checks: [string, boolean][] = [
        ["authorizer.requestResource.check('create').allowed()", true],
        ["authorizer.requestResource.check('delete').allowed()", false],
        [`authorizer.group('').${configMap}.check('get').allowed()`, true],
        ["authorizer.group('').resource('configmaps').check('get').allowed()", false],
        [
          `authorizer.group('').resource('pods').subresource('log').namespace('${namespace}').name('p').check('get').allowed()`,
          true,
        ],
        ["authorizer.path('/healthz').check('get').allowed()", true],
        ["authorizer.path('/secret').check('get').allowed()", false],
        [`authorizer.serviceAccount('${namespace}', 'default').group('').${configMap}.check('get').allowed()`, false],
        ["authorizer.path('/secret').check('get').errored()", false],
        [
          "authorizer.group('').resource('pods').labelSelector('a=b').fieldSelector('c=d').check('list').error() == ''",
          true,
        ],
        ["authorizer.path('/secret').check('get').reason() == ''", true],
      ];
      await install("validating", {
        matchConditions: [
          {
            name: "jane",
            expression: "!authorizer.path('/secret').check('get').allowed() && request.userInfo.username == 'jane'",
          },
        ],
        variables: checks.map(([expression], index) => ({ name: `c${index}`, expression })),
        validations: checks.map(([expression, expected], index) => ({
          expression: `object.metadata.name != 'c${index}' || variables.c${index} == ${!expected}`,
          message: expression,
        })),
      });
      const jane = new Wire(await suite.target().kubeconfigFor("jane"));
      for (const [index, [expression]] of checks.entries()) {
        const { body } = await jane.post(path("configmaps"), { metadata: { name: `c${index}` } });
        expect(body.message.endsWith(`denied request: ${expression}`)).toBe(true);
      }
    });

    test("the message of a validation is evaluated without authorization checks", async () => {
      const { write, install } = await world();
      await install("validating", {
        variables: [{ name: "may", expression: "authorizer.path('/').check('get').allowed()" }],
        validations: [{ expression: "!variables.may", messageExpression: "string(variables.may)", message: "plain" }],
      });
      expect((await write("a")).body.message).toMatch(/denied request: plain$/);
    });

    test("an expression checks at most two decisions, and a service account must have a valid name", async () => {
      const { write, install } = await world();
      const check = "authorizer.path('/x').check('get').allowed()";
      await install("validating", {
        validations: [
          { expression: `object.metadata.name != 'two' || (${check} && ${check})`, message: "may" },
          { expression: `object.metadata.name != 'three' || (${check} && ${check} && ${check})` },
          {
            expression:
              "object.metadata.name != 'bad' || authorizer.serviceAccount('Bad', 'x').path('/').check('get').allowed()",
          },
        ],
      });
      expect((await write("two")).status).toBe(201);
      // eslint-disable-next-line words/words -- cel-go's words
      expect((await write("three")).body.message).toContain("operation cancelled: actual cost limit exceeded");
      expect((await write("bad")).body.message).toContain("resulted in error: Invalid service account namespace");
    });

    test("a policy that exceeds the cost budget denies matching writes", async () => {
      const { write, install } = await world();
      const many = Array.from({ length: 25 }, () => ({
        expression: "authorizer.path('/x').check('get').allowed() && authorizer.path('/y').check('get').allowed()",
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
