import { describe, expect, test } from "vitest";
import { accessScene, type AccessScene, type As, groupOf, user } from "./access-scene.ts";
import { type Suite } from "./suite.ts";
import { Wire } from "./target.ts";

const jane: As = { user: "jane" };
const dev: As = { user: "dev", groups: ["devs"] };
const robot = (namespace: string): As => ({ user: `system:serviceaccount:${namespace}:robot` });

/** A request and its expected response: a rejection with this message, or any response except a rejection. */
type Case = readonly [As, method: string, path: string, refusal?: string];

/** Rights by Roles, ClusterRoles and their bindings. */
export function authorizationSuite(suite: Suite): void {
  describe("authorization", () => {
    test("a Role grants the rights of its rules to its subjects in its namespace", async () => {
      const scene = await accessScene(suite);
      const { namespace: ns } = scene;
      await bindRoles(scene);
      await scene.allowed(jane, "GET", `/api/v1/namespaces/${ns}/pods`);
      await scene.allowed(robot(ns), "GET", `/api/v1/namespaces/${ns}/pods`);
      await answersOf(scene, roleCases(ns));
    });

    test("a ClusterRole grants resources and paths everywhere, or resources in the namespace of its binding", async () => {
      const scene = await accessScene(suite);
      const { namespace: ns } = scene;
      const name = `wide-${ns}`;
      await scene.clusterRole(name, [
        { apiGroups: ["apps"], resources: ["*"], verbs: ["*"] },
        { apiGroups: ["*"], resources: ["*/scale"], verbs: ["get"] },
        { nonResourceURLs: ["/metrics", "/logs/*"], verbs: ["get"] },
      ]);
      await scene.bindCluster(name, name, [
        user(`wide-${ns}`),
        { kind: "ServiceAccount", namespace: ns, name: "wide" },
      ]);
      await scene.bind(name, { kind: "ClusterRole", name }, [user(`narrow-${ns}`)]);
      await scene.allowed({ user: `wide-${ns}` }, "GET", "/apis/apps/v1/deployments");
      await scene.allowed({ user: `narrow-${ns}` }, "GET", `/apis/apps/v1/namespaces/${ns}/deployments`);
      await answersOf(scene, clusterRoleCases(ns));
    });

    test("everyone may read discovery, authenticated users may review themselves, administrators may do everything", async () => {
      const scene = await accessScene(suite);
      await answersOf(scene, builtInCases(scene.namespace));
    });

    test("a binding to a missing role grants nothing, and the rejection names the role", async () => {
      const scene = await accessScene(suite);
      const { namespace: ns } = scene;
      const as: As = { user: `lost-${ns}` };
      await scene.bind("lost", { kind: "Role", name: "gone" }, [user(as.user)]);
      await scene.bind("found", { kind: "ClusterRole", name: "view" }, [user(as.user)]);
      await scene.allowed(as, "GET", `/api/v1/namespaces/${ns}/pods`);
      const { status, body } = await scene.send(as, "DELETE", `/api/v1/namespaces/${ns}/pods/a`);
      expect([status, body.message]).toEqual([
        403,
        `pods "a" is forbidden: User "lost-${ns}" cannot delete resource "pods" in API group "" in the namespace "${ns}": ` +
          `RBAC: role.rbac.authorization.k8s.io "gone" not found`,
      ]);
    });

    test("a rejection is a Status that names the request", async () => {
      const scene = await accessScene(suite);
      const path = `/apis/apps/v1/namespaces/${scene.namespace}/deployments/a`;
      const { status, body, headers } = await scene.send(jane, "GET", path);
      expect([status, headers["x-content-type-options"]]).toEqual([403, "nosniff"]);
      expect(body).toEqual({
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: `deployments.apps "a" is forbidden: User "jane" cannot get resource "deployments" in API group "apps" in the namespace "${scene.namespace}"`,
        reason: "Forbidden",
        details: { name: "a", group: "apps", kind: "deployments" },
        code: 403,
      });
      expect((await scene.send({ user: "<b>&" }, "GET", "/nope")).body).toMatchObject({
        message: 'forbidden: User "&lt;b&gt;&amp;" cannot get path "/nope"',
        details: {},
      });
    });

    test("anonymous requests reach health and version; other rejections name the anonymous user", async () => {
      const anonymous = new Wire(suite.target().kubeconfig, { anonymous: true });
      for (const path of ["/healthz", "/livez", "/readyz", "/version"]) {
        expect((await anonymous.get(path)).status).toBe(200);
      }
      for (const [path, message] of [
        ["/", 'forbidden: User "system:anonymous" cannot get path "/"'],
        ["/apis", 'forbidden: User "system:anonymous" cannot get path "/apis"'],
        ["/metrics", 'forbidden: User "system:anonymous" cannot get path "/metrics"'],
        ["/healthz/etcd", 'forbidden: User "system:anonymous" cannot get path "/healthz/etcd"'],
        [
          "/api/v1/namespaces/default",
          'namespaces "default" is forbidden: User "system:anonymous" cannot get resource "namespaces" in API group "" in the namespace "default"',
        ],
      ] as const) {
        expect(await anonymous.get(path)).toMatchObject({ status: 403, body: { message, reason: "Forbidden" } });
      }
    });

    test("every server has the default roles, with aggregated rules from other roles", async () => {
      const wire = suite.wire();
      const rbac = "/apis/rbac.authorization.k8s.io/v1";
      const { body } = await wire.get(`${rbac}/clusterroles/cluster-admin`);
      expect(body.rules).toEqual([
        { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
        { verbs: ["*"], nonResourceURLs: ["*"] },
      ]);
      expect(body.metadata.managedFields).toMatchObject([{ manager: "kube-apiserver", operation: "Update" }]);
      const [view, gathered] = await Promise.all(
        ["view", "system:aggregate-to-view"].map(async (name) => (await wire.get(`${rbac}/clusterroles/${name}`)).body),
      );
      expect(view?.rules).toEqual(gathered?.rules);
    });
  });
}

async function bindRoles(scene: AccessScene): Promise<void> {
  await scene.role("reader", [
    { apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] },
    { apiGroups: [""], resources: ["configmaps"], resourceNames: ["one"], verbs: ["get", "list", "update", "create"] },
    { apiGroups: ["apps"], resources: ["deployments/status"], verbs: ["*"] },
    { apiGroups: ["*"], resources: ["*/scale"], verbs: ["patch"] },
  ]);
  await scene.bind("reader", { kind: "Role", name: "reader" }, [
    user("jane"),
    groupOf("devs"),
    { kind: "ServiceAccount", name: "robot" },
  ]);
}

