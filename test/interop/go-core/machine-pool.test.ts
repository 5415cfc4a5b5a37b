import path from "node:path";
import { annotations, Cluster, type KubernetesObject, labels, MachinePool } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { defineInfraCluster, type ResourceKind, Type } from "@capstan/provider";
import { defineKind, installCRDs, Secret, systemClock } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GroupCloud } from "../../../examples/infrastructure-autoscaling-group/fake-cloud/group-cloud.ts";
import type { AnyObject, Scene } from "@capstan/harness/scenes";
import { byResource, generateManifests, goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { ProviderProcess } from "./provider-process.ts";
import { summarize } from "./summarize.ts";
import { WorkloadCluster } from "./workload-cluster.ts";

const example = path.resolve(import.meta.dirname, "../../../examples/infrastructure-autoscaling-group");
const GroupMachinePool = defineKind({
  group: "infrastructure.cluster.x-k8s.io",
  version: "v1alpha1",
  kind: "GroupMachinePool",
  plural: "groupmachinepools",
  namespaced: true,
});
/** The user creates it manually, and reports that it exists. */
const HandmadeCluster = defineInfraCluster({
  kind: "HandmadeCluster",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});
const userData = "#!/bin/sh\necho boot\n";

/** A cloud whose instances join the workload cluster while they run, each with its own name. */
async function startCloud(workload: WorkloadCluster, namespace: () => string) {
  const cloud = await GroupCloud.start({ clock: systemClock, startMs: 500, deleteMs: 500 });
  const failures: unknown[] = [];
  cloud.onCreated = ({ id, runningAt }) => {
    const providerID = `group://${namespace()}.workers/${id}`;
    const joining = systemClock.sleep(runningAt - systemClock.now()).then(() => workload.join(id, providerID));
    joining.catch((error: unknown) => failures.push(error));
  };
  return { cloud, failures };
}

describe.runIf(goCoreAvailable)("the example pool provider under the Go core, with its generated role", () => {
  let management: GoManagementCluster;
  beforeAll(async () => {
    management = await GoManagementCluster.start({ withBodies: true });
  });
  afterAll(() => management[Symbol.asyncDispose]());

  test("a MachinePool of 3 reaches Running, scales, follows the cloud, and is deleted completely", async () => {
    await using closing = new AsyncDisposableStack();
    const scene = closing.use(await management.scene([Cluster, MachinePool, Secret]));
    const workload = closing.use(await WorkloadCluster.start());
    const { cloud, failures } = await startCloud(workload, () => scene.namespace);
    closing.use(cloud);
    const manifests = await generateManifests(path.join(example, "src/api/definitions.ts"), "autoscaling-group");
    const provider = await management.install(manifests);
    const running = closing.use(new ProviderProcess(path.join(example, "src/main.ts"), provider));
    const reached = (what: string, fact: () => boolean) =>
      scene.until(what, fact).catch((error: unknown) => {
        const pool = JSON.stringify(poolIn(scene));
        throw new Error(`${String(error)}\n${failures.join("\n")}\n${pool}\n${running.output}`, { cause: error });
      });
    const patchPool = (body: object) =>
      management.client.patch(MachinePool, scene.key("workers"), { type: "merge", body });
    const group = `${scene.namespace}.workers`;
    const isListed = (count: number) => {
      const ids = cloud.instances(group).map(({ id }) => `group://${group}/${id}`);
      const { spec, status } = poolIn(scene) ?? {};
      const listed = (spec?.providerIDList ?? []).toSorted().join() === ids.toSorted().join();
      return ids.length === count && listed && status?.replicas === count && spec?.replicas === count;
    };

    // given a Cluster, a user's bootstrap data, and a pool of three
    await scene.create(workload.kubeconfigSecret("c1"), bootstrapSecret());
    await createAll(management, scene, cloud.url);
    await reached("three machines listed", () => isListed(3));
    await reached("three Nodes found", () => poolIn(scene)?.status?.nodeRefs?.length === 3);
    expect(phaseOf(poolIn(scene))).toBe("Running");
    expect(cloud.instances(group).map((instance) => instance.userData)).toEqual(Array(3).fill(userData));

    // when the MachinePool is scaled
    await patchPool({ spec: { replicas: 1 } });
    await reached("one machine listed", () => isListed(1));
    await reached("one Node left", () => poolIn(scene)?.status?.nodeRefs?.length === 1);
    expect(await workload.nodeNames()).toEqual(cloud.instances(group).map(({ id }) => id));

    // and when the cloud scales it, as the annotation permits
    await patchPool({ metadata: { annotations: { [annotations.replicasManagedBy]: "cloud" } } });
    cloud.scale(group, 2);
    await reached("the MachinePool follows the cloud", () => isListed(2));
    await patchPool({ spec: { replicas: 5 } });
    await reached("the user's wish seen", () => scene.history.some((seen) => replicasIn(seen.object) === 5));
    await reached("the MachinePool follows the cloud again", () => isListed(2));

    // then nothing remains once the pool is deleted, and no request was forbidden
    await management.client.delete(MachinePool, scene.key("workers"));
    await reached("the pool gone", () => scene.list(MachinePool).length === 0);
    expect(cloud.groupNames).toEqual([]);
    const left = await management.client.list(GroupMachinePool, { namespace: scene.namespace });
    expect(left.items).toEqual([]);
    expect(failures).toEqual([]);
    await management.client.delete(Cluster, scene.key("c1"));
    await reached("the Cluster gone", () => scene.list(Cluster).length === 0);
    const users = [provider.user, management.core.user];
    summarize("A MachinePool under the Go core", [
      `writes of the provider: ${byResource(management.writesOf(provider.user))}`,
      `403s: ${users.map((user) => management.refusalsOf(user) || "none").join(", ")}`,
    ]);
    for (const user of users) expect(management.refusalsOf(user), user).toBe("");
    expect(management.unchangedBy(provider.user), "written without a change").toEqual([]);
  });
});

function bootstrapSecret(): Secret {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "workers-data", labels: { [labels.clusterName]: "c1" } },
    data: { value: Buffer.from(userData).toString("base64") },
  };
}

