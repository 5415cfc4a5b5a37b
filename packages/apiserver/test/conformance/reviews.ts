import { describe, expect, test } from "vitest";
import { accessScene, user } from "./access-scene.ts";
import { type Suite } from "./suite.ts";
import { type Answer } from "./target.ts";

const group = "authorization.k8s.io";
const access = `/apis/${group}/v1/subjectaccessreviews`;
const selfAccess = `/apis/${group}/v1/selfsubjectaccessreviews`;
const local = (namespace: string): string => `/apis/${group}/v1/namespaces/${namespace}/localsubjectaccessreviews`;
const rules = `/apis/${group}/v1/selfsubjectrulesreviews`;

/** Reviews of access rights. */
export function reviewsSuite(suite: Suite): void {
  describe("access reviews", () => {
    test("report whether a user is allowed, and the rule that allows it", async () => {
      const scene = await accessScene(suite);
      const { wire, namespace: ns } = scene;
      const name = `reviewed-${ns}`;
      await scene.role("reader", [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }]);
      await scene.bind("reads", { kind: "Role", name: "reader" }, [
        user(name),
        { kind: "ServiceAccount", name: "robot" },
      ]);
      await scene.clusterRole(name, [{ nonResourceURLs: ["/logs/*"], verbs: ["*"] }]);
      await scene.bindCluster(name, name, [user(name)]);
      await scene.allowed({ user: name }, "GET", `/api/v1/namespaces/${ns}/pods/a`);
      await scene.allowed({ user: name }, "GET", "/logs/a");
      const ask = async (spec: object): Promise<unknown> => (await wire.post(access, { spec })).body.status;
      const pods = { verb: "get", resource: "pods", namespace: ns };
      expect(await ask({ user: name, resourceAttributes: pods })).toEqual({
        allowed: true,
        reason: `RBAC: allowed by RoleBinding "reads/${ns}" of Role "reader" to User "${name}"`,
      });
      expect(await ask({ user: `system:serviceaccount:${ns}:robot`, resourceAttributes: pods })).toEqual({
        allowed: true,
        reason: `RBAC: allowed by RoleBinding "reads/${ns}" of Role "reader" to ServiceAccount "robot/${ns}"`,
      });
      expect(await ask({ user: name, nonResourceAttributes: { verb: "put", path: "/logs/a" } })).toEqual({
        allowed: true,
        reason: `RBAC: allowed by ClusterRoleBinding "${name}" of ClusterRole "${name}" to User "${name}"`,
      });
      expect(await ask({ user: name, resourceAttributes: { ...pods, verb: "list" } })).toEqual({ allowed: false });
      expect(await ask({ user: "any", groups: ["system:masters"], resourceAttributes: pods })).toEqual({
        allowed: true,
      });
    });

    test("cover the rights of the requesting user, and rights in a namespace", async () => {
      const scene = await accessScene(suite);
      const { namespace: ns } = scene;
      const as = { user: `self-${ns}` };
      await scene.bind("view", { kind: "ClusterRole", name: "view" }, [user(as.user)]);
      await scene.bind("admin", { kind: "ClusterRole", name: "admin" }, [user(`admin-${ns}`)]);
      await scene.allowed(as, "GET", `/api/v1/namespaces/${ns}/pods`);
      const pods = { verb: "get", resource: "pods", namespace: ns };
      const spec = { user: as.user, resourceAttributes: pods };
      const self = await scene.send(as, "POST", selfAccess, { spec: { resourceAttributes: pods } });
      expect([self.status, self.body.spec, self.body.status]).toEqual([
        201,
        { resourceAttributes: pods },
        {
          allowed: true,
          reason: `RBAC: allowed by RoleBinding "view/${ns}" of ClusterRole "view" to User "${as.user}"`,
        },
      ]);
      expect((await scene.send(as, "POST", access, { spec })).body.message).toBe(
        `subjectaccessreviews.${group} is forbidden: User "${as.user}" cannot create resource "subjectaccessreviews" in API group "${group}" at the cluster scope`,
      );
      const answer = await scene.allowed({ user: `admin-${ns}` }, "POST", local(ns), { spec });
      expect([answer.status, answer.body.metadata.namespace, answer.body.status]).toEqual([
        201,
        ns,
        expect.objectContaining({ allowed: true }),
      ]);
    });

    test("are invalid without a request, with two requests, or for another namespace", async () => {
      const { wire, namespace: ns } = await accessScene(suite);
      const pods = { verb: "get", resource: "pods", namespace: ns };
      const path = { verb: "get", path: "/x" };
      const cases: readonly [string, object, string][] = [
        [
          access,
          { spec: {} },
          "[spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified, " +
            'spec.user: Invalid value: "": at least one of user or group must be specified]',
        ],
        [
          access,
          { spec: { user: "a", resourceAttributes: pods, nonResourceAttributes: path } },
          'spec.nonResourceAttributes: Invalid value: {"Path":"/x","Verb":"get"}: cannot be specified in combination with resourceAttributes',
        ],
        [
          selfAccess,
          { spec: {} },
          "spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified",
        ],
        [
          local(ns),
          { spec: { user: "a", resourceAttributes: { ...pods, namespace: "other" } } },
          'spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
        ],
        [
          local(ns),
          { spec: { user: "a", nonResourceAttributes: path } },
          'spec.nonResourceAttributes: Invalid value: {"Path":"/x","Verb":"get"}: disallowed on this kind of request',
        ],
      ];
      for (const [url, body, message] of cases) {
        expect(await wire.post(url, body)).toMatchObject({
          status: 422,
          body: { reason: "Invalid", message: `.${group} "" is invalid: ${message}`, details: { group } },
        });
      }
    });

    test("list all rules of the requesting user", async () => {
      const scene = await accessScene(suite);
      const { namespace: ns } = scene;
      const as = { user: `rules-${ns}` };
      const rule = { verbs: ["get"], apiGroups: ["example.io"], resources: ["widgets"], resourceNames: ["a"] };
      await scene.role("one", [rule]);
      await scene.bind("one", { kind: "Role", name: "one" }, [user(as.user)]);
      await scene.bind("lost", { kind: "ClusterRole", name: `gone-${ns}` }, [user(as.user)]);
      const own = (): Promise<Answer> => scene.send(as, "POST", rules, { spec: { namespace: ns } });
      await scene.allowed(as, "GET", `/apis/example.io/v1/namespaces/${ns}/widgets/a`);
      const { status, body } = await own();
      expect([status, body.kind, body.metadata, body.spec]).toEqual([201, "SelfSubjectRulesReview", {}, {}]);
      const found = body.status as unknown as Record<string, unknown[]>;
      const sorted = (list: unknown): string[] => (list as unknown[]).map((each) => JSON.stringify(each)).sort();
      expect(sorted(found.resourceRules)).toEqual(
        sorted([
          { verbs: ["create"], apiGroups: [group], resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"] },
          { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
          rule,
        ]),
      );
      expect(found.nonResourceRules).toHaveLength(2);
      expect([found.incomplete, found.evaluationError]).toEqual([
        false,
        `clusterrole.rbac.authorization.k8s.io "gone-${ns}" not found`,
      ]);
      expect(await scene.send(as, "POST", rules, { spec: {} })).toMatchObject({
        status: 400,
        body: { reason: "BadRequest", message: "no namespace on request" },
      });
    });

    test("can only be created, and are not stored", async () => {
      const { wire } = await accessScene(suite);
      expect(await wire.get(access)).toMatchObject({ status: 405, body: { reason: "MethodNotAllowed" } });
      expect(await wire.get(`${access}/a`)).toMatchObject({ status: 404, body: { reason: "NotFound" } });
      const { body } = await wire.get(`/apis/${group}/v1`);
      expect(body.resources.map(({ name, ...rest }) => [name, (rest as { verbs?: unknown }).verbs])).toEqual(
        [
          "localsubjectaccessreviews",
          "selfsubjectaccessreviews",
          "selfsubjectrulesreviews",
          "subjectaccessreviews",
        ].map((name) => [name, ["create"]]),
      );
    });
  });
}
