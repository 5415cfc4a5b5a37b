import { describe, expect, test } from "vitest";
import { accessScene, user } from "./access-scene.ts";
import { type Suite } from "./suite.ts";
import { type Answer, eventually, Wire } from "./target.ts";

type Headers = Record<string, string | string[]>;

/** Requests that impersonate another user. */
export function impersonationSuite(suite: Suite): void {
  /** A user for this test with these rights in the cluster, and the answers to its requests. */
  async function impersonator(name: string, rules: readonly object[]) {
    const scene = await accessScene(suite);
    const who = `${name}-${scene.namespace}`;
    if (rules.length > 0) {
      await scene.clusterRole(who, rules);
      await scene.bindCluster(who, who, [user(who)]);
    }
    const wire = new Wire(await suite.target().kubeconfigFor(who));
    const list = `/api/v1/namespaces/${scene.namespace}/pods`;
    const ask = (headers: Headers): Promise<Answer> => wire.send("GET", list, undefined, headers);
    return { scene, who, ask, refusal: (headers: Headers) => refusalOf(() => ask(headers)) };
  }

  describe("impersonation", () => {
    test("an administrator impersonates the named user, groups, uid and extra", async () => {
      const { namespace } = await accessScene(suite);
      // A separate administrator, because the server first tries the mode that last succeeded for a user.
      const wire = new Wire(await suite.target().kubeconfigFor(`admin-${namespace}`, ["system:masters"]));
      const review = async (headers: Headers): Promise<unknown> => {
        const kind = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
        const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
        const sent = { "content-type": "application/json", ...headers };
        return (await wire.send("POST", path, kind, sent)).body.status;
      };
      expect(await review({ "impersonate-user": "jane" })).toEqual({
        userInfo: { username: "jane", groups: ["system:authenticated"] },
      });
      expect(
        await review({
          "impersonate-user": "jane",
          "impersonate-group": ["devs", "ops"],
          "impersonate-uid": "123",
          "impersonate-extra-Example.io%2fscope": ["a", "b"],
        }),
      ).toEqual({
        userInfo: {
          username: "jane",
          uid: "123",
          groups: ["devs", "ops", "system:authenticated"],
          extra: { "example.io/scope": ["a", "b"] },
        },
      });
      expect(await review({ "impersonate-user": "system:serviceaccount:default:robot" })).toEqual({
        userInfo: {
          username: "system:serviceaccount:default:robot",
          groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
        },
      });
    });

    test("a user with the right to some names may impersonate only these, and gets only their rights", async () => {
      const { scene, ask, refusal } = await impersonator("named", [
        { apiGroups: [""], resources: ["users"], resourceNames: ["jane"], verbs: ["impersonate"] },
        { apiGroups: [""], resources: ["groups"], resourceNames: ["devs"], verbs: ["impersonate"] },
        { apiGroups: ["authentication.k8s.io"], resources: ["uids"], resourceNames: ["1"], verbs: ["impersonate"] },
        { apiGroups: ["authentication.k8s.io"], resources: ["userextras/scope"], verbs: ["impersonate"] },
      ]);
      const ns = scene.namespace;
      await scene.bind("view", { kind: "ClusterRole", name: "view" }, [user("jane")]);
      await scene.allowed({ user: "jane" }, "GET", `/api/v1/namespaces/${ns}/pods`);
      const allowed: Headers = {
        "impersonate-user": "jane",
        "impersonate-group": "devs",
        "impersonate-uid": "1",
        "impersonate-extra-scope": "any",
      };
      await granted(() => ask(allowed));
      // From here on, the server first tries the mode that succeeded, and names the right that it lacks.
      const cannot = (what: string): string => `is forbidden: User "named-${ns}" cannot impersonate resource ${what}`;
      expect(await refusal({ ...allowed, "impersonate-user": "bob" })).toBe(
        `users "bob" ${cannot('"users" in API group "" at the cluster scope')}`,
      );
      expect(await refusal({ ...allowed, "impersonate-group": ["devs", "system:masters"] })).toBe(
        `groups "system:masters" ${cannot('"groups" in API group "" at the cluster scope')}`,
      );
      expect(await refusal({ ...allowed, "impersonate-uid": "2" })).toBe(
        `uids.authentication.k8s.io "2" ${cannot('"uids" in API group "authentication.k8s.io" at the cluster scope')}`,
      );
      expect(await refusal({ ...allowed, "impersonate-extra-other": "x" })).toBe(
        `userextras.authentication.k8s.io "x" ${cannot('"userextras/other" in API group "authentication.k8s.io" at the cluster scope')}`,
      );
      expect(await refusal({ "impersonate-user": "system:serviceaccount:default:robot" })).toBe(
        `serviceaccounts "robot" ${cannot('"serviceaccounts" in API group "" in the namespace "default"')}`,
      );
    });

    test("groups, uid and extra require a user", async () => {
      const { wire } = await accessScene(suite);
      const ask = (headers: Headers): Promise<Answer> => wire.send("GET", "/api/v1/namespaces", undefined, headers);
      for (const header of ["group", "uid", "extra-scope"]) {
        const { status, body } = await ask({ [`impersonate-${header}`]: "1" });
        expect([status, body.reason]).toEqual([400, "BadRequest"]);
        expect(body.message).toContain("without impersonating a user name");
      }
    });
  });
}

async function refusalOf(ask: () => Promise<Answer>): Promise<string> {
  const { status, body } = await ask();
  return status === 403 ? body.message : `answered ${status}`;
}

/** Waits until the request is not rejected, because the real server processes a new binding a moment later. */
async function granted(ask: () => Promise<Answer>): Promise<void> {
  expect((await eventually(ask, ({ status }) => status !== 403)).status).toBe(200);
}
