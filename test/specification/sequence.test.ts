import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { isConditionTrue, labels, Machine } from "@capstan/contract";
import { type Client, Node } from "@capstan/runtime";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { type AnyObject, decoded, type Scene, servers, story } from "@capstan/harness/scenes";
import { PlainMachine } from "./scene/plain-machines.ts";
import { refuseDeletionOfNodes } from "./scene/refused-node-deletion.ts";
import { machine, node, nodeConditions, nodeInfo, object, register, ProviderMix } from "./scene/provider-mix.ts";

const name = "controlplane-0";
const providerID = "plain://i-0";
const command = "echo a user's own command";

/** The steps of one Machine's life. */
describe.each(servers)("a Machine with the kubeadm bootstrapper, step by step, on the %s server", (server) => {
  let world: ProviderMix;
  let scene: Scene;
  let workload: Client;
  let refusal: Awaited<ReturnType<typeof refuseDeletionOfNodes>> | undefined;
  const step = story();

  beforeAll(async () => {
    world = await ProviderMix.start(server);
    scene = await world.cluster();
    workload = await scene.workload("c1");
  });

  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  /** The observed states of the Machine, in order. */
  function seen(): Machine[] {
    return scene.history
      .filter((each) => each.kind === "Machine" && each.name === name && each.type !== "deleted")
      .map((each) => each.object as Machine);
  }

  function infrastructure(): AnyObject & { spec: { providerID?: string } } {
    return scene.find(PlainMachine.kind, name) as AnyObject & { spec: { providerID?: string } };
  }

  async function patchInstance(instance: object): Promise<void> {
    await scene.client.patch(PlainMachine.kind, scene.key(name), { type: "merge", body: { spec: { instance } } });
  }

  async function patchNode(status: object): Promise<void> {
    await workload.patch(Node, { name }, { type: "merge", body: { status } }, { subresource: "status" });
  }

  step("S031: Machine, config and infrastructure object are accepted as they come", async () => {
    await scene.create(machine(name, { controlPlane: true }), object(PlainMachine.kind, name, {}));

    expect(scene.machine(name).spec).toMatchObject({ bootstrap: { configRef: { kind: "KubeadmConfig", name } } });
    expect(scene.machine(name).spec.bootstrap.dataSecretName).toBeUndefined();
  });

  step("S021: without data and without a config it is Pending", async () => {
    await scene.until("Machine Pending", () => scene.machine(name).status?.phase === "Pending");
    await world.management.settled();

    expect(scene.machine(name).status?.phase).toBe("Pending");
    expect(scene.condition(Machine, name, "BootstrapConfigReady")?.status).not.toBe("True");
  });

  step("S005 S036: before there is data the infrastructure provider's code is never called", () => {
    expect(world.plain.callsOf(name, scene.namespace)).toEqual([]);
    expect(infrastructure().spec.providerID).toBeUndefined();
  });

  step(
    "S004 S035: the config is read as soon as it is there; both objects belong to the Machine and name the Cluster",
    async () => {
      await scene.create(
        object(KubeadmConfig.kind, name, {
          joinConfiguration: { nodeRegistration: { name } },
          preKubeadmCommands: [command],
        }),
      );
      const { uid } = scene.machine(name).metadata;

      for (const kind of [KubeadmConfig.kind, PlainMachine.kind]) {
        const owned = await scene.until(`${kind.kind} has an owner`, () => {
          const found = scene.find(kind, name);
          return found?.metadata.ownerReferences === undefined ? undefined : found;
        });
        expect(owned.metadata.ownerReferences).toEqual([
          expect.objectContaining({ kind: "Machine", name, uid, controller: true }),
        ]);
        expect(owned.metadata.labels?.[labels.clusterName]).toBe("c1");
      }
    },
  );

  step("S069: the Machine belongs to the Cluster, and S068: has its finalizer with its first status", () => {
    expect(scene.machine(name).metadata.ownerReferences).toMatchObject([{ kind: "Cluster", name: "c1" }]);
    const first = seen().find(({ status }) => status?.phase !== undefined);
    expect(first?.metadata.finalizers).toEqual(["machine.cluster.x-k8s.io"]);
  });

  step("S038: the data is cloud-config for its role, and S009: for its Kubernetes version", async () => {
    const secret = await scene.until("the bootstrap data Secret", () => scene.findSecret(name));
    const text = decoded(secret, "value");
    const files = (load(text) as { write_files: { path: string; content: string }[] }).write_files;

    expect(text.startsWith("## template: jinja\n#cloud-config")).toBe(true);
    expect(text).toContain("kubeadm join");
    expect(files.find(({ path }) => path.endsWith("kubeadm-join-config.yaml"))?.content).toContain("controlPlane:");
    // the version determines the version of kubeadm's own API, and is in the data of the initializing machine
    expect(text).toContain("kubeadm.k8s.io/v1beta4");
    expect(decoded(scene.secret("first"), "value")).toContain("kubernetesVersion: v1.36.0");
  });

  step(
    "S101: what the user adds is in its field of the config and in the data, and S127: last of all comes the sentinel file",
    () => {
      const { runcmd } = load(decoded(scene.secret(name), "value")) as { runcmd: string[] };

      expect(runcmd[0]).toBe(command);
      expect(runcmd.findIndex((line) => line.includes("kubeadm join"))).toBeGreaterThan(0);
      expect(runcmd.at(-1)).toContain("/run/cluster-api/bootstrap-success.complete");
    },
  );

  step("S039 S126: name of the Secret and flag come in one write, after the Secret", async () => {
    await scene.until(
      "dataSecretName of the KubeadmConfig",
      () => (scene.find(KubeadmConfig.kind, name)?.status as { dataSecretName?: string } | undefined)?.dataSecretName,
    );
    const configs = scene.history.filter((each) => each.kind === "KubeadmConfig" && each.name === name);
    const statuses = configs.map(
      (each) =>
        each.object.status as undefined | { dataSecretName?: string; initialization?: { dataSecretCreated?: boolean } },
    );
    const named = statuses.find((status) => status?.dataSecretName !== undefined);
    expect(named).toMatchObject({ dataSecretName: name, initialization: { dataSecretCreated: true } });
    expect(
      statuses.some(
        (status) => status?.initialization?.dataSecretCreated === true && status.dataSecretName === undefined,
      ),
    ).toBe(false);
    const verbs = world.management
      .requests()
      .filter(
        ({ manager, resource }) => manager === "capstan-bootstrap-kubeadm" && resource.startsWith("kubeadmconfigs"),
      )
      .map(({ verb }) => verb);
    // A list, or its version alone, is requested after a watch that ended early.
    expect([...new Set(verbs)].filter((verb) => verb !== "list").toSorted()).toEqual(["patch", "watch"]);
  });

  step(
    "S040 S041 S022 S071: the config's change brings the data to the Machine, which is then Provisioning",
    async () => {
      await scene.until("Machine Provisioning", () => scene.machine(name).status?.phase === "Provisioning");

      const provisioning = seen().filter(({ status }) => status?.phase === "Provisioning");
      expect(provisioning.every(({ spec }) => spec.bootstrap.dataSecretName === name)).toBe(true);
      // no other write lies between that of the name and that of the phase
      const withName = seen().findIndex(({ spec }) => spec.bootstrap.dataSecretName !== undefined);
      expect(seen()[withName + 1]?.status?.phase ?? seen()[withName]?.status?.phase).toBe("Provisioning");
    },
  );

  step("S013: the flag of the bootstrap side is true exactly when the data is there", () => {
    const created = seen().filter(({ status }) => status?.initialization?.bootstrapDataSecretCreated === true);
    expect(new Set(created.map(({ spec }) => spec.bootstrap.dataSecretName))).toEqual(new Set([name]));
    expect(scene.machine(name).status?.initialization?.bootstrapDataSecretCreated).toBe(true);
  });

  step(
    "S007 S042 S043: the infrastructure provider gets exactly these bytes, by the Machine's change alone",
    async () => {
      const calls = await scene.until("PlainMachine reconciler called", () => {
        const all = world.plain.callsOf(name, scene.namespace);
        return all.length === 0 ? undefined : all;
      });

      expect(calls[0]?.userData).toBe(decoded(scene.secret(name), "value"));
    },
  );

  step("S089 S014 S015: while there is no instance, nothing of it shows on the Machine", async () => {
    const condition = await scene.reports(Machine, name, "InfrastructureReady", "InstanceStarting");

    expect(condition.status).toBe("False");
    expect(scene.machine(name).spec.providerID).toBeUndefined();
    expect(scene.machine(name).status?.initialization?.infrastructureProvisioned).not.toBe(true);
  });

  step("S044: providerID, addresses and flag come from the infrastructure provider", async () => {
    await patchInstance({ id: "i-0", ip: "192.0.2.7" });
    await scene.until("infrastructure Ready", () => isConditionTrue(infrastructure(), "Ready"));

    expect(infrastructure()).toMatchObject({
      spec: { providerID },
      status: { addresses: [{ type: "InternalIP", address: "192.0.2.7" }], initialization: { provisioned: true } },
    });
  });

  step(
    "S045 S046 S023 S014 S015: they show on the Machine, which is Provisioned while its Node is missing",
    async () => {
      await scene.until("Machine Provisioned", () => scene.machine(name).status?.phase === "Provisioned");

      const { spec, status } = scene.machine(name);
      expect(spec.providerID).toBe(providerID);
      expect(status?.initialization?.infrastructureProvisioned).toBe(true);
      expect(status?.nodeRef).toBeUndefined();
      const provisioning = seen().filter(({ status: before }) => before?.phase === "Provisioning");
      const flags = provisioning.map(
        ({ status: before }) => before?.initialization?.infrastructureProvisioned === true,
      );
      expect(new Set(flags)).toEqual(new Set([false]));
    },
  );

  step("S016 S071: the Machine has the addresses, and S072: a later change of them", async () => {
    expect(scene.machine(name).status?.addresses).toEqual([{ type: "InternalIP", address: "192.0.2.7" }]);

    await patchInstance({ id: "i-0", ip: "192.0.2.8" });

    await scene.until("the new address", () => scene.machine(name).status?.addresses?.[0]?.address === "192.0.2.8");
  });

  step("S017: a Node with the providerID is the Machine's, and is not Ready yet", async () => {
    await register(workload, node(name, providerID, false));

    const nodeRef = await scene.until("nodeRef", () => scene.machine(name).status?.nodeRef);
    expect(nodeRef).toEqual({ name });
    expect(scene.machine(name).status?.phase).toBe("Provisioned");
  });

  step("S024 S047: the Node becomes Ready, and within seconds the Machine is Running", async () => {
    await patchNode({ conditions: nodeConditions(true) });
    const since = performance.now();

    await scene.running(name);

    expect(performance.now() - since).toBeLessThan(10_000);
    expect(scene.machine(name).status?.nodeRef).toEqual({ name });
  });

  step("S048: the Node of the workload cluster is Ready and bears the Machine's name", async () => {
    const { metadata, status } = await workload.get(Node, { name });

    expect(status?.conditions?.find(({ type }) => type === "Ready")?.status).toBe("True");
    expect(metadata.annotations).toMatchObject({
      "cluster.x-k8s.io/machine": name,
      "cluster.x-k8s.io/cluster-name": "c1",
      "cluster.x-k8s.io/cluster-namespace": scene.namespace,
    });
  });

  step("S012: the kubelet's version shows on the Machine, and follows an upgrade", async () => {
    await scene.until("v1.36.0", () => scene.machine(name).status?.nodeInfo?.kubeletVersion === "v1.36.0");

    await patchNode({ nodeInfo: nodeInfo("v1.36.1") });

    await scene.until("v1.36.1", () => scene.machine(name).status?.nodeInfo?.kubeletVersion === "v1.36.1");
  });

  step("S070 S019: the phases came in their order, each once, and none has another name", () => {
    expect(scene.phases(name)).toEqual(["Pending", "Provisioning", "Provisioned", "Running"]);
  });

  step("S088: the summaries follow the bootstrap config and the infrastructure object", async () => {
    for (const type of ["BootstrapConfigReady", "InfrastructureReady", "NodeReady", "Ready"]) {
      await scene.until(type, () => scene.condition(Machine, name, type)?.status === "True");
    }
  });

  step(
    "S025 S090 S093: asked to go it is Deleting, its Node cordoned, and stays with its finalizer while its infrastructure does",
    async () => {
      await scene.client.patch(PlainMachine.kind, scene.key(name), {
        type: "merge",
        body: { spec: { staysWhenDeleted: true } },
      });
      await scene.client.delete(Machine, scene.key(name));

      await scene.until("infrastructure has a deletionTimestamp", () => infrastructure().metadata.deletionTimestamp);
      await scene.until("Machine Deleting", () => scene.machine(name).status?.phase === "Deleting");
      await world.management.settled();
      expect(scene.machine(name).metadata.finalizers).toContain("machine.cluster.x-k8s.io");
      expect(infrastructure().metadata.finalizers).toHaveLength(1);
      expect((await workload.get(Node, { name })).spec?.unschedulable).toBe(true);
    },
  );

  step(
    "S026 S092 S094: while its Node cannot be deleted, the Machine stays, without infrastructure, config and Secret: Deleted",
    async () => {
      await scene.client.patch(Machine, scene.key(name), {
        type: "merge",
        body: { spec: { deletion: { nodeDeletionTimeoutSeconds: 0 } } },
      });
      refusal = await refuseDeletionOfNodes(workload, name);
      await scene.client.patch(PlainMachine.kind, scene.key(name), {
        type: "merge",
        body: { spec: { staysWhenDeleted: false } },
      });

      await scene.until("the bootstrap data Secret deleted", () => scene.findSecret(name) === undefined);
      const condition = await scene.until("Deleting reports that the Node was not deleted", () => {
        const found = scene.condition(Machine, name, "Deleting");
        return found?.message.includes(`Error deleting Node ${name}`) === true && found;
      });

      expect(condition.reason).toBe("DeletingNode");
      expect(scene.machine(name).status?.phase).toBe("Deleted");
      for (const kind of [PlainMachine.kind, KubeadmConfig.kind]) expect(scene.find(kind, name)).toBeUndefined();
      expect((await workload.get(Node, { name })).metadata.deletionTimestamp).toBeUndefined();
      expect(scene.machine(name).metadata.finalizers).toContain("machine.cluster.x-k8s.io");
    },
  );

  step("S026 S092: infrastructure, config, Node and Machine have gone, in this order", async () => {
    await refusal?.end();
    await scene.until("Machine deleted", () => scene.find(Machine, name) === undefined);

    const gone = scene.history
      .filter((each) => each.type === "deleted" && each.name === name && each.kind !== "Secret")
      .toSorted((a, b) => Number(a.object.metadata.resourceVersion) - Number(b.object.metadata.resourceVersion));
    expect(gone.map(({ kind }) => kind)).toEqual(["PlainMachine", "KubeadmConfig", "Machine"]);
    expect((await workload.list(Node)).items.map(({ metadata }) => metadata.name)).toEqual(["first"]);
    expect(scene.phases(name).slice(-2)).toEqual(["Deleting", "Deleted"]);
  });
});
