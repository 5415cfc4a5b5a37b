import { fieldsAt } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { eventually } from "./target.ts";

const container = (resources: object = {}): object => ({ name: "a", image: "a", resources });
const pod = (name: string, more: object = {}, resources: object = {}): object => ({
  metadata: { name },
  spec: { containers: [container(resources)], ...more },
});

/** Whether a list in a quota's status is unchanged. */
function says(status: object, list: string, wanted: Readonly<Record<string, string>>): boolean {
  const found = Object.entries(fieldsAt(status, list));
  return found.length === Object.keys(wanted).length && found.every(([name, amount]) => wanted[name] === amount);
}

/** The usage and the rejections of ResourceQuotas. */
export function quotasSuite(suite: Suite): void {
  describe("resource quotas", () => {
    /** A namespace with a quota whose status is set and known to the admission check. */
    const scene = async (spec: { readonly hard: Readonly<Record<string, string>>; readonly scopes?: string[] }) => {
      const own = await suite.namespace();
      const { wire, path } = own;
      const status = async (name = "q") => (await wire.get(path(`resourcequotas/${name}`))).body.status;
      const used = (wanted: Readonly<Record<string, string>>) =>
        eventually(
          () => status(),
          (found) => says(found, "used", wanted),
        );
      expect(await wire.post(path("resourcequotas"), { metadata: { name: "q" }, spec })).toMatchObject({ status: 201 });
      // This quota allows no usage, so that objects are rejected as soon as the quotas are known.
      await wire.post(path("resourcequotas"), {
        metadata: { name: "z" },
        spec: { hard: { replicationcontrollers: "0" } },
      });
      await eventually(
        () => status("z"),
        (found) => JSON.stringify(found).includes('"used"'),
      );
      const controller = {
        spec: {
          selector: { a: "b" },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [container()] } },
        },
      };
      await eventually(
        () => wire.post(path("replicationcontrollers?dryRun=All"), { metadata: { name: "a" }, ...controller }),
        ({ status: code }) => code === 403,
      );
      return { ...own, status, used };
    };

    test("the status reports the limits and the usage", async () => {
      const { wire, path, used, status } = await scene({
        hard: { pods: "2", "requests.cpu": "1500m", configmaps: "20", "count/leases.coordination.k8s.io": "1" },
      });
      const none = { configmaps: "0", "count/leases.coordination.k8s.io": "0", pods: "0", "requests.cpu": "0" };
      await used(none);
      expect(await status()).toMatchObject({
        hard: { pods: "2", "requests.cpu": "1500m", configmaps: "20", "count/leases.coordination.k8s.io": "1" },
      });
      const requests = { cpu: "0.6" };
      expect((await wire.post(path("pods"), pod("a", {}, { requests }))).status).toBe(201);
      // Immediately after its creation.
      expect(await status()).toMatchObject({ used: { ...none, pods: "1", "requests.cpu": "600m" } });
      expect((await wire.post(path("configmaps"), { metadata: { name: "a" } })).status).toBe(201);
      expect(await status()).toMatchObject({ used: { configmaps: "1" } });
      await wire.delete(path("pods/a"));
      await wire.delete(path("configmaps/a"));
      await used(none);
    });

    test("existing objects are counted", async () => {
      const { wire, path } = await suite.namespace();
      for (const name of ["a", "b"]) await wire.post(path("secrets"), { metadata: { name } });
      await wire.post(path("resourcequotas"), { metadata: { name: "q" }, spec: { hard: { secrets: "1" } } });
      await eventually(
        () => wire.get(path("resourcequotas/q")),
        ({ body }) => says(body.status, "hard", { secrets: "1" }) && says(body.status, "used", { secrets: "2" }),
      );
    });

    test("an object beyond the limit is rejected until there is room again", async () => {
      const { wire, path } = await scene({ hard: { pods: "1" } });
      expect((await wire.post(path("pods"), pod("a"))).status).toBe(201);
      const refused = await wire.post(path("pods"), pod("b"));
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'pods "b" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
      ]);
      await wire.delete(path("pods/a"));
      await eventually(
        () => wire.post(path("pods"), pod("b")),
        ({ status }) => status === 201,
      );
    });

    test("many concurrent requests do not exceed the limit", async () => {
      const { wire, path, used } = await scene({ hard: { "count/secrets": "3" } });
      const names = Array.from({ length: 9 }, (_, index) => `s${index}`);
      const answers = await Promise.all(names.map((name) => wire.post(path("secrets"), { metadata: { name } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array<number>(6).fill(403)]);
      await used({ "count/secrets": "3" });
    });

    test("a dry run and a completed Pod use nothing", async () => {
      const { wire, path, used, status } = await scene({ hard: { pods: "1", "count/pods": "2" } });
      expect((await wire.post(path("pods?dryRun=All"), pod("a"))).status).toBe(201);
      expect(await status()).toMatchObject({ used: { pods: "0" } });
      await wire.post(path("pods"), pod("a"));
      await wire.patch(path("pods/a/status"), "merge", { status: { phase: "Succeeded" } });
      await used({ pods: "0", "count/pods": "1" });
    });

    test("a changed limit applies to later requests", async () => {
      const { wire, path } = await scene({ hard: { secrets: "0" } });
      expect((await wire.post(path("secrets"), { metadata: { name: "a" } })).status).toBe(403);
      await wire.patch(path("resourcequotas/q"), "merge", { spec: { hard: { secrets: "1" } } });
      await eventually(
        () => wire.post(path("secrets"), { metadata: { name: "a" } }),
        ({ status }) => status === 201,
      );
    });

    test("a Service uses node ports as soon as they are allocated", async () => {
      const { wire, path, status, used } = await scene({ hard: { "services.nodeports": "1", services: "3" } });
      const ports = [
        { name: "a", port: 80 },
        { name: "b", port: 81 },
      ];
      await wire.post(path("services"), { metadata: { name: "s" }, spec: { ports } });
      const refused = await wire.patch(path("services/s"), "merge", { spec: { type: "NodePort" } });
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'services "s" is forbidden: exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=0, limited: services.nodeports=1',
      ]);
      const one = { spec: { type: "NodePort", ports: ports.slice(0, 1) } };
      expect((await wire.patch(path("services/s"), "merge", one)).status).toBe(200);
      expect(await status()).toMatchObject({ used: { services: "1", "services.nodeports": "1" } });
      await wire.patch(path("services/s"), "merge", {
        spec: { type: "ClusterIP", ports: [{ name: "a", port: 80, nodePort: null }] },
      });
      await used({ services: "1", "services.nodeports": "0" });
    });

    test("managed fields name the writers of the usage", async () => {
      const { wire, path, used } = await scene({ hard: { secrets: "1" } });
      await wire.post(path("secrets"), { metadata: { name: "a" } });
      await used({ secrets: "1" });
      const { body } = await wire.get(path("resourcequotas/q"));
      const managers = body.metadata.managedFields
        .filter(({ subresource }) => subresource === "status")
        .map(({ manager, operation }) => `${manager} ${operation}`);
      expect(managers.sort()).toEqual(["kube-apiserver Update", "kube-controller-manager Update"]);
    });
  });
}