function refused(as: string, verb: string, resource: string, where: string, name = ""): string {
  const [plural = "", group = ""] = resource.split("/")[0]?.split(/\.(.*)/) ?? [];
  const subresource = resource.includes("/") ? `/${resource.split("/")[1] ?? ""}` : "";
  const what = `${group === "" ? plural : `${plural}.${group}`}${name === "" ? "" : ` "${name}"`}`;
  const scope = where === "" ? "at the cluster scope" : `in the namespace "${where}"`;
  return `${what} is forbidden: User "${as}" cannot ${verb} resource "${plural}${subresource}" in API group "${group}" ${scope}`;
}

function roleCases(ns: string): readonly Case[] {
  const core = `/api/v1/namespaces/${ns}`;
  const apps = `/apis/apps/v1/namespaces/${ns}`;
  const account = robot(ns).user;
  return [
    [jane, "GET", `${core}/pods`],
    [jane, "GET", `${core}/pods/a`],
    [dev, "GET", `${core}/pods`],
    [robot(ns), "GET", `${core}/pods`],
    [{ user: "dev" }, "GET", `${core}/pods`, refused("dev", "list", "pods", ns)],
    [{ user: "bob" }, "GET", `${core}/pods/a`, refused("bob", "get", "pods", ns, "a")],
    [robot("elsewhere"), "GET", `${core}/pods`, refused(robot("elsewhere").user, "list", "pods", ns)],
    [jane, "GET", "/api/v1/pods", refused("jane", "list", "pods", "")],
    [jane, "GET", "/api/v1/namespaces/default/pods", refused("jane", "list", "pods", "default")],
    [jane, "DELETE", `${core}/pods/a`, refused("jane", "delete", "pods", ns, "a")],
    [jane, "DELETE", `${core}/pods`, refused("jane", "deletecollection", "pods", ns)],
    [jane, "POST", `${core}/pods`, refused("jane", "create", "pods", ns)],
    [jane, "PUT", `${core}/pods/a`, refused("jane", "update", "pods", ns, "a")],
    [jane, "PATCH", `${core}/pods/a`, refused("jane", "patch", "pods", ns, "a")],
    [jane, "GET", `${core}/pods/a/log`, refused("jane", "get", "pods/log", ns, "a")],
    [jane, "POST", `${core}/pods/a/eviction`, refused("jane", "create", "pods/eviction", ns, "a")],
    [jane, "GET", `${core}/configmaps/one`],
    [jane, "PUT", `${core}/configmaps/one`],
    [jane, "GET", `${core}/configmaps/two`, refused("jane", "get", "configmaps", ns, "two")],
    [jane, "GET", `${core}/configmaps`, refused("jane", "list", "configmaps", ns)],
    [jane, "GET", `${core}/configmaps?fieldSelector=metadata.name%3Done`],
    [
      jane,
      "GET",
      `${core}/configmaps?fieldSelector=metadata.name%3Dtwo`,
      refused("jane", "list", "configmaps", ns, "two"),
    ],
    [
      jane,
      "GET",
      `${core}/configmaps?watch=1&fieldSelector=metadata.name%3Dtwo`,
      refused("jane", "watch", "configmaps", ns, "two"),
    ],
    // Rules cannot match the name of a new object, which has no name yet.
    [jane, "POST", `${core}/configmaps`, refused("jane", "create", "configmaps", ns)],
    [jane, "GET", `${apps}/deployments/a/status`],
    [jane, "PATCH", `${apps}/deployments/a/scale`],
    [jane, "GET", `${apps}/deployments/a/scale`, refused("jane", "get", "deployments.apps/scale", ns, "a")],
    [jane, "GET", `${apps}/deployments/a`, refused("jane", "get", "deployments.apps", ns, "a")],
    [jane, "GET", `/api/v1/namespaces/${ns}`, refused("jane", "get", "namespaces", ns, ns)],
    [jane, "GET", "/api/v1/namespaces", refused("jane", "list", "namespaces", "")],
    [jane, "GET", "/api/v1/nodes/a", refused("jane", "get", "nodes", "", "a")],
    [jane, "GET", "/apis/nope.io/v1/things", refused("jane", "list", "things.nope.io", "")],
    [{ user: account }, "GET", `${core}/secrets`, refused(account, "list", "secrets", ns)],
  ];
}

