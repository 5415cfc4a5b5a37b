import { Cluster, Machine } from "@capstan/contract";
import { story } from "@capstan/harness/scenes";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { PageReader } from "./page-reader.ts";
import { startScene, type PageScene } from "./page-scene.ts";

const worker = "Machine.cluster.x-k8s.io/default/quickstart-worker-0";
const cluster = "Cluster.cluster.x-k8s.io/default/quickstart";
const key = { namespace: "default", name: "quickstart-worker-0" };

describe("the page of a Cluster", () => {
  const step = story();
  let scene: PageScene;

  beforeAll(async () => {
    scene = await startScene({ controlPlanes: 1, workers: 1 });
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
  });

  step("shows its objects as a tree, and follows them until all Machines are Running", async () => {
    const { reader } = scene;
    await reader.until(({ rows }) => {
      const machines = rows.filter(({ kind }) => kind === "Machine");
      return machines.length === 2 && machines.every(({ phase, tone }) => phase === "Running" && tone === "good");
    });
    const rows = reader.rows();
    expect([...rows.values()].map(({ id, parent, role }) => ({ id, parent, role }))).toEqual(
      expect.arrayContaining([
        { id: cluster, parent: undefined, role: undefined },
        {
          id: "MockCluster.infrastructure.cluster.x-k8s.io/default/quickstart",
          parent: cluster,
          role: "infrastructure",
        },
        { id: worker, parent: cluster, role: undefined },
        {
          id: "KubeadmConfig.bootstrap.cluster.x-k8s.io/default/quickstart-worker-0",
          parent: worker,
          role: "bootstrap",
        },
        {
          id: "MockMachine.infrastructure.cluster.x-k8s.io/default/quickstart-worker-0",
          parent: worker,
          role: "infrastructure",
        },
      ]),
    );
    expect(rows.size).toBe(8);
  });

  step("knows when a Machine came into each phase, and a page that is opened later has it all", async () => {
    const phases = scene.reader.row("Machine", "quickstart-worker-0")?.phases ?? [];
    expect(phases.map(({ phase }) => phase)).toEqual(
      ["Pending", "Provisioning", "Provisioned", "Running"].filter((phase) =>
        phases.some((change) => change.phase === phase),
      ),
    );
    expect(phases.at(-1)?.phase).toBe("Running");
    expect(phases.map(({ at }) => at)).toEqual(phases.map(({ at }) => at).toSorted());
    await using later = await PageReader.open(scene.url);
    expect(later.row("Machine", "quickstart-worker-0")?.phases).toEqual(phases);
    expect([...later.rows().keys()].sort()).toEqual([...scene.reader.rows().keys()].sort());
  });

  step("says of one object which manager has each field, and what happened to it", async () => {
    const details = await scene.reader.details(worker);
    const lines = new Map(details.yaml.map(({ text, managers }) => [text.trim(), managers]));
    expect(details).toMatchObject({ id: worker, apiVersion: "cluster.x-k8s.io/v1beta2" });
    expect(lines.get("clusterName: quickstart")).toEqual(["page-test"]);
    expect(lines.get("phase: Running")).toEqual(["capstan-core"]);
    expect([...lines.keys()].some((text) => text.startsWith("managedFields"))).toBe(false);
    const ready = details.conditions.find(({ type }) => type === "Ready");
    expect(ready).toMatchObject({ status: "True", tone: "good" });
    expect(details.conditions.find(({ type }) => type === "Deleting")).toMatchObject({ status: "False", tone: "good" });
  });

  step("shows nothing else that the server has: no Secret, and no kind that is not in the tree", async () => {
    for (const id of ["Secret/default/quickstart-kubeconfig", "ConfigMap/default/x", "Secret", ""]) {
      const response = await scene.reader.get(`/api/object?id=${encodeURIComponent(id)}`);
      expect(response.status).toBe(404);
    }
    expect(JSON.stringify(scene.reader.updates)).not.toContain("PRIVATE KEY");
  });

  step("pauses and resumes a Machine, and a Cluster with all that is in it", async () => {
    const { reader, client } = scene;
    expect(await reader.act({ type: "pause", id: worker })).toEqual({ status: 204 });
    await reader.until(({ rows }) => rows.find(({ id }) => id === worker)?.tone === "paused");
    expect(await reader.act({ type: "resume", id: worker })).toEqual({ status: 204 });
    await reader.until(({ rows }) => rows.find(({ id }) => id === worker)?.tone === "good");
    expect(await reader.act({ type: "pause", id: cluster })).toEqual({ status: 204 });
    expect((await client.get(Cluster, { namespace: "default", name: "quickstart" })).spec.paused).toBe(true);
    await reader.until(({ rows }) => rows.find(({ id }) => id === cluster)?.paused);
    expect(await reader.act({ type: "resume", id: cluster })).toEqual({ status: 204 });
    await reader.until(({ rows }) => rows.find(({ id }) => id === cluster)?.paused === false);
  });

  step("saves an edit, unless the object has changed since or the edit is of another object", async () => {
    const { reader, client } = scene;
    const before = await reader.details(worker);
    const yaml = before.yaml.map(({ text }) => text).join("\n");
    const edit = (text: string) =>
      reader.act({ type: "replace", id: worker, yaml: text, resourceVersion: before.resourceVersion });
    const labeled = yaml.replace("  labels:\n", "  labels:\n    edited: here\n");
    expect(labeled).not.toBe(yaml);
    expect(await edit(yaml.replace("name: quickstart-worker-0", "name: other"))).toMatchObject({ status: 422 });
    expect(await edit("kind: [")).toMatchObject({ status: 400, message: expect.stringContaining("line 1") as string });
    expect(await edit(yaml.replace("clusterName: quickstart", "clusterName: 5"))).toMatchObject({
      status: 422,
      message: expect.stringContaining("spec.clusterName") as string,
    });
    expect(await edit(labeled)).toEqual({ status: 204 });
    expect((await client.get(Machine, key)).metadata.labels).toMatchObject({ edited: "here" });
    expect(await edit(labeled)).toMatchObject({ status: 409 });
    const after = await reader.details(worker);
    expect(after.yaml.find(({ text }) => text.includes("edited: here"))?.managers).toEqual(["capstan-page"]);
  });

  step("lets writes fail, counts them, and ends that", async () => {
    const { reader } = scene;
    const { offeredFaults } = await reader.until((state) => state);
    expect(offeredFaults.map(({ type }) => type)).toEqual([
      ...["api-errors", "slow-api", "lost-answers", "watches-break", "machine-lost"],
    ]);
    expect(await reader.act({ type: "inject-fault", fault: "api-errors" })).toEqual({ status: 204 });
    const id = await reader.until(({ faults }) => faults[0]?.id);
    expect(await reader.act({ type: "pause", id: worker })).toEqual({ status: 204 });
    await reader.until(({ faults }) => (faults[0]?.happened ?? 0) > 0);
    expect(await reader.act({ type: "end-fault", id })).toEqual({ status: 204 });
    expect(await reader.act({ type: "resume", id: worker })).toEqual({ status: 204 });
    await reader.until(
      ({ faults, rows }) => faults.length === 0 && rows.find((row) => row.id === worker)?.tone === "good",
    );
    expect(await reader.act({ type: "end-fault", id })).toMatchObject({ status: 404 });
    expect(await reader.act({ type: "inject-fault", fault: "fire" })).toMatchObject({ status: 404 });
  });

  step("loses the server of a Machine, whose provider reports it and makes no second one", async () => {
    const { reader } = scene;
    expect(await reader.act({ type: "inject-fault", fault: "machine-lost" })).toMatchObject({ status: 400 });
    expect(await reader.act({ type: "inject-fault", fault: "machine-lost", id: cluster })).toMatchObject({
      status: 422,
    });
    expect(await reader.act({ type: "inject-fault", fault: "machine-lost", id: worker })).toEqual({ status: 204 });
    const lost = await reader.until(({ rows }) =>
      rows.find(({ kind, name, tone }) => kind === "MockMachine" && name === key.name && tone === "bad"),
    );
    expect(lost.says).toMatch(/InstanceLost: .*no longer exists/);
    const again = await reader.act({ type: "inject-fault", fault: "machine-lost", id: worker });
    expect(again).toMatchObject({ status: 422, message: expect.stringContaining("no cloud here") as string });
  });

  step("deletes a Machine, and its rows go with it", async () => {
    const { reader } = scene;
    expect(await reader.act({ type: "delete", id: worker })).toEqual({ status: 204 });
    await reader.until(({ rows }) => !rows.some(({ name }) => name === key.name));
    expect(await reader.act({ type: "delete", id: worker })).toMatchObject({ status: 404 });
  });
});
