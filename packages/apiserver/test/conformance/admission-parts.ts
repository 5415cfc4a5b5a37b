import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdmissionWorld, admissionWorld, configMaps } from "./admission-world.ts";
import { policyWorld } from "./policy-world.ts";
import { patch, type ReviewRequest, ReviewWebhook } from "./review-webhook.ts";
import { type Suite } from "./suite.ts";

const scaleKind = { group: "autoscaling", version: "v1", kind: "Scale" };
const labels = { app: "a" };
const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "a" } };
const binding = { apiVersion: "v1", kind: "Binding", metadata: { name: "a" }, target: { kind: "Node", name: "n" } };
const deployment = { metadata: { name: "a" }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };

/** A review request without its user, options and object contents. */
function about({ operation, kind, resource, subResource, name, object, oldObject }: ReviewRequest): object {
  const kinds = [object, oldObject].map((one) => (one === null ? null : `${String(one.apiVersion)} ${one.kind}`));
  return { operation, kind, resource, subResource, name, kinds };
}

/** The status and message of a denial by the first webhook of a configuration. */
function denial(name: string, message: string): readonly unknown[] {
  return [403, `admission webhook "w0.${name}.io" denied the request: ${message}`];
}

/** Writes to subresources, which webhooks and policies get with their own kind. */
export function admissionPartsSuite(suite: Suite): void {
  describe("admission of subresources", () => {
    let webhook: ReviewWebhook;
    beforeAll(async () => {
      webhook = await ReviewWebhook.start();
    });
    afterAll(() => webhook[Symbol.asyncDispose]());

    const world = (): Promise<AdmissionWorld> => admissionWorld(suite, webhook);
    const ruleOf = (group: string, resource: string): object => ({
      rules: [configMaps, { ...configMaps, apiGroups: [group], resources: [resource] }],
    });

    test("a webhook gets an eviction as the creation of an Eviction, and can deny it", async () => {
      const { wire, path, install } = await world();
      const name = await install("validating", ruleOf("", "pods/eviction"));
      await wire.post(path("pods"), { metadata: { name: "a" }, spec: template.spec });
      webhook.answer(`/${name}/0`, () => ({ allowed: false, status: { message: "stay", code: 403 } }));
      const denied = await wire.post(path("pods/a/eviction"), eviction);
      expect([denied.status, denied.body.message]).toEqual(denial(name, "stay"));
      expect((await wire.get(path("pods/a"))).status).toBe(200);
      webhook.answer(`/${name}/0`, () => ({}));
      expect((await wire.post(path("pods/a/eviction"), eviction)).status).toBe(201);
      const asked = {
        operation: "CREATE",
        kind: { group: "policy", version: "v1", kind: "Eviction" },
        resource: { group: "", version: "v1", resource: "pods" },
        subResource: "eviction",
        name: "a",
        kinds: ["policy/v1 Eviction", null],
      };
      expect(webhook.asked(`/${name}/0`).map(about)).toEqual([asked, asked]);
    });

    test("a Pod that is deleted while its eviction is charged to its budget is not recreated", async () => {
      // given a running Pod with a budget, and a webhook for the status of budgets
      const { wire, path, namespace, install } = await world();
      const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
      await wire.post(path("pods"), { metadata: { name: "a", labels }, spec: { ...template.spec, nodeName: "n" } });
      const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
      await wire.patch(path("pods/a/status"), "merge", { status });
      await wire.post(budgets, {
        metadata: { name: "a" },
        spec: { minAvailable: 0, selector: { matchLabels: labels } },
      });
      const counts = { currentHealthy: 1, desiredHealthy: 0, expectedPods: 1, disruptionsAllowed: 1 };
      await wire.patch(`${budgets}/a/status`, "merge", { status: { observedGeneration: 1, ...counts } });
      const name = await install("validating", ruleOf("policy", "poddisruptionbudgets/status"));

      // when the Pod is deleted before the webhook responds
      webhook.answer(`/${name}/0`, async ({ operation }) => {
        if (operation === "UPDATE") await wire.delete(path("pods/a"), { gracePeriodSeconds: 0 });
        return {};
      });
      const evicted = await wire.post(path("pods/a/eviction"), eviction);

      // then no Pod is left to evict
      expect([evicted.status, evicted.body.reason]).toEqual([404, "NotFound"]);
      expect((await wire.get(path("pods/a"))).status).toBe(404);
      const updates = webhook.asked(`/${name}/0`).filter(({ operation }) => operation === "UPDATE");
      const groups = ["system:authenticated", "system:masters"];
      const userInfo = { username: "system:apiserver", uid: expect.any(String) as string, groups };
      const options = { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1" };
      expect(updates).toEqual([expect.objectContaining({ userInfo, options })]);
      const { body } = await wire.get(`${budgets}/a`);
      // They are ordered by the second of their writes.
      const managers = body.metadata.managedFields.map(({ manager }) => manager);
      expect(managers.toSorted()).toEqual(["kube-apiserver", "suite", "suite"]);
      expect(body.status).toMatchObject({
        disruptionsAllowed: 0,
        disruptedPods: { a: expect.any(String) as string },
        conditions: [
          {
            type: "DisruptionAllowed",
            status: "False",
            reason: "InsufficientPods",
            observedGeneration: 1,
            message: "",
          },
        ],
      });
    });

    test("a webhook gets a token request as the creation of a TokenRequest, and can deny it", async () => {
      const { wire, path, install } = await world();
      const name = await install("validating", ruleOf("", "serviceaccounts/token"));
      await wire.post(path("serviceaccounts"), { metadata: { name: "a" } });
      const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: ["x"] } };
      webhook.answer(`/${name}/0`, () => ({ allowed: false, status: { message: "none today", code: 403 } }));
      const denied = await wire.post(path("serviceaccounts/a/token"), request);
      expect([denied.status, denied.body.message]).toEqual(denial(name, "none today"));
      webhook.answer(`/${name}/0`, () => ({}));
      expect((await wire.post(path("serviceaccounts/a/token"), request)).status).toBe(201);
      const asked = {
        operation: "CREATE",
        kind: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" },
        resource: { group: "", version: "v1", resource: "serviceaccounts" },
        subResource: "token",
        name: "a",
        kinds: ["authentication.k8s.io/v1 TokenRequest", null],
      };
      expect(webhook.asked(`/${name}/0`).map(about)).toEqual([asked, asked]);
    });

    test("a webhook gets a review as its creation, and can deny or change it", async () => {
      const { wire, namespace, install } = await world();
      const plural = "localsubjectaccessreviews";
      const ofReviews = ruleOf("authorization.k8s.io", plural);
      const [validating, mutating] = [await install("validating", ofReviews), await install("mutating", ofReviews)];
      const reviews = `/apis/authorization.k8s.io/v1/namespaces/${namespace}/${plural}`;
      const resourceAttributes = { namespace, verb: "get", resource: "pods" };
      const review = { metadata: { namespace }, spec: { user: "jane", resourceAttributes } };
      webhook.answer(`/${mutating}/0`, () => patch({ op: "replace", path: "/spec/user", value: "john" }));
      webhook.answer(`/${validating}/0`, () => ({ allowed: false, status: { message: "no", code: 403 } }));
      const denied = await wire.post(reviews, review);
      expect([denied.status, denied.body.message]).toEqual(denial(validating, "no"));
      webhook.answer(`/${validating}/0`, () => ({}));
      const answered = await wire.post(reviews, review);
      expect([answered.status, answered.body.spec.user]).toEqual([201, "john"]);
      expect(webhook.asked(`/${validating}/0`).map(about)[0]).toEqual({
        operation: "CREATE",
        kind: { group: "authorization.k8s.io", version: "v1", kind: "LocalSubjectAccessReview" },
        resource: { group: "authorization.k8s.io", version: "v1", resource: plural },
        subResource: undefined,
        name: undefined,
        kinds: ["authorization.k8s.io/v1 LocalSubjectAccessReview", null],
      });
    });

    test("a webhook gets a binding as the creation of a Binding, and can deny it", async () => {
      const { wire, path, install } = await world();
      const name = await install("validating", ruleOf("", "pods/binding"));
      await wire.post(path("pods"), { metadata: { name: "a" }, spec: template.spec });
      webhook.answer(`/${name}/0`, ({ object }) => ({
        allowed: (object?.target as { name: string } | undefined)?.name !== "n",
      }));
      expect((await wire.post(path("pods/a/binding"), binding)).status).toBe(400);
      const other = { ...binding, target: { ...binding.target, name: "m" } };
      expect((await wire.post(path("pods/a/binding"), other)).status).toBe(201);
      expect((await wire.get(path("pods/a"))).body.spec).toMatchObject({ nodeName: "m" });
      const asked = {
        operation: "CREATE",
        kind: { group: "", version: "v1", kind: "Binding" },
        resource: { group: "", version: "v1", resource: "pods" },
        subResource: "binding",
        name: "a",
        kinds: ["v1 Binding", null],
      };
      expect(webhook.asked(`/${name}/0`).map(about)).toEqual([asked, asked]);
    });

    test("a mutating webhook changes the Node of a binding", async () => {
      const { wire, path, install } = await world();
      const name = await install("mutating", ruleOf("", "pods/binding"));
      await wire.post(path("pods"), { metadata: { name: "a" }, spec: template.spec });
      webhook.answer(`/${name}/0`, () => patch({ op: "replace", path: "/target/name", value: "other" }));
      expect((await wire.post(path("pods/a/binding"), binding)).status).toBe(201);
      expect((await wire.get(path("pods/a"))).body.spec).toMatchObject({ nodeName: "other" });
    });

    test("a webhook gets a Scale with the old Scale", async () => {
      const { wire, namespace, install } = await world();
      const name = await install("validating", ruleOf("apps", "deployments/scale"));
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(deployments, deployment);
      webhook.answer(`/${name}/0`, ({ object }) => ({ allowed: Number(object?.spec.replicas) < 5 }));
      expect((await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 3 } })).status).toBe(200);
      expect((await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 7 } })).status).toBe(400);
      expect((await wire.get(`${deployments}/a`)).body.spec.replicas).toBe(3);
      const asked = webhook.asked(`/${name}/0`);
      expect(asked.map(about)).toEqual(
        [1, 2].map(() => ({
          operation: "UPDATE",
          kind: scaleKind,
          resource: { group: "apps", version: "v1", resource: "deployments" },
          subResource: "scale",
          name: "a",
          kinds: ["autoscaling/v1 Scale", "autoscaling/v1 Scale"],
        })),
      );
      expect(asked.map(({ object, oldObject }) => [oldObject?.spec, object?.spec])).toEqual([
        [{ replicas: 1 }, { replicas: 3 }],
        [{ replicas: 3 }, { replicas: 7 }],
      ]);
    });

    test("a mutating webhook changes a Scale, and thereby the object", async () => {
      const { wire, namespace, install } = await world();
      const name = await install("mutating", ruleOf("apps", "deployments/scale"));
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(deployments, deployment);
      webhook.answer(`/${name}/0`, () => patch({ op: "replace", path: "/spec/replicas", value: 2 }));
      const { body } = await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 9 } });
      expect([body.kind, body.spec]).toEqual(["Scale", { replicas: 2 }]);
      expect((await wire.get(`${deployments}/a`)).body.spec.replicas).toBe(2);
    });

    test("a validating policy applies to Scales and evictions", async () => {
      const { wire, namespace, path, install } = await policyWorld(suite);
      const name = await install("validating", {
        matchConstraints: {
          resourceRules: [
            configMaps,
            { ...configMaps, apiGroups: ["apps"], resources: ["deployments/scale"] },
            { ...configMaps, resources: ["pods/eviction"] },
          ],
        },
        validations: [
          { expression: "object.kind != 'Scale' || object.spec.replicas <= oldObject.spec.replicas + 1" },
          {
            expression: "request.kind.kind != 'Eviction'",
            messageExpression: "request.kind.group + ' ' + request.subResource + ' ' + request.name",
          },
        ],
      });
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(deployments, deployment);
      expect((await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 2 } })).status).toBe(200);
      const far = await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 9 } });
      expect([far.status, far.body.message]).toEqual([
        422,
        `deployments.apps "a" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: failed expression: object.kind != 'Scale' || object.spec.replicas <= oldObject.spec.replicas + 1`,
      ]);
      await wire.post(path("pods"), { metadata: { name: "p" }, spec: template.spec });
      const evicted = await wire.post(path("pods/p/eviction"), { metadata: { name: "p" } });
      expect([evicted.status, evicted.body.message]).toEqual([
        422,
        `pods "p" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: policy eviction p`,
      ]);
    });

    test("a mutating policy can change a Scale by a JSON patch, but not by an apply configuration", async () => {
      const { wire, namespace, install } = await policyWorld(suite);
      const rest = {
        reinvocationPolicy: "Never",
        matchConstraints: {
          resourceRules: [configMaps, { ...configMaps, apiGroups: ["apps"], resources: ["deployments/scale"] }],
        },
        matchConditions: [{ name: "scale", expression: "request.kind.kind == 'Scale'" }],
      };
      const jsonPatch = { expression: "[JSONPatch{op: 'replace', path: '/spec/replicas', value: 4}]" };
      await install("mutating", { ...rest, mutations: [{ patchType: "JSONPatch", jsonPatch }] });
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await wire.post(deployments, deployment);
      const { body } = await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 9 } });
      expect([body.kind, body.spec]).toEqual(["Scale", { replicas: 4 }]);
      const applyConfiguration = { expression: "Object{spec: Object.spec{replicas: 5}}" };
      const name = await install("mutating", {
        ...rest,
        mutations: [{ patchType: "ApplyConfiguration", applyConfiguration }],
      });
      const refused = await wire.patch(`${deployments}/a/scale`, "merge", { spec: { replicas: 9 } });
      expect([refused.status, refused.body.message]).toEqual([
        403,
        `policy '${name}' with binding '${name}' denied request: error applying patch: failed to convert patch object to typed object: no corresponding type for autoscaling/v1, Kind=Scale`,
      ]);
    });
  });
}
