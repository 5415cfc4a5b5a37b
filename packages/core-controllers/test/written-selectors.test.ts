import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { coreCRDs, Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { areOwnCRDs, flowServers } from "@capstan/harness/servers";
import { labelSelectorText } from "@capstan/kube";
import { ApiError } from "@capstan/runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { effectiveMachineSet } from "../src/controllers/machine-set/effective-machine-set.ts";
import { WrittenSelectors } from "../src/replicas/written-selectors.ts";
import { namespace, type PlayedProviders } from "./scene/played-providers.ts";
import { key, machineDeployment, machines, machineSet, worldWithTemplates } from "./scene/sets.ts";

const clusterLabel = { "cluster.x-k8s.io/cluster-name": "c1" };
const selected = (name: string) => ({ "cluster.x-k8s.io/deployment-name": name, ...clusterLabel });
const selectedBySet = (name: string) => ({ "cluster.x-k8s.io/set-name": name, ...clusterLabel });

/** Server-side apply without force, as by GitOps tools. */
async function apply(world: PlayedProviders, fieldManager: string, deployment: object): Promise<MachineDeployment> {
  return world.client.patch(MachineDeployment, key("d"), { type: "apply", body: deployment, fieldManager });
}

/** Returns a function that applies a manifest with kubectl, and resolves with its output. */
function applying(kubeconfig: string, manifest: object): () => Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "capstan-kubectl-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const [config, file] = [path.join(folder, "kubeconfig"), path.join(folder, "manifest.json")];
  writeFileSync(config, kubeconfig, { mode: 0o600 });
  writeFileSync(file, JSON.stringify(manifest));
  const kubectl = path.join(process.env.KUBEBUILDER_ASSETS ?? "", "kubectl");
  const options = [`--kubeconfig=${config}`, `--cache-dir=${folder}`];
  return async () => (await promisify(execFile)(kubectl, [...options, "apply", "-f", file])).stdout;
}

/** The CRDs of the core with atomic selectors, as Cluster API's. */
const atomicCRDs = JSON.parse(JSON.stringify(coreCRDs).replaceAll('"granular"', '"atomic"')) as typeof coreCRDs;

