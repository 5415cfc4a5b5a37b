import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { apiServiceAnswers } from "./api-service-answers.ts";
import { apiServiceObjects } from "./api-service-objects.ts";
import { ExtensionServer } from "./extension-server.ts";
import { type Suite } from "./suite.ts";
import { type Answer, eventually, type Wire } from "./target.ts";

const services = "/apis/apiregistration.k8s.io/v1/apiservices";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const table = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** The APIServices of local versions and of versions that other servers serve. */
export function apiServicesSuite(suite: Suite): void {
  const define = (wire: Wire, group: string, ...versions: readonly string[]) =>
    wire.post(definitions, {
      metadata: { name: `things.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing" },
        versions: versions.map((name, index) => ({
          name,
          served: true,
          storage: index === 0,
          schema: { openAPIV3Schema: { type: "object" } },
        })),
      },
    });
  const groupName = (prefix: string) => `${prefix}-${randomBytes(4).toString("hex")}.example.net`;
  const present = (wire: Wire, name: string, status = 200) =>
    eventually(
      () => wire.get(`${services}/${name}`),
      (answer) => answer.status === status,
    );
  const remote = (wire: Wire, group: string, service: object, more: object = {}) =>
    wire.post(services, {
      metadata: { name: `v1.${group}` },
      spec: { group, version: "v1", groupPriorityMinimum: 2_000, versionPriority: 15, service, ...more },
    });
  const available = async (wire: Wire, group: string, reason: string) => {
    const conditionOf = ({ body }: Answer) => body.status.conditions?.find(({ type }) => type === "Available");
    const found = await eventually(
      () => wire.get(`${services}/v1.${group}`),
      (answer) => conditionOf(answer)?.reason === reason,
    );
    const { status, message } = conditionOf(found) ?? {};
    return [status, message];
  };

  describe("API services", () => {
    test("each built-in version has a local, available APIService", async () => {
      const wire = suite.wire();
      const core = await wire.get(`${services}/v1.`);
      expect(core.body).toMatchObject({
        metadata: { labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
        spec: { groupPriorityMinimum: 18_000, version: "v1", versionPriority: 1 },
        status: {
          conditions: [
            {
              type: "Available",
              status: "True",
              reason: "Local",
              message: "Local APIServices are always available",
            },
          ],
        },
      });
      expect(core.body.metadata.managedFields).toMatchObject([{ manager: "kube-apiserver", operation: "Update" }]);
      expect((await wire.get(`${services}/v2.autoscaling`)).body.spec).toEqual({
        group: "autoscaling",
        groupPriorityMinimum: 17_500,
        version: "v2",
        versionPriority: 30,
      });
      const rows = (await wire.get(services, table)).body.rows.map(({ cells }) => cells.slice(0, 3));
      expect(rows).toContainEqual(["v1.apps", "Local", "True"]);
      expect((await wire.get(`${services}/v1.apiregistration.k8s.io`)).status).toBe(404);
    });

    test("versions of CRDs have an APIService, which is kept unchanged until no CRD serves the version", async () => {
      const wire = suite.wire();
      const group = groupName("kept");
      await define(wire, group, "v1", "v1beta1");
      const name = `v1beta1.${group}`;
      const { body } = await present(wire, name);
      expect(body).toMatchObject({
        metadata: { labels: { "kube-aggregator.kubernetes.io/automanaged": "true" } },
        spec: { group, groupPriorityMinimum: 1_000, version: "v1beta1", versionPriority: 100 },
        status: { conditions: [{ type: "Available", status: "True", reason: "Local" }] },
      });
      await wire.patch(`${services}/${name}`, "merge", { spec: { versionPriority: 5 } });
      await eventually(
        () => wire.get(`${services}/${name}`),
        (answer) => answer.body.spec.versionPriority === 100,
      );
      await wire.delete(`${services}/${name}`);
      await eventually(
        () => wire.get(`${services}/${name}`),
        (answer) => answer.status === 200 && answer.body.metadata.uid !== body.metadata.uid,
      );
      const replaced = [{ op: "replace", path: "/spec/versions/1/served", value: false }];
      await wire.patch(`${definitions}/things.${group}`, "json", replaced);
      await present(wire, name, 404);
      await wire.delete(`${definitions}/things.${group}`);
      await present(wire, `v1.${group}`, 404);
    });

    test("versions of other servers report why they are unavailable", async () => {
      const { wire, namespace, path } = await suite.namespace();
      const group = groupName("remote");
      const service = { namespace, name: "a", port: 443 };
      expect(await remote(wire, group, service)).toMatchObject({ status: 201, body: { status: {} } });
      const what = `service/a in "${namespace}"`;
      expect(await available(wire, group, "ServiceNotFound")).toEqual(["False", `${what} is not present`]);
      const owners = (await wire.get(`${services}/v1.${group}`)).body.metadata.managedFields;
      // In the order of the second of their creation, then of their names.
      const owner = { manager: "kube-apiserver", operation: "Update", subresource: "status" };
      expect(owners).toContainEqual(expect.objectContaining(owner));
      const rows = (await wire.get(services, table)).body.rows.map(({ cells }) => cells.slice(0, 3));
      expect(rows).toContainEqual([`v1.${group}`, `${namespace}/a`, "False (ServiceNotFound)"]);
      await wire.post(path("services"), { metadata: { name: "a" }, spec: { ports: [{ name: "x", port: 80 }] } });
      expect(await available(wire, group, "ServicePortError")).toEqual([
        "False",
        `${what} is not listening on port 443`,
      ]);
      const ports = [{ name: "https", port: 443 }];
      await wire.patch(path("services/a"), "merge", { spec: { ports } });
      expect(await available(wire, group, "EndpointsNotFound")).toEqual([
        "False",
        `cannot find endpointslices for ${what}`,
      ]);
      await wire.post(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, {
        metadata: { name: "a", labels: { "kubernetes.io/service-name": "a" } },
        addressType: "IPv4",
        endpoints: [],
        ports,
      });
      expect(await available(wire, group, "MissingEndpoints")).toEqual([
        "False",
        `endpointslices for ${what} have no addresses with port name "https"`,
      ]);
      const unavailable = { status: 503, text: "service unavailable\n" };
      for (const rest of ["", "/things", "/namespaces/a/things/b"]) {
        expect(await wire.get(`/apis/${group}/v1${rest}`)).toMatchObject(unavailable);
      }
      expect((await wire.get(`/apis/${group}/v2`)).status).toBe(404);
      expect((await wire.get(`/apis/${group}`)).body).toMatchObject({ name: group, versions: [{ version: "v1" }] });
      const { body } = await wire.get("/apis", aggregated);
      expect(body.items.find((item) => item.metadata.name === group)).toEqual({
        metadata: { name: group },
        versions: [{ version: "v1", freshness: "Stale" }],
      });
      expect(await wire.delete(`${services}/v1.${group}`)).toMatchObject({ status: 200, body: { kind: "Status" } });
      await eventually(
        () => wire.get(`/apis/${group}/v1`),
        ({ status }) => status === 404,
      );
    });

    test("requests for another server's version are forwarded in the name of their user", async () => {
      const { wire, namespace, path } = await suite.namespace();
      const group = groupName("passed");
      const root = `/apis/${group}/v1`;
      const resources = [
        { name: "things", singularName: "thing", namespaced: true, kind: "Thing", verbs: ["get", "list"] },
        { name: "things/status", singularName: "", namespaced: true, kind: "Thing", verbs: ["get"] },
      ];
      const list = { kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/v1`, resources };
      await using extension = await ExtensionServer.start(namespace, ({ url }, response) => {
        if (url === root) {
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list));
        } else if (url.startsWith(`${root}/`)) {
          response.writeHead(299, { "content-type": "text/plain", warning: '299 - "careful"' }).end("from another");
        } else response.writeHead(404).end();
      });
      const { port, caBundle } = extension;
      const spec = { type: "ExternalName", externalName: "localhost", ports: [{ port }] };
      await wire.post(path("services"), { metadata: { name: "extension" }, spec });
      await remote(wire, group, { namespace, name: "extension", port }, { caBundle });
      expect(await available(wire, group, "Passed")).toEqual(["True", "all checks passed"]);
      expect(extension.asked[0]).toMatchObject({
        method: "GET",
        url: root,
        headers: { "x-remote-user": "system:kube-aggregator", "x-remote-group": "system:masters" },
      });

      const headers = {
        "impersonate-user": "jane",
        "impersonate-group": ["devs", "system:masters"],
        "impersonate-extra-a%2fb": "c",
        "content-type": "application/json",
        "x-remote-user": "someone else",
      };
      const passed = await eventually(
        () => wire.send("POST", `${root}/namespaces/a/things?dryRun=All`, { a: "b" }, headers),
        ({ status }) => status === 299,
      );
      expect(passed).toMatchObject({ status: 299, text: "from another", headers: { warning: '299 - "careful"' } });
      const asked = extension.asked.find(({ method }) => method === "POST");
      expect(asked).toMatchObject({
        url: `${root}/namespaces/a/things?dryRun=All`,
        body: '{"a":"b"}',
        headers: { "x-remote-user": "jane", "x-remote-extra-a%2fb": "c", "content-type": "application/json" },
      });
      expect(String(asked?.headers["x-remote-group"]).split(", ")).toEqual([
        "devs",
        "system:masters",
        "system:authenticated",
      ]);
      expect(Object.keys(asked?.headers ?? {}).filter((name) => /^(impersonate|authorization)/.test(name))).toEqual([]);

      expect((await wire.get(root)).body).toEqual(list);
      const { body } = await eventually(
        () => wire.get("/apis", aggregated),
        (answer) =>
          JSON.stringify(answer.body.items.find(({ metadata }) => metadata.name === group)).includes("Current"),
      );
      const responseKind = { group: "", version: "", kind: "Thing" };
      expect(body.items.find(({ metadata }) => metadata.name === group)).toMatchObject({
        versions: [
          {
            version: "v1",
            freshness: "Current",
            resources: [
              {
                resource: "things",
                responseKind,
                scope: "Namespaced",
                singularResource: "thing",
                verbs: ["get", "list"],
                subresources: [{ subresource: "status", responseKind, verbs: ["get"] }],
              },
            ],
          },
        ],
      });
      expect(await wire.delete(`${services}/v1.${group}`)).toMatchObject({ status: 200 });
    });

    test("a server that is untrusted or unresponsive gets no requests", async () => {
      const { wire, namespace, path } = await suite.namespace();
      const group = groupName("broken");
      await using extension = await ExtensionServer.start(namespace, (_, response) => {
        response.writeHead(500).end();
      });
      const { port } = extension;
      const spec = { type: "ExternalName", externalName: "localhost", ports: [{ port }] };
      await wire.post(path("services"), { metadata: { name: "extension" }, spec });
      await remote(wire, group, { namespace, name: "extension", port }, { insecureSkipTLSVerify: true });
      const url = `https://localhost:${port}/apis/${group}/v1`;
      const failed = `failing or missing response from ${url}: bad status from ${url}: 500`;
      expect(await available(wire, group, "FailedDiscoveryCheck")).toEqual(["False", failed]);
      expect(await wire.get(`/apis/${group}/v1/things`)).toMatchObject({ status: 503, text: "service unavailable\n" });
      expect(extension.asked.filter(({ url: asked }) => asked.endsWith("/things"))).toEqual([]);
      await wire.patch(`${services}/v1.${group}`, "merge", { spec: { insecureSkipTLSVerify: false } });
      await eventually(
        () => wire.get(`${services}/v1.${group}`),
        (answer) => JSON.stringify(answer.body.status).includes("certificate"),
      );
      expect(await wire.delete(`${services}/v1.${group}`)).toMatchObject({ status: 200 });
    });

    test("discovery lists groups and versions by priority", async () => {
      const wire = suite.wire();
      const [mid, last, early] = [groupName("mm"), groupName("zz"), groupName("aa")] as const;
      const [before, after] = [groupName("m-before"), groupName("a-after")] as const;
      await define(wire, last, "v1");
      await define(wire, early, "v1alpha1", "v2", "v1");
      await define(wire, mid, "v1beta1");
      await remote(wire, before, { namespace: "default", name: "gone" });
      await remote(wire, after, { namespace: "default", name: "gone" }, { groupPriorityMinimum: 10 });
      for (const name of [`v1.${last}`, `v1alpha1.${early}`, `v1beta1.${mid}`]) await present(wire, name);
      const ours = [mid, last, early, before, after];
      const groupsAt = async (accept?: string) => {
        const { body } = await wire.get("/apis", accept);
        const legacy = body.groups as readonly { name: string; versions: readonly { version: string }[] }[] | undefined;
        const groups = legacy ?? body.items.map(({ metadata, versions }) => ({ name: metadata.name, versions }));
        return groups.map(({ name, versions }) => [name, versions.map(({ version }) => version)] as const);
      };
      const found = async (accept?: string) => (await groupsAt(accept)).filter(([name]) => ours.includes(name));
      // Groups of equal priority are ordered by the names of their APIServices, or by their own.
      await eventually(
        () => wire.get("/apis", aggregated),
        ({ body }) => ours.every((name) => body.items.some(({ metadata }) => metadata.name === name)),
      );
      expect((await found()).map(([name]) => name)).toEqual([before, early, last, mid, after]);
      expect((await found(aggregated)).map(([name]) => name)).toEqual([before, early, mid, last, after]);
      expect(await found()).toContainEqual([early, ["v2", "v1", "v1alpha1"]]);
      const names = (await groupsAt()).map(([name]) => name);
      expect(names.slice(0, 3)).toEqual(["apiregistration.k8s.io", "apps", "events.k8s.io"]);
      for (const group of [last, early, mid]) await wire.delete(`${definitions}/things.${group}`);
      for (const group of [before, after]) await wire.delete(`${services}/v1.${group}`);
    });

    test.each(apiServiceObjects)(
      "%s: an APIService is accepted, or rejected with the same message",
      async (title, object) => {
        const answer = await suite.wire().post(`${services}?dryRun=All`, object);
        const said = apiServiceAnswers[title];
        const message = answer.status === 201 ? undefined : answer.body.message;
        expect([answer.status === 201, message]).toEqual([said === undefined, said]);
      },
    );

    test("the status of a condition must be True, False or Unknown", async () => {
      const path = `${services}/v1.apps/status?dryRun=All`;
      const answer = await suite.wire().patch(path, "merge", { status: { conditions: [{ type: "A", status: "b" }] } });
      expect(answer.body.message).toBe(
        'APIService.apiregistration.k8s.io "v1.apps" is invalid: status.conditions[0].status: Unsupported value: "b": supported values: "True", "False", "Unknown"',
      );
    });
  });
}
