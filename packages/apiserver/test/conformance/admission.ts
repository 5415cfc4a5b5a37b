import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admissionGroup, type AdmissionWorld, admissionWorld, configMaps } from "./admission-world.ts";
import { patch, type ReviewRequest, ReviewWebhook } from "./review-webhook.ts";
import { type Suite } from "./suite.ts";
import { type Answer } from "./target.ts";

/** Webhooks that review writes: their requests, the effect of their responses, and failures without a response. */
export function admissionSuite(suite: Suite): void {
  describe("admission webhooks", () => {
    let webhook: ReviewWebhook;
    beforeAll(async () => {
      webhook = await ReviewWebhook.start();
    });
    afterAll(() => webhook[Symbol.asyncDispose]());

    const world = (): Promise<AdmissionWorld> => admissionWorld(suite, webhook);

    test("a validating webhook gets each write and the old object", async () => {
      const { wire, namespace, path, install } = await world();
      const name = await install("validating", {});
      await wire.post(path("configmaps?fieldManager=me"), { metadata: { name: "a" }, data: { key: "1" } });
      await wire.patch(path("configmaps/a"), "merge", { data: { key: "2" } });
      await wire.delete(path("configmaps/a"));
      const asked = webhook.asked(`/${name}/0`);
      const about = (request: ReviewRequest): object => ({
        ...request,
        uid: "",
        userInfo: "",
        object: "",
        oldObject: "",
      });
      const kind = { group: "", version: "v1", kind: "ConfigMap" };
      const resource = { group: "", version: "v1", resource: "configmaps" };
      const options = (verb: string, rest = {}): object => ({
        kind: `${verb}Options`,
        apiVersion: "meta.k8s.io/v1",
        ...rest,
      });
      const common = { uid: "", userInfo: "", object: "", oldObject: "", kind, resource, requestKind: kind };
      const every = { ...common, requestResource: resource, name: "a", namespace, dryRun: false };
      expect(asked.map(about)).toEqual([
        { ...every, operation: "CREATE", options: options("Create", { fieldManager: "me" }) },
        { ...every, operation: "UPDATE", options: options("Update") },
        { ...every, operation: "DELETE", options: options("Delete") },
      ]);
      const key = (object: ReviewRequest["object"]): unknown =>
        (object?.data as { key: string } | undefined)?.key ?? object;
      expect(asked.map(({ object, oldObject }) => [key(object), key(oldObject)])).toEqual([
        ["1", null],
        ["2", "1"],
        [null, "2"],
      ]);
      expect(asked[0]?.object?.metadata.uid).toMatch(/^[-0-9a-f]{36}$/);
      expect((asked[0]?.userInfo as { groups: string[] } | undefined)?.groups).toContain("system:masters");
    });

    test("a denial has the webhook's message, with missing fields filled in", async () => {
      const { wire, path, install } = await world();
      const name = await install("validating", {});
      const denials: [object, object][] = [
        [{}, { status: 400, reason: undefined, message: "denied the request without explanation" }],
        [
          { status: { message: "no", code: 403, reason: "Forbidden" } },
          { status: 403, reason: "Forbidden", message: "denied the request: no" },
        ],
        [{ status: { reason: "Because" } }, { status: 400, reason: "Because", message: "denied the request: Because" }],
        [
          { status: { code: 200, message: "fine" } },
          { status: 400, reason: undefined, message: "denied the request: fine" },
        ],
        [
          {
            status: {
              message: "bad",
              code: 422,
              reason: "Invalid",
              details: { name: "a", causes: [{ field: "data" }] },
            },
          },
          { status: 422, reason: "Invalid", message: "denied the request: bad" },
        ],
      ];
      for (const [answer, expected] of denials) {
        webhook.answer(`/${name}/0`, () => ({ allowed: false, ...answer }));
        const { status, body } = await wire.post(path("configmaps"), { metadata: { name: "a" } });
        const prefix = `admission webhook "w0.${name}.io" `;
        expect(body.message.startsWith(prefix)).toBe(true);
        expect({ status, reason: body.reason, message: body.message.slice(prefix.length) }).toEqual(expected);
      }
      expect((await wire.get(path("configmaps/a"))).status).toBe(404);
    });

    test("a webhook can deny deletions and status writes, and a collection's deletions one by one", async () => {
      const { wire, path, widgets, install } = await world();
      const rules = [configMaps, { ...configMaps, apiGroups: ["example.io"], resources: ["widgets/status"] }];
      const name = await install("validating", { rules });
      webhook.answer(`/${name}/0`, ({ operation, oldObject, subResource }) => ({
        allowed: subResource !== "status" && !(operation === "DELETE" && oldObject?.metadata.name === "kept"),
      }));
      for (const own of ["gone", "kept"]) await wire.post(path("configmaps"), { metadata: { name: own } });
      await wire.post(widgets(), {
        apiVersion: "example.io/v1",
        kind: "Widget",
        metadata: { name: "a" },
        spec: { count: 1 },
      });
      expect((await wire.delete(path("configmaps/kept"))).status).toBe(400);
      expect((await wire.delete(path("configmaps?fieldSelector=metadata.name=gone"))).status).toBe(200);
      expect((await wire.delete(path("configmaps?fieldSelector=metadata.name=kept"))).status).toBe(400);
      expect((await wire.get(path("configmaps/kept"))).status).toBe(200);
      expect((await wire.get(path("configmaps/gone"))).status).toBe(404);
      expect((await wire.patch(widgets("/a/status"), "merge", { status: { phase: "x" } })).status).toBe(400);
      expect((await wire.patch(widgets("/a"), "merge", { metadata: { labels: { a: "b" } } })).status).toBe(200);
    });

    test("mutating webhooks change an object in the order of their configurations and own no fields", async () => {
      const { wire, path, install } = await world();
      const first = await install("mutating", {});
      const second = await install("mutating", {});
      webhook.answer(`/${first}/0`, () => patch({ op: "add", path: "/data/first", value: "1" }));
      webhook.answer(`/${second}/0`, ({ object }) =>
        patch({
          op: "add",
          path: "/data/second",
          value: Object.entries(object?.data ?? {})
            .sort()
            .join(";"),
        }),
      );
      const { body } = await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { own: "0" } });
      expect(body.data).toEqual({ own: "0", first: "1", second: "first,1;own,0" });
      expect(body.metadata.managedFields.map(({ fieldsV1 }) => fieldsV1)).toEqual([
        { "f:data": { ".": {}, "f:own": {} } },
      ]);
      const updated = await wire.patch(path("configmaps/a"), "merge", { data: { own: "1" } });
      expect(updated.body.data).toMatchObject({
        own: "1",
        second: "first,1;own,1;second,first,1;own,0",
      });
    });

    test("a webhook with a reinvocation policy is called again after a later webhook changes the object", async () => {
      const { wire, path, install } = await world();
      const name = await install(
        "mutating",
        { reinvocationPolicy: "IfNeeded" },
        {},
        { reinvocationPolicy: "IfNeeded" },
      );
      const counted = (key: string) => (): object => patch({ op: "add", path: `/data/${key}`, value: "x" });
      for (const index of [0, 1]) webhook.answer(`/${name}/${index}`, counted(`w${index}`));
      await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { own: "0" } });
      const calls = webhook.calls.filter(({ path: at, request }) => at.startsWith(`/${name}/`) && request.name === "a");
      expect(calls.map(({ path: at }) => at.slice(name.length + 2))).toEqual(["0", "1", "2", "canary", "0"]);
    });

    test("a custom resource is defaulted and validated after a webhook changes it", async () => {
      const { wire, widgets, install } = await world();
      const rules = [configMaps, { ...configMaps, apiGroups: ["example.io"], resources: ["widgets"] }];
      const name = await install("mutating", { rules });
      const widget = { apiVersion: "example.io/v1", kind: "Widget", metadata: { name: "a" }, spec: { count: 1 } };
      webhook.answer(`/${name}/0`, () => patch({ op: "replace", path: "/spec/count", value: "many" }));
      expect(await wire.post(widgets(), widget)).toMatchObject({ status: 422, body: { reason: "Invalid" } });
      webhook.answer(`/${name}/0`, () => patch({ op: "replace", path: "/spec/count", value: 2 }));
      expect((await wire.post(widgets(), widget)).body.spec).toMatchObject({ count: 2 });
      webhook.answer(`/${name}/0`, () => patch({ op: "add", path: "/spec/unknown", value: 2 }));
      const { status, body } = await wire.post(widgets(), { ...widget, metadata: { name: "b" } });
      expect([status, "unknown" in body.spec]).toEqual([201, false]);
    });

    test("an invalid response fails or passes the write according to the failurePolicy", async () => {
      const { wire, path, install } = await world();
      const name = await install("validating", {});
      const answers: [() => object | string, string][] = [
        [() => "", "failed to call webhook: "],
        [() => "{}", "received invalid webhook response: webhook response was absent"],
        [() => ({ uid: "x" }), "received invalid webhook response: expected response.uid="],
        [
          () => patch({ op: "remove", path: "/data" }),
          "received invalid webhook response: validating webhook may not return response.patch",
        ],
      ];
      for (const [answer, expected] of answers) {
        webhook.answer(`/${name}/0`, answer);
        const { status, body } = await wire.post(path("configmaps"), { metadata: { name: "a" } });
        expect([status, body.reason]).toEqual([500, "InternalError"]);
        expect(body.message).toContain(`Internal error occurred: failed calling webhook "w0.${name}.io": ${expected}`);
      }
      const ignoring = await world();
      const other = await ignoring.install("validating", { failurePolicy: "Ignore" });
      webhook.answer(`/${other}/0`, () => "{}");
      expect((await ignoring.wire.post(ignoring.path("configmaps"), { metadata: { name: "a" } })).status).toBe(201);
    });

    test("an unavailable or unresponsive webhook fails the write within its timeout", async () => {
      const { wire, path, install } = await world();
      const { caBundle } = webhook.clientConfig("/");
      await install("validating", {
        clientConfig: { url: "https://127.0.0.1:1/x", caBundle },
        failurePolicy: "Ignore",
      });
      expect((await wire.post(path("configmaps"), { metadata: { name: "a" } })).status).toBe(201);
      const silent = await install("validating", { timeoutSeconds: 1 });
      webhook.answer(`/${silent}/0`, () => undefined);
      const { status, body } = await wire.post(path("configmaps"), { metadata: { name: "b" } });
      expect(status).toBe(500);
      expect(body.message).toContain(
        `failed calling webhook "w0.${silent}.io": failed to call webhook: Post "https://127.0.0.1:`,
      );
      expect(body.message).toContain("?timeout=1s");
      expect(body.message).toContain("context deadline exceeded");
    });

    test("a webhook is also trusted by its own certificate, and its path may have empty steps, as in envtest", async () => {
      const { wire, path, install } = await world();
      await install("validating", { clientConfig: webhook.pinnedConfig("//pinned/") });
      webhook.answer("/pinned", () => ({ allowed: false, status: { message: "no" } }));
      const { status, body } = await wire.post(path("configmaps"), { metadata: { name: "a" } });
      expect(status).toBe(400);
      expect(body.message).toMatch(/denied the request: no$/);
    });

    test("a dry run is not sent to a webhook with side effects", async () => {
      const { wire, path, install } = await world();
      const name = await install("validating", { sideEffects: "NoneOnDryRun" });
      expect((await wire.post(path("configmaps?dryRun=All"), { metadata: { name: "a" } })).status).toBe(201);
      expect(webhook.asked(`/${name}/0`).map(({ dryRun }) => dryRun)).toEqual([true]);
    });

    test("selectors and conditions select the webhook's requests", async () => {
      const { wire, path, install } = await world();
      const condition = (expression: string): object => ({ matchConditions: [{ name: "c", expression }] });
      const name = await install(
        "validating",
        { objectSelector: { matchLabels: { seen: "yes" } } },
        condition("object.metadata.name == 'a' && request.operation == 'CREATE' && oldObject == null"),
        condition("has(object.data) && object.data.key == '1'"),
        { ...condition("object.data.key == '1'"), failurePolicy: "Ignore" },
        { rules: [{ ...configMaps, operations: ["UPDATE"] }] },
        { rules: [{ ...configMaps, apiGroups: ["*"], resources: ["*/*"], scope: "Namespaced" }] },
        { rules: [{ ...configMaps, scope: "Cluster" }] },
      );
      await wire.post(path("configmaps"), { metadata: { name: "a", labels: { seen: "yes" } } });
      await wire.post(path("configmaps"), { metadata: { name: "b" }, data: { key: "1" } });
      await wire.patch(path("configmaps/b"), "merge", { metadata: { labels: { seen: "yes" } } });
      const names = (index: number): unknown =>
        webhook.asked(`/${name}/${index}`).map((asked) => `${asked.operation} ${asked.name ?? ""}`);
      expect([0, 1, 2, 3, 4, 5, 6].map(names)).toEqual([
        ["CREATE a", "UPDATE b"],
        ["CREATE a"],
        ["CREATE b", "UPDATE b"],
        ["CREATE b", "UPDATE b"],
        ["UPDATE b"],
        ["CREATE a", "CREATE b", "UPDATE b"],
        [],
      ]);
    });

    test("a condition whose evaluation fails rejects the write", async () => {
      const { wire, path, install } = await world();
      await install("validating", {
        matchConditions: [{ name: "c", expression: "object.metadata.name == 'probe' || object.data.key == '1'" }],
      });
      const answer: Answer = await wire.post(path("configmaps"), { metadata: { name: "a" } });
      expect(answer.body).toMatchObject({
        code: 403,
        reason: "Forbidden",
        message: `configmaps "a" is forbidden: expression 'object.metadata.name == 'probe' || object.data.key == '1'' resulted in error: no such key: data`,
      });
    });

    test("a webhook's warnings reach the client", async () => {
      const { wire, path, install } = await world();
      const name = await install("validating", {});
      webhook.answer(`/${name}/0`, () => ({ warnings: ["beware"] }));
      const { headers } = await wire.post(path("configmaps"), { metadata: { name: "a" } });
      expect(headers.warning).toBe('299 - "beware"');
    });

    test("webhook configurations are not sent to webhooks", async () => {
      const { wire, install } = await world();
      const rules = [configMaps, { ...configMaps, apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }];
      const name = await install("validating", {
        rules,
        namespaceSelector: {},
        objectSelector: { matchLabels: { only: "this" } },
      });
      const own = `${admissionGroup}/validatingwebhookconfigurations/${name}`;
      await wire.patch(own, "merge", { metadata: { labels: { only: "this" } } });
      expect((await wire.delete(own)).status).toBe(200);
      expect(webhook.asked(`/${name}/0`)).toEqual([]);
    });
  });
}
