import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";

const deployments = (namespace: string, rest = ""): string =>
  `/apis/apps/v1/namespaces/${namespace}/deployments${rest}`;
const deployment = {
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
};
const invalid = ' "" is invalid: patch: Invalid value: ';

/** Patches whose result does not fit the kind, and side effects of writes. */
export function patchesSuite(suite: Suite): void {
  describe("patches", () => {
    test.each([
      [{ spec: { replicas: "many" } }, '"map[spec:map[replicas:many]]": unrecognized type: int32'],
      [{ spec: { replicas: 1.5 } }, '"map[spec:map[replicas:1.5]]": cannot convert float64 to int32'],
      [{ spec: { template: 5 } }, '"map[spec:map[template:5]]": cannot restore struct from: int64'],
      [{ metadata: { labels: [null] } }, '"map[metadata:map[labels:[<nil>]]]": cannot restore map from slice'],
      [{ metadata: { labels: { x: 5 } } }, '"map[metadata:map[labels:map[x:5]]]": cannot convert int64 to string'],
    ])("a strategic merge patch %j is rejected with its content", async (patch, problem) => {
      const { wire, namespace: name } = await suite.namespace();
      await wire.post(deployments(name), deployment);
      const { status, body } = await wire.patch(deployments(name, "/d"), "strategic", patch);
      expect([status, body.message]).toEqual([422, invalid + problem]);
    });

    test.each([5, "a", [], true])("a merge patch must be an object, unlike %j", async (patch) => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("configmaps"), { metadata: { name: "a" } });
      const text = JSON.stringify(patch);
      const found = Array.isArray(patch) ? "array" : typeof patch === "boolean" ? "bool" : typeof patch;
      const problem = `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`;
      for (const [kind, prefix] of [
        ["merge", "error decoding patch: "],
        ["strategic", ""],
      ] as const) {
        const { status, body } = await wire.patch(path("configmaps/a"), kind, text);
        expect([status, body.message]).toEqual([400, prefix + problem]);
      }
    });

    test("a rejection shows the merged object if that does not fit the kind", async () => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { x: "1" } });
      const { status, body } = await wire.patch(path("configmaps/a"), "merge", { data: { y: 5 } });
      expect([status, body.reason, body.details.causes[0]?.field]).toEqual([422, "Invalid", "patch"]);
      expect(body.message).toMatch(/"\{\\"apiVersion\\":\\"v1\\",\\"data\\":\{\\"x\\":\\"1\\",\\"y\\":5\},\\"kind\\":/);
      expect(body.message).toMatch(
        /: json: cannot unmarshal number into Go struct field ConfigMap.data of type string$/,
      );
    });

    test("strict field validation of a patch shows the patch", async () => {
      const { wire, namespace: name } = await suite.namespace();
      await wire.post(deployments(name), deployment);
      const strict = deployments(name, "/d?fieldValidation=Strict");
      const { status, body } = await wire.patch(strict, "strategic", { spec: { replicass: 3 } });
      const problem = '"map[spec:map[replicass:3]]": strict decoding error: unknown field "spec.replicass"';
      expect([status, body.message]).toEqual([422, invalid + problem]);
    });

    test("an item of a merged list needs its key and the type of the other items", async () => {
      const { wire, namespace: name } = await suite.namespace();
      await wire.post(deployments(name), deployment);
      const containers = async (items: unknown[]): Promise<string> => {
        const patch = { spec: { template: { spec: { containers: items } } } };
        return (await wire.patch(deployments(name, "/d"), "strategic", patch)).body.message;
      };
      expect(await containers([{ image: "a" }])).toBe("map: map[image:a] does not contain declared merge key: name");
      expect(await containers([5])).toMatch(/^list element types are not identical: \[\[map\[image:i .*\]\] \[5\]\]$/);
    });

    test("a changed annotation increments the generation of a Deployment", async () => {
      const { wire, namespace: name } = await suite.namespace();
      await wire.post(deployments(name), deployment);
      const note = { metadata: { annotations: { a: "b" } } };
      expect((await wire.patch(deployments(name, "/d"), "merge", note)).body.metadata.generation).toBe(2);
      const label = { metadata: { labels: { a: "b" } } };
      expect((await wire.patch(deployments(name, "/d"), "merge", label)).body.metadata.generation).toBe(2);
    });

    test("the managed fields of an apply without changes and of a scale have no time", async () => {
      const { wire, path, namespace: name } = await suite.namespace();
      await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { x: "1" } });
      const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "1" } };
      const applied = await wire.patch(path("configmaps/a?fieldManager=me"), "apply", config);
      expect(applied.body.metadata.managedFields[0]).not.toHaveProperty("time");
      await wire.post(deployments(name), deployment);
      await wire.patch(deployments(name, "/d/scale"), "merge", { spec: { replicas: 3 } });
      const { body } = await wire.get(deployments(name, "/d"));
      const scaled = body.metadata.managedFields.find(({ subresource }) => subresource === "scale");
      expect(scaled).toBeDefined();
      expect(scaled).not.toHaveProperty("time");
    });

    test("only an apply by kubectl updates the last-applied-configuration annotation", async () => {
      const { wire, path } = await suite.namespace();
      const key = "kubectl.kubernetes.io/last-applied-configuration";
      await wire.post(path("configmaps"), { metadata: { name: "a", annotations: { [key]: "{}" } } });
      const noted = async (manager: string): Promise<unknown> => {
        const config = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" }, data: { [manager]: "1" } };
        const { body } = await wire.patch(path(`configmaps/a?fieldManager=${manager}`), "apply", config);
        return (body.metadata.annotations as Record<string, string>)[key];
      };
      expect(await noted("me")).toBe("{}");
      expect(await noted("kubectl")).toMatch(
        /^\{"apiVersion":"v1","data":\{"kubectl":"1"\},"kind":"ConfigMap","metadata":/,
      );
    });
  });

  describe("protected objects and values", () => {
    test.each(["default", "kube-system", "kube-public"])("namespace %s may not be deleted", async (name) => {
      const { wire } = await suite.namespace();
      const { status, body } = await wire.delete(`/api/v1/namespaces/${name}?dryRun=All`);
      const message = `namespaces "${name}" is forbidden: this namespace may not be deleted`;
      expect([status, body.message]).toEqual([403, message]);
    });

    test.each([
      ["61 * * * *", "end of range (61) above maximum (59): 61"],
      ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
      ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
      ["0 0 0 * *", "beginning of range (0) below minimum (1): 0"],
      ["@never", "unrecognized descriptor: @never"],
      ["TZ=UTC * * * * *", "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"],
      ["*/5 0-3,5 ? JAN-MAR mon", undefined],
      ["@every 1h30m", undefined],
    ])("a CronJob with the schedule %s", async (schedule, problem) => {
      const { wire, namespace: name } = await suite.namespace();
      const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
      const { status, body } = await wire.post(`/apis/batch/v1/namespaces/${name}/cronjobs`, {
        metadata: { name: "c" },
        spec: { schedule, jobTemplate: { spec: { template } } },
      });
      const message = `CronJob.batch "c" is invalid: spec.schedule: Invalid value: ${JSON.stringify(schedule)}: ${problem ?? ""}`;
      expect([status, body.message]).toEqual(problem === undefined ? [201, undefined] : [422, message]);
    });

    test.each([
      ["batch/v1", "jobs"],
      ["batch/v1", "cronjobs"],
      ["apps/v1", "deployments"],
    ])("an object of %s %s without a name is also rejected for its missing name", async (groupVersion, plural) => {
      const { wire, namespace: name } = await suite.namespace();
      const { status, body } = await wire.post(`/apis/${groupVersion}/namespaces/${name}/${plural}`, { spec: {} });
      expect(status).toBe(422);
      expect(body.message).toContain("metadata.name: Required value: name or generateName is required");
    });

    test("a workload selector that is not a valid label is rejected", async () => {
      const { wire, path, namespace: name } = await suite.namespace();
      const spec = { selector: { "a b": "c" }, template: { metadata: { labels: { "a b": "c" } }, spec: {} } };
      const controller = await wire.post(path("replicationcontrollers"), { metadata: { name: "r" }, spec });
      expect(controller.status).toBe(422);
      const matchExpressions = [{ key: "a b", operator: "Exists" }];
      const odd = {
        ...deployment,
        spec: { ...deployment.spec, selector: { matchLabels: { a: "b" }, matchExpressions } },
      };
      const { status, body } = await wire.post(deployments(name), odd);
      expect(status).toBe(422);
      expect(body.message).toContain("invalid label selector");
    });

    test("users cannot use reserved names and values for PriorityClasses", async () => {
      const { wire } = await suite.namespace();
      const priority = async (name: string, value: number): Promise<unknown> =>
        (await wire.post("/apis/scheduling.k8s.io/v1/priorityclasses?dryRun=All", { metadata: { name }, value })).body
          .message;
      expect(await priority("system-mine", 1)).toMatch(
        /reserved for system use only. error: system-mine is not a known/,
      );
      expect(await priority("mine", 1_000_000_001)).toMatch(
        /value: Forbidden: maximum allowed value of a user defined/,
      );
      expect(await priority("mine", 1_000_000_000)).toBeUndefined();
    });

    test("a Scale has its own columns, and Endpoints have a warning, also on a failure", async () => {
      const { wire, path, namespace: name } = await suite.namespace();
      await wire.post(deployments(name), deployment);
      const table = await wire.get(deployments(name, "/d/scale"), "application/json;as=Table;g=meta.k8s.io;v=v1");
      expect(table.body.columnDefinitions.map((column) => column.name)).toEqual([
        "Name",
        "Desired",
        "Available",
        "Age",
      ]);
      expect(table.body.rows[0]?.cells.slice(0, 3)).toEqual(["d", 1, 0]);
      for (const rest of ["endpoints", "endpoints/none"]) {
        const { headers } = await wire.get(path(rest));
        expect(headers.warning).toMatch(
          /v1 Endpoints is deprecated in v1.33\+; use discovery.k8s.io\/v1 EndpointSlice/,
        );
      }
    });
  });
}