describe.runIf(areOwnCRDs).each(flowServers)("an empty selector, on the %s server", (server) => {
  test("gets the labels that select the Machines of this set alone, as the cluster autoscaler lists them", async () => {
    await using world = await worldWithTemplates({ server });
    for (const name of ["d1", "d2"]) {
      await world.client.create(MachineDeployment, machineDeployment(name, { replicas: 2 }));
    }
    await world.client.create(MachineSet, machineSet("s", { replicas: 1 }));
    await world.createMachine("cp", { controlPlane: true });
    await world.settled();
    expect(await machines(world)).toHaveLength(6);
    const listed = async ({ spec: { selector } }: MachineDeployment | MachineSet) =>
      (await world.client.list(Machine, { namespace, labelSelector: labelSelectorText(selector) })).items.length;
    for (const name of ["d1", "d2"]) {
      const deployment = await world.client.get(MachineDeployment, key(name));
      expect(deployment.spec.selector).toEqual({ matchLabels: selected(name) });
      expect(deployment.spec.template.metadata?.labels).toEqual(selected(name));
      expect(await listed(deployment)).toBe(2);
    }
    const set = await world.client.get(MachineSet, key("s"));
    expect(set.spec.selector).toEqual({ matchLabels: selectedBySet("s") });
    expect(await listed(set)).toBe(1);
  });

  test.each([[{}], [{ matchLabels: {} }]])(
    "that two field managers apply as %j ten times causes no conflict and no generation",
    async (selector) => {
      await using world = await worldWithTemplates({ server });
      const body = { ...machineDeployment("d", { replicas: 1 }) };
      const applied = { ...body, spec: { ...body.spec, selector } };
      await apply(world, "one", applied);
      await world.settled();
      const { metadata } = await world.client.get(MachineDeployment, key("d"));
      expect(metadata.generation).toBe(2);
      for (let time = 0; time < 10; time += 1) {
        const { spec, ...after } = await apply(world, time % 2 === 0 ? "two" : "one", applied);
        expect(spec.selector).toEqual({ matchLabels: selected("d") });
        expect(after.metadata.generation).toBe(2);
      }
      // when one of them sets a selector of its own
      const own = { matchLabels: { pool: "d" } };
      const template = { ...body.spec.template, metadata: { labels: { pool: "d" } } };
      await apply(world, "one", { ...body, spec: { ...body.spec, selector: own, template } });
      await world.settled();
      const { spec } = await world.client.get(MachineDeployment, key("d"));
      expect(spec.selector).toEqual({ matchLabels: { pool: "d", ...selected("d") } });
    },
  );

  test.runIf((process.env.KUBEBUILDER_ASSETS ?? "") !== "")(
    "that kubectl applies from the client again causes no generation",
    async () => {
      await using world = await worldWithTemplates({ server });
      const kubectlApply = applying(world.kubeconfig, machineDeployment("d", { replicas: 1 }));
      expect(await kubectlApply()).toContain("created");
      await world.settled();
      for (let time = 0; time < 2; time += 1) expect(await kubectlApply()).toContain("unchanged");
      const { metadata, spec } = await world.client.get(MachineDeployment, key("d"));
      expect([metadata.generation, spec.selector]).toEqual([2, { matchLabels: selected("d") }]);
    },
  );

  test("that a client replaces is written again", async () => {
    await using world = await worldWithTemplates({ server });
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 1 }));
    await world.settled();
    const { metadata } = await world.client.get(MachineDeployment, key("d"));
    const { resourceVersion = "" } = metadata;
    const replaced = machineDeployment("d", { replicas: 1 });
    await world.client.replace(MachineDeployment, { ...replaced, metadata: { ...metadata, resourceVersion } });
    await world.settled();
    expect((await world.client.get(MachineDeployment, key("d"))).spec.selector).toEqual({ matchLabels: selected("d") });
    expect(await machines(world)).toHaveLength(1);
  });

  test("stays as applied where the installed CRD has an atomic selector", async () => {
    await using world = await worldWithTemplates({ server, coreCRDs: atomicCRDs });
    const deployment = machineDeployment("d", { replicas: 1 });
    await apply(world, "one", deployment);
    await world.settled();
    for (const manager of ["two", "one"]) await apply(world, manager, deployment);
    await world.settled();
    const { metadata, spec } = await world.client.get(MachineDeployment, key("d"));
    expect([metadata.generation, spec.selector]).toEqual([1, {}]);
    expect(await machines(world)).toHaveLength(1);
  });
});

describe("whether a selector may be written", () => {
  test.each([
    [403, {}],
    [404, {}],
  ])("is denied where the answer for the CRD is %d", async (status, expected) => {
    const { written } = answered(() => Promise.reject(new ApiError("no", { status, reason: "Refused" })));
    expect((await written()).spec.selector).toEqual(expected);
  });

  test("is asked again after any other error, and once for each generation of the CRD", async () => {
    const crd = coreCRDs.find(({ spec }) => spec.names.kind === "MachineSet");
    let asked = 0;
    const answers = answered(() => {
      asked += 1;
      return asked === 1
        ? Promise.reject(new ApiError("later", { status: 500, reason: "InternalError" }))
        : Promise.resolve(crd);
    });
    await expect(answers.written()).rejects.toThrow("later");
    expect((await answers.written()).spec.selector).toEqual({ matchLabels: selectedBySet("s") });
    await answers.written();
    expect(asked).toBe(2);
    answers.generation = 2;
    await answers.written();
    expect(asked).toBe(3);
  });
});

/** The set "s" with its selector, for a client that answers reads of CRDs in this way. */
function answered(get: () => Promise<unknown>) {
  const state = { generation: 1 };
  const informer = () => ({ get: () => ({ metadata: { generation: state.generation } }) });
  const selectors = new WrittenSelectors({ get } as never, { informer } as never);
  const { signal } = new AbortController();
  const written = () => selectors.in(MachineSet, machineSet("s"), effectiveMachineSet, signal);
  return Object.assign(state, { written });
}