async function createAll({ client }: GoManagementCluster, { namespace }: Scene, cloudURL: string): Promise<void> {
  const create = (kind: ResourceKind, name: string, spec: object) =>
    client.create<KubernetesObject>(kind, {
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: { name, namespace },
      ...{ spec },
    });
  await installCRDs(client, HandmadeCluster.crds, { timeoutMs: 120_000 });
  const key = { name: "c1", namespace };
  const body = { status: { initialization: { provisioned: true } } };
  await create(HandmadeCluster.kind, "c1", { controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 } });
  await client.patch<KubernetesObject>(HandmadeCluster.kind, key, { type: "merge", body }, { subresource: "status" });
  const { group: apiGroup, kind: handmade } = HandmadeCluster.kind;
  await create(Cluster, "c1", { infrastructureRef: { apiGroup, kind: handmade, name: "c1" } });
  await create(GroupMachinePool, "workers", { cloudURL });
  const infrastructureRef = { apiGroup: GroupMachinePool.group, kind: GroupMachinePool.kind, name: "workers" };
  const bootstrap = { dataSecretName: "workers-data" };
  await create(MachinePool, "workers", {
    clusterName: "c1",
    replicas: 3,
    template: { spec: { clusterName: "c1", version: "v1.36.0", bootstrap, infrastructureRef } },
  });
}

function poolIn(scene: Scene): MachinePool | undefined {
  return scene.list(MachinePool).find(({ metadata }) => metadata.name === "workers");
}

function replicasIn({ kind, spec }: AnyObject): unknown {
  return kind === MachinePool.kind ? (spec as MachinePool["spec"]).replicas : undefined;
}

function phaseOf(pool: MachinePool | undefined): unknown {
  return (pool?.status as { readonly phase?: string } | undefined)?.phase;
}
