import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { eventually, type Wire } from "./target.ts";

const services = "/apis/apiregistration.k8s.io/v1/apiservices";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const table = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** The APIServices of the served versions. */
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

    test("discovery lists groups and versions by priority", async () => {
      const wire = suite.wire();
      const [mid, last, early] = [groupName("mm"), groupName("zz"), groupName("aa")] as const;
      await define(wire, last, "v1");
      await define(wire, early, "v1alpha1", "v2", "v1");
      await define(wire, mid, "v1beta1");
      for (const name of [`v1.${last}`, `v1alpha1.${early}`, `v1beta1.${mid}`]) await present(wire, name);
      const ours = [mid, last, early];
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
      expect((await found()).map(([name]) => name)).toEqual([early, last, mid]);
      expect((await found(aggregated)).map(([name]) => name)).toEqual([early, mid, last]);
      expect(await found()).toContainEqual([early, ["v2", "v1", "v1alpha1"]]);
      const names = (await groupsAt()).map(([name]) => name);
      expect(names.slice(0, 3)).toEqual(["apiregistration.k8s.io", "apps", "events.k8s.io"]);
      for (const group of [last, early, mid]) await wire.delete(`${definitions}/things.${group}`);
    });
  });
}
