import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { message, protobuf } from "./protobuf-bytes.ts";
import { Wire } from "./target.ts";

/** Access to the server, and its information about itself. */
export function serverSuite(suite: Suite): void {
  describe("server", () => {
    test("only health and version are public", async () => {
      const anonymous = new Wire(suite.target().kubeconfig, { anonymous: true });
      for (const path of ["/healthz", "/livez", "/readyz"]) {
        expect(await anonymous.get(path)).toMatchObject({ status: 200, body: { text: "ok" } });
      }
      expect((await anonymous.get("/version")).body.major).toBe("1");
      const answer = await anonymous.get("/api/v1/namespaces");
      expect([401, 403]).toContain(answer.status);
    });

    test("a token that was never issued is rejected", async () => {
      const stranger = new Wire(suite.target().kubeconfig, { token: "made.up" });
      expect(await stranger.get("/api/v1/namespaces")).toMatchObject({
        status: 401,
        body: { kind: "Status", reason: "Unauthorized", message: "Unauthorized", code: 401 },
      });
    });

    test("every cluster has the default namespaces", async () => {
      const { body } = await suite.wire().get("/api/v1/namespaces/kube-system");
      expect(body).toMatchObject({
        kind: "Namespace",
        metadata: { labels: { "kubernetes.io/metadata.name": "kube-system" } },
        spec: { finalizers: ["kubernetes"] },
        status: { phase: "Active" },
      });
      for (const name of ["default", "kube-public", "kube-node-lease"]) {
        expect((await suite.wire().get(`/api/v1/namespaces/${name}`)).status).toBe(200);
      }
    });

    test("unserved paths are not found", async () => {
      expect((await suite.wire().get("/nope")).status).toBe(404);
      expect(await suite.wire().get("/apis/nope.io/v1/things")).toMatchObject({
        status: 404,
        body: { text: "404 page not found\n" },
      });
    });

    test("aggregated discovery returns every group in one document", async () => {
      const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
      const { body, headers } = await suite.wire().get("/apis", accept);
      expect(headers["content-type"]).toContain("as=APIGroupDiscoveryList");
      expect(body.kind).toBe("APIGroupDiscoveryList");
      const group = body.items.find((item) => item.metadata.name === "example.io");
      expect(group?.versions[0]?.resources[0]).toMatchObject({
        resource: "widgets",
        scope: "Namespaced",
        singularResource: "widget",
        shortNames: ["wd"],
      });
    });

    test("a type without fields is described without properties", async () => {
      const { body } = await suite.wire().get("/openapi/v3/apis/apiextensions.k8s.io/v1");
      const { schemas } = body.components as { readonly schemas: Readonly<Record<string, object>> };
      const name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus";
      expect(Object.keys(schemas[name] ?? {})).toEqual(["description", "type"]);
    });

    test("request and response bodies may be YAML", async () => {
      const { wire, path } = await suite.namespace();
      const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: value\n";
      expect((await wire.send("POST", path("configmaps"), yaml, { "content-type": "application/yaml" })).status).toBe(
        201,
      );
      const { body } = await wire.get(path("configmaps/a"), "application/yaml");
      expect(body.text).toContain("key: value");
    });

    test("bodies of built-in kinds may be protobuf, as Go clients send them", async () => {
      const name = `binding-${randomBytes(4).toString("hex")}`;
      const group = "rbac.authorization.k8s.io";
      const binding = protobuf(
        { apiVersion: `${group}/v1`, kind: "ClusterRoleBinding" },
        message(
          [1, message([1, name])],
          [2, message([1, "Group"], [2, group], [3, "some"])],
          [3, message([1, group], [2, "ClusterRole"], [3, "any"])],
        ),
      );
      const bindings = `/apis/${group}/v1/clusterrolebindings`;
      const headers = { "content-type": "application/vnd.kubernetes.protobuf", accept: "application/json" };
      expect(await suite.wire().send("POST", bindings, binding, headers)).toMatchObject({
        status: 201,
        body: {
          kind: "ClusterRoleBinding",
          metadata: { name },
          subjects: [{ kind: "Group", apiGroup: group, name: "some" }],
          roleRef: { apiGroup: group, kind: "ClusterRole", name: "any" },
        },
      });
      expect((await suite.wire().delete(`${bindings}/${name}`)).status).toBe(200);
    });

    test("a port-forward needs an existing Pod that is assigned to a node", async () => {
      const { wire, path } = await suite.namespace();
      const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "a", image: "a" }] } };
      await wire.post(path("pods"), { apiVersion: "v1", kind: "Pod", ...pod });
      const upgrade = { connection: "Upgrade", upgrade: "SPDY/3.1", "x-stream-protocol-version": "portforward.k8s.io" };
      for (const headers of [{}, upgrade]) {
        const ask = (name: string) => wire.send("POST", path(`pods/${name}/portforward`), undefined, headers);
        expect(await ask("gone")).toMatchObject({
          status: 404,
          body: { kind: "Status", reason: "NotFound", message: 'pods "gone" not found' },
        });
        expect(await ask("a")).toMatchObject({
          status: 400,
          body: { kind: "Status", reason: "BadRequest", message: "pod a does not have a host assigned" },
        });
      }
    });

    test("invalid JSON and unknown formats are rejected", async () => {
      const { wire, path } = await suite.namespace();
      const broken = await wire.send("POST", path("configmaps"), "xx{", { "content-type": "application/json" });
      expect([broken.status, broken.body.reason]).toEqual([400, "BadRequest"]);
      expect(await wire.send("POST", path("configmaps"), "x", { "content-type": "text/foo" })).toMatchObject({
        status: 415,
        body: { reason: "UnsupportedMediaType" },
      });
      expect((await wire.get(path("configmaps"), "text/html")).status).toBe(406);
    });

    test("metrics count requests", async () => {
      const answer = await suite.wire().get("/metrics");
      expect(answer.body.text).toMatch(/^apiserver_request_total\{.*resource="namespaces".*\} \d+$/m);
    });

    test("metrics contain served resources only, and no names from clients", async () => {
      const anonymous = new Wire(suite.target().kubeconfig, { anonymous: true });
      const made = `made${randomBytes(4).toString("hex")}`;
      for (const wire of [anonymous, suite.wire()]) {
        await wire.get(`/apis/${made}.io/v1/things%0Ainjected_total%201`);
        await wire.get(`/apis/apps/${made}/deployments`);
        await wire.get(`/api/v1/${made}`);
        await wire.get(`/api/v1/namespaces/default/pods/a/${made}`);
      }
      const { body } = await suite.wire().get("/metrics");
      expect(body.text).not.toContain(made);
      expect(body.text).not.toMatch(/^injected_total/m);
    });
  });
}