function clusterRoleCases(ns: string): readonly Case[] {
  const wide: As = { user: `wide-${ns}` };
  const narrow: As = { user: `narrow-${ns}` };
  const account: As = { user: `system:serviceaccount:${ns}:wide` };
  const path = (as: As, verb: string, url: string): string =>
    `forbidden: User "${as.user}" cannot ${verb} path "${url}"`;
  return [
    [wide, "GET", "/apis/apps/v1/deployments"],
    [wide, "DELETE", `/apis/apps/v1/namespaces/${ns}/deployments/a`],
    [wide, "GET", `/apis/apps/v1/namespaces/${ns}/deployments/a/status`],
    [account, "GET", "/apis/apps/v1/deployments"],
    [wide, "GET", "/api/v1/pods", refused(wide.user, "list", "pods", "")],
    [wide, "GET", "/metrics"],
    [wide, "GET", "/logs/some/file"],
    [wide, "POST", "/metrics", path(wide, "post", "/metrics")],
    [wide, "GET", "/metrics/slis", path(wide, "get", "/metrics/slis")],
    [wide, "GET", "/logs", path(wide, "get", "/logs")],
    [narrow, "GET", `/apis/apps/v1/namespaces/${ns}/deployments`],
    [narrow, "GET", "/apis/apps/v1/deployments", refused(narrow.user, "list", "deployments.apps", "")],
    // Paths have no namespace, so a RoleBinding does not grant them.
    [narrow, "GET", "/metrics", path(narrow, "get", "/metrics")],
    [
      narrow,
      "GET",
      "/apis/apps/v1/namespaces/default/deployments",
      refused(narrow.user, "list", "deployments.apps", "default"),
    ],
  ];
}

function builtInCases(ns: string): readonly Case[] {
  const path = (as: As, url: string): string => `forbidden: User "${as.user}" cannot get path "${url}"`;
  const master: As = { user: "someone", groups: ["system:masters"] };
  const outsider: As = { user: "outsider", groups: ["system:unauthenticated"] };
  return [
    [jane, "GET", "/api"],
    [jane, "GET", "/apis"],
    [jane, "GET", "/apis/apps/v1"],
    [jane, "GET", "/openapi/v3"],
    [jane, "GET", "/version"],
    [jane, "GET", "/healthz"],
    [jane, "GET", "/", path(jane, "/")],
    [jane, "GET", "/metrics", path(jane, "/metrics")],
    [jane, "GET", "/nope", path(jane, "/nope")],
    [outsider, "GET", "/version"],
    [outsider, "GET", "/apis", path(outsider, "/apis")],
    [{ user: "system:anonymous" }, "GET", "/apis", path({ user: "system:anonymous" }, "/apis")],
    [master, "GET", "/metrics"],
    [master, "GET", `/api/v1/namespaces/${ns}/secrets`],
    [master, "DELETE", `/api/v1/namespaces/${ns}/secrets`],
    [{ user: "system:kube-scheduler" }, "GET", "/api/v1/nodes"],
    [
      { user: "system:kube-scheduler" },
      "GET",
      "/api/v1/secrets",
      refused("system:kube-scheduler", "list", "secrets", ""),
    ],
    [{ user: "system:kube-controller-manager" }, "GET", "/api/v1/secrets"],
    [{ user: "system:serviceaccount:kube-system:namespace-controller" }, "DELETE", `/api/v1/namespaces/${ns}/secrets`],
  ];
}

async function answersOf(scene: AccessScene, cases: readonly Case[]): Promise<void> {
  for (const [as, method, path, refusal] of cases) {
    const { status, body } = await scene.send(as, method, path);
    const found = [as.user, method, path, status === 403 ? body.message : undefined];
    expect(found).toEqual([as.user, method, path, refusal]);
  }
}
