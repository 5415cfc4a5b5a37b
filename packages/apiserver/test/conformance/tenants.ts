import { describe, expect, test } from "vitest";
import { accessScene, type As, clusterRoleBindings, clusterRoles, headersOf, user } from "./access-scene.ts";
import { type Suite } from "./suite.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** Limits of users who may do everything in one namespace. */
export function tenantsSuite(suite: Suite): void {
  async function tenant(verbs: readonly string[]) {
    const scene = await accessScene(suite);
    const { namespace: ns } = scene;
    const as: As = { user: `tenant-${ns}` };
    await scene.role("all", [{ apiGroups: ["*"], resources: ["*"], verbs }]);
    await scene.bind("all", { kind: "Role", name: "all" }, [user(as.user)]);
    await scene.allowed(as, "GET", `/api/v1/namespaces/${ns}/configmaps/none`);
    return { scene, ns, as };
  }

  describe("tenants", () => {
    test("cannot reach cluster-scoped resources through their namespace's path", async () => {
      const { scene, ns, as } = await tenant(["*"]);
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" };
      const binding = { metadata: { name: as.user }, roleRef, subjects: [user(as.user)] };
      const spec = { user: "jane", resourceAttributes: { verb: "get", resource: "pods" } };
      const attempts: readonly [method: string, path: string, body?: object][] = [
        ["GET", `/api/v1/namespaces/${ns}/nodes`],
        ["GET", `/api/v1/namespaces/${ns}/nodes/a`],
        ["GET", `/api/v1/namespaces/${ns}/namespaces/default`],
        ["POST", `/api/v1/namespaces/${ns}/nodes`, { metadata: { name: as.user } }],
        ["GET", `${rbac}/namespaces/${ns}/clusterroles`],
        ["POST", `${rbac}/namespaces/${ns}/clusterrolebindings`, binding],
        ["PATCH", `${rbac}/namespaces/${ns}/clusterrolebindings/cluster-admin`, { subjects: [user(as.user)] }],
        ["DELETE", `${rbac}/namespaces/${ns}/clusterroles/view`],
        ["GET", `/apis/apiextensions.k8s.io/v1/namespaces/${ns}/customresourcedefinitions`],
        ["POST", `/apis/authorization.k8s.io/v1/namespaces/${ns}/subjectaccessreviews`, { spec }],
        ["POST", `/apis/authentication.k8s.io/v1/namespaces/${ns}/tokenreviews`, { spec: { token: "a" } }],
      ];
      for (const [method, path, body] of attempts) {
        const type = method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
        const answer = await scene.wire.send(method, path, body, { ...headersOf(as), ...type });
        expect([method, path, answer.status, answer.body.message]).toEqual([
          method,
          path,
          404,
          "the server could not find the requested resource",
        ]);
      }
      expect((await scene.wire.get(`${clusterRoleBindings}/${as.user}`)).status).toBe(404);
      expect((await scene.wire.get(`${clusterRoles}/view`)).status).toBe(200);
    });

    test("are authorized for the meaning of a path, in any spelling", async () => {
      const { scene, ns, as } = await tenant(["get"]);
      const refusals = [
        [`/api/v1/namespaces/${ns}%2Fpods%2Fa%2Flog/status`],
        [
          "/api/v1/secrets/",
          'secrets is forbidden: User "*" cannot list resource "secrets" in API group "" at the cluster scope',
        ],
        [
          `/api/v1/namespaces/default%2Fsecrets%2Fa`,
          'secrets "a" is forbidden: User "*" cannot get resource "secrets" in API group "" in the namespace "default"',
        ],
        [
          `/api/v1/namespaces//secrets`,
          'secrets is forbidden: User "*" cannot list resource "secrets" in API group "" at the cluster scope',
        ],
        [
          `/api//v1/namespaces/${ns}/pods`,
          `v1 "namespaces" is forbidden: User "*" cannot get resource "v1/${ns}" in API group "" at the cluster scope`,
        ],
      ] as const;
      for (const [path, message] of refusals) {
        const { status, body } = await scene.send(as, "GET", path);
        const found = status === 403 ? body.message.replace(as.user, "*") : undefined;
        expect([path, found]).toEqual([path, message]);
      }
      for (const path of [
        `/api//v1/namespaces/${ns}/pods`,
        `/api/v1/namespaces/${ns}//pods`,
        "/api/v1/pods/a",
        `/api/v1/namespaces/${ns}/pods/a/status/more`,
      ]) {
        expect([path, (await scene.wire.get(path)).status]).toEqual([path, 404]);
      }
    });

    test("need the right to create for an update or an apply that creates", async () => {
      const { scene, ns, as } = await tenant(["get", "update", "patch"]);
      const lease = `/apis/coordination.k8s.io/v1/namespaces/${ns}/leases/a`;
      const refusal = (what: string, resource: string, group: string): string =>
        `${what} "a" is forbidden: User "${as.user}" cannot create resource "${resource}" in API group "${group}" in the namespace "${ns}"`;
      const put = await scene.send(as, "PUT", lease, { metadata: { name: "a" } });
      expect([put.status, put.body.message]).toEqual([
        403,
        refusal("leases.coordination.k8s.io", "leases", "coordination.k8s.io"),
      ]);
      const path = `/api/v1/namespaces/${ns}/configmaps/a?fieldManager=suite`;
      const headers = { ...headersOf(as), "content-type": "application/apply-patch+yaml" };
      const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
      for (const dryRun of ["", "&dryRun=All"]) {
        const applied = await scene.wire.send("PATCH", `${path}${dryRun}`, object, headers);
        expect([applied.status, applied.body.message]).toEqual([403, refusal("configmaps", "configmaps", "")]);
      }
      // Validation errors come first; an existing object is updated.
      const invalid = await scene.wire.send("PATCH", path, { ...object, data: { "a b": "c" } }, headers);
      expect(invalid.status).toBe(422);
      await scene.wire.post(`/api/v1/namespaces/${ns}/configmaps`, { metadata: { name: "a" } });
      expect((await scene.wire.send("PATCH", path, { ...object, data: { a: "b" } }, headers)).status).toBe(200);
    });

    test("get a rejection in the format that they accept", async () => {
      const { scene, as } = await tenant(["get"]);
      const types = ["application/vnd.kubernetes.protobuf", "application/yaml", "application/json"];
      for (const accept of types) {
        const answer = await scene.wire.send("GET", "/api/v1/secrets", undefined, { ...headersOf(as), accept });
        expect([answer.status, answer.headers["content-type"]]).toEqual([403, accept]);
      }
    });
  });
}
