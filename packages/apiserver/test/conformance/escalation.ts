import { describe, expect, test } from "vitest";
import { accessScene, type As, clusterRoleBindings, clusterRoles, roleBindings, roles, user } from "./access-scene.ts";
import { type Suite } from "./suite.ts";
import { type Answer, eventually } from "./target.ts";

const group = "rbac.authorization.k8s.io";
const pods = { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] };
const configMaps = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["a"], verbs: ["get", "delete"] };

/** Roles and bindings that grant more than their writer has. */
export function escalationSuite(suite: Suite): void {
  /** A user for this test that may write all roles and bindings, may read Pods, and has the given rights. */
  async function writer(...more: readonly object[]) {
    const scene = await accessScene(suite);
    const { namespace: ns } = scene;
    const as: As = { user: `writer-${ns}`, groups: ["ops"] };
    const all = { apiGroups: [group], resources: ["*"], verbs: ["get", "create", "update", "patch", "delete"] };
    await scene.clusterRole(as.user, [all, pods, ...more]);
    await scene.bindCluster(as.user, as.user, [user(as.user)]);
    await scene.allowed(as, "GET", `${clusterRoles}/none`);
    await scene.allowed(as, "GET", `${roles(ns)}/none`);
    const attempt = `user "${as.user}" (groups=["ops" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:`;
    return { scene, ns, as, attempt };
  }

  describe("escalation", () => {
    test("users may write a role if they have all its rights", async () => {
      const { scene, ns, as, attempt } = await writer();
      const post = (rules: readonly object[]): Promise<Answer> =>
        scene.send(as, "POST", roles(ns), { metadata: { name: "r" }, rules });
      expect((await post([{ ...pods, resourceNames: ["a"] }])).status).toBe(201);
      expect(await post([pods, configMaps, { ...pods, resources: ["pods", "secrets/x"] }])).toMatchObject({
        status: 403,
        body: {
          reason: "Forbidden",
          message:
            `roles.${group} "r" is forbidden: ${attempt}\n` +
            '{APIGroups:[""], Resources:["configmaps"], ResourceNames:["a"], Verbs:["get" "delete"]}\n' +
            '{APIGroups:[""], Resources:["secrets/x"], Verbs:["get" "list"]}',
          details: { name: "r", group, kind: "roles" },
        },
      });
      const role = `${roles(ns)}/r`;
      expect((await scene.send(as, "PUT", role, { metadata: { name: "r" }, rules: [configMaps] })).body.message).toBe(
        `roles.${group} "r" is forbidden: ${attempt}\n` +
          '{APIGroups:[""], Resources:["configmaps"], ResourceNames:["a"], Verbs:["get" "delete"]}',
      );
      expect((await scene.send(as, "PUT", role, { metadata: { name: "r" }, rules: [pods] })).status).toBe(200);
    });

    test("users may grant the paths and wildcards that they have", async () => {
      const { scene, ns, as, attempt } = await writer(
        { nonResourceURLs: ["/logs/*"], verbs: ["get"] },
        { apiGroups: ["*"], resources: ["*/scale"], verbs: ["*"] },
      );
      const post = (rules: readonly object[]): Promise<Answer> =>
        scene.send(as, "POST", clusterRoles, { metadata: { name: `given-${ns}` }, rules });
      const refusal = (...lines: readonly string[]): string =>
        `clusterroles.${group} "given-${ns}" is forbidden: ${attempt}\n${lines.join("\n")}`;
      expect((await post([{ nonResourceURLs: ["/logs/*", "/other"], verbs: ["get"] }])).body.message).toBe(
        refusal('{NonResourceURLs:["/other"], Verbs:["get"]}'),
      );
      expect((await post([{ apiGroups: ["apps"], resources: ["*"], verbs: ["get"] }])).body.message).toBe(
        refusal('{APIGroups:["apps"], Resources:["*"], Verbs:["get"]}'),
      );
      expect(
        (
          await post([
            { nonResourceURLs: ["/logs/a", "/logs/b*"], verbs: ["get"] },
            { apiGroups: ["apps"], resources: ["deployments/scale", "*/scale"], verbs: ["update"] },
          ])
        ).status,
      ).toBe(201);
    });

    test("the verb escalate lets a user write any role", async () => {
      const { scene, ns, as } = await writer({ apiGroups: [group], resources: ["roles"], verbs: ["escalate"] });
      const body = { metadata: { name: "r" }, rules: [configMaps] };
      expect((await scene.send(as, "POST", roles(ns), body)).status).toBe(201);
      expect((await scene.send(as, "POST", clusterRoles, { ...body, metadata: { name: `r-${ns}` } })).status).toBe(403);
    });

    test("only users who may do everything may set an aggregation rule", async () => {
      const { scene, ns, as } = await writer();
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { to: ns } }] };
      const post = (): Promise<Answer> =>
        scene.send(as, "POST", clusterRoles, { metadata: { name: `all-${ns}` }, aggregationRule, rules: [] });
      expect((await post()).body.message).toBe(
        `clusterroles.${group} "all-${ns}" is forbidden: must have cluster-admin privileges to use the aggregationRule`,
      );
      await scene.bindCluster(`root-${ns}`, "cluster-admin", [user(as.user)]);
      expect((await eventually(post, ({ status }) => status !== 403)).status).toBe(201);
    });

    test("users may write a binding if they have all rights of the role, or may bind it", async () => {
      const { scene, ns, as, attempt } = await writer({
        apiGroups: [group],
        resources: ["clusterroles"],
        resourceNames: ["view"],
        verbs: ["bind"],
      });
      await scene.role("pods", [pods]);
      await scene.role("configmaps", [configMaps]);
      const bind = (kind: string, name: string, metadata: object = { name: `${name}-${ns}` }): Promise<Answer> =>
        scene.send(as, "POST", roleBindings(ns), { metadata, roleRef: { apiGroup: group, kind, name }, subjects: [] });
      expect((await bind("Role", "pods")).status).toBe(201);
      expect((await bind("ClusterRole", "view")).status).toBe(201);
      const line = '{APIGroups:[""], Resources:["configmaps"], ResourceNames:["a"], Verbs:["get" "delete"]}';
      expect(await bind("Role", "configmaps")).toMatchObject({
        status: 403,
        body: {
          message: `rolebindings.${group} "configmaps-${ns}" is forbidden: ${attempt}\n${line}`,
          details: { kind: "rolebindings" },
        },
      });
      // A name that is not set yet is missing from the rejection.
      expect((await bind("Role", "configmaps", { generateName: "x-" })).body.message).toBe(
        `rolebindings.${group} is forbidden: ${attempt}\n${line}`,
      );
      expect(await bind("Role", "gone")).toMatchObject({
        status: 404,
        body: {
          reason: "NotFound",
          message: `rolebindings.${group} "gone" not found`,
          details: { name: "gone", group, kind: "rolebindings" },
        },
      });
      const everywhere = await scene.send(as, "POST", clusterRoleBindings, {
        metadata: { name: `view-${ns}` },
        roleRef: { apiGroup: group, kind: "ClusterRole", name: "view" },
      });
      expect(everywhere.status).toBe(201);
      // Changed subjects are checked like a new binding.
      await scene.bind("later", { kind: "Role", name: "configmaps" }, []);
      const path = `${roleBindings(ns)}/later`;
      const patched = await scene.wire.send(
        "PATCH",
        path,
        { subjects: [user(as.user)] },
        {
          "content-type": "application/merge-patch+json",
          "impersonate-user": as.user,
          "impersonate-group": ["ops"],
        },
      );
      expect(patched.body.message).toBe(`rolebindings.${group} "later" is forbidden: ${attempt}\n${line}`);
    });

    test("rules that grant nothing and references that cannot be resolved are invalid", async () => {
      const { wire, namespace: ns } = await accessScene(suite);
      const cases: readonly [string, object, string][] = [
        [
          roles(ns),
          { rules: [{ resources: ["pods"] }] },
          "[rules[0].verbs: Required value: verbs must contain at least one value, rules[0].apiGroups: Required value: resource rules must supply at least one api group]",
        ],
        [
          roles(ns),
          { rules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }] },
          'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
        ],
        [
          clusterRoles,
          { rules: [{ ...pods, nonResourceURLs: ["/x"] }] },
          'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
        ],
        [
          roleBindings(ns),
          { roleRef: { kind: "User", name: "x" } },
          'roleRef.kind: Unsupported value: "User": supported values: "Role", "ClusterRole"',
        ],
        [
          clusterRoleBindings,
          { roleRef: { kind: "Role", name: "x" } },
          'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
        ],
        [
          clusterRoleBindings,
          { roleRef: { kind: "ClusterRole", name: "x" }, subjects: [{ kind: "ServiceAccount", name: "a" }] },
          "subjects[0].namespace: Required value",
        ],
      ];
      for (const [path, body, message] of cases) {
        const answer = await wire.post(path, { metadata: { name: `bad-${ns}` }, ...body });
        expect([answer.status, answer.body.message.replace(/^.* is invalid: /, "")]).toEqual([422, message]);
      }
      const roleRef = { kind: "ClusterRole", name: "x" };
      const created = await wire.post(roleBindings(ns), {
        metadata: { name: "b" },
        roleRef,
        subjects: [{ kind: "Group", name: "g" }],
      });
      expect([created.body.roleRef, created.body.subjects]).toEqual([
        { apiGroup: group, ...roleRef },
        [{ kind: "Group", apiGroup: group, name: "g" }],
      ]);
      const moved = await wire.patch(`${roleBindings(ns)}/b`, "merge", { roleRef: { name: "y" } });
      expect([moved.status, moved.body.message]).toEqual([
        422,
        `RoleBinding.${group} "b" is invalid: roleRef: Invalid value: {"APIGroup":"${group}","Kind":"ClusterRole","Name":"y"}: cannot change roleRef`,
      ]);
    });

    test("a ClusterRole aggregates the rules of its selected roles, ordered by name, without duplicates", async () => {
      const scene = await accessScene(suite);
      const { wire, namespace: ns } = scene;
      const path = `${clusterRoles}/all-${ns}`;
      const aggregationRule = {
        clusterRoleSelectors: [
          { matchLabels: { [`to-${ns}`]: "one" } },
          { matchExpressions: [{ key: `also-${ns}`, operator: "Exists" }] },
        ],
      };
      const first = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
      const second = { verbs: ["list"], apiGroups: ["apps"], resources: ["deployments"] };
      await scene.clusterRole(`b-${ns}`, [first, second], { [`to-${ns}`]: "one" });
      await wire.post(clusterRoles, { metadata: { name: `all-${ns}` }, aggregationRule });
      const rules = (wanted: readonly object[]): Promise<Answer> =>
        eventually(
          () => wire.get(path),
          ({ body }) => JSON.stringify(body.rules) === JSON.stringify(wanted),
        );
      expect((await rules([first, second])).body.rules).toEqual([first, second]);
      await scene.clusterRole(`a-${ns}`, [second], { [`to-${ns}`]: "one" });
      expect((await rules([second, first])).body.rules).toEqual([second, first]);
      await wire.delete(`${clusterRoles}/b-${ns}`);
      expect((await rules([second])).body.rules).toEqual([second]);
      const owner = (await wire.get(path)).body.metadata.managedFields.find(({ operation }) => operation === "Apply");
      expect(owner).toMatchObject({ manager: "clusterrole-aggregation-controller", fieldsV1: { "f:rules": {} } });
      // The controller reverts other writers' changes there.
      await wire.patch(path, "merge", { rules: [first] });
      expect((await rules([second])).body.rules).toEqual([second]);
    });
  });
}
