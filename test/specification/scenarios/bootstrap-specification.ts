import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { calculateCRDName, controllerOf, labels, Machine } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { MachinePool } from "@capstan/provider";
import { Secret, requestPath, resourcePath } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { type AnyObject, createPool, decoded, type Scene } from "@capstan/harness/scenes";
import { LegacyConfig } from "../scene/legacy-kinds.ts";
import { PlainMachine } from "../scene/plain-machines.ts";
import { machine, object, type ProviderMix } from "../scene/provider-mix.ts";

const definitions = [KubeadmConfig, ShellConfig];

interface ConfigStatus {
  readonly dataSecretName?: string;
  readonly initialization?: { readonly dataSecretCreated?: boolean };
}

/** The requirements of the bootstrap provider specification for kinds, Secrets and behavior. */
export function describeBootstrapSpecification(world: () => ProviderMix): void {
  function statusOf(scene: Scene, name: string): ConfigStatus | undefined {
    return scene
      .list<AnyObject & { status?: ConfigStatus }>(ShellConfig.kind)
      .find(({ metadata }) => metadata.name === name)?.status;
  }

  /** A Machine with a ShellConfig whose data is available. */
  async function withData(scene: Scene, name: string): Promise<Secret> {
    await scene.create(
      object(ShellConfig.kind, name, { script: "true" }),
      object(PlainMachine.kind, name, {}),
      machine(name, { bootstrap: ShellConfig.kind }),
    );
    return scene.until("bootstrap data Secret created", () => {
      const secret = scene.findSecret(name);
      return statusOf(scene, name)?.initialization?.dataSecretCreated === true ? secret : undefined;
    });
  }

  describe("the bootstrap provider specification: kinds", () => {
    test("S103 S104 S105: the kinds are namespaced, in their group, and from CRDs with the computed name", async () => {
      for (const { kind, templateKind } of definitions) {
        for (const each of [kind, templateKind]) {
          const crd = await world().crd(calculateCRDName(each.group, each.kind));
          expect(crd.spec).toMatchObject({
            group: "bootstrap.cluster.x-k8s.io",
            scope: "Namespaced",
            names: { kind: each.kind },
          });
          const { resources } = (await world().client.request(
            "GET",
            requestPath`/apis/${each.group}/${each.version}`,
          )) as {
            resources: { name: string; namespaced: boolean }[];
          };
          expect(resources).toContainEqual(expect.objectContaining({ name: each.plural, namespaced: true }));
        }
      }
    });

    test("S106 S107 S115: objects and lists have apiVersion, kind and metadata, and configs have a spec", async () => {
      await using scene = await world().scene();
      for (const { kind } of definitions) {
        const spec = kind === ShellConfig.kind ? { script: "true" } : { verbosity: 3 };
        await scene.create(object(kind, "c", spec));
        const path = resourcePath(kind, { namespace: scene.namespace });
        const list = (await scene.client.request("GET", path)) as AnyObject & { items: AnyObject[] };
        expect(list).toMatchObject({ apiVersion: `${kind.group}/${kind.version}`, kind: `${kind.kind}List` });
        expect(list.items).toMatchObject([{ metadata: { name: "c", namespace: scene.namespace }, spec }]);
        const one = (await scene.client.request("GET", requestPath`${path}/c`)) as AnyObject;
        expect(one).toMatchObject({ apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, spec });
      }
    });
  });

  describe("the bootstrap provider specification: the Secret", () => {
    test("S108 S116 S117 S118 S119: it has the config's name, the Cluster's label, a controller, and one key", async () => {
      const scene = await world().cluster();
      const secret = await withData(scene, "s108");

      expect(statusOf(scene, "s108")).toMatchObject({
        dataSecretName: "s108",
        initialization: { dataSecretCreated: true },
      });
      expect(secret.metadata.labels?.[labels.clusterName]).toBe("c1");
      expect(controllerOf(secret)).toMatchObject({
        kind: "ShellConfig",
        name: "s108",
        uid: scene.find(ShellConfig.kind, "s108")?.metadata.uid,
      });
      expect(Object.keys(secret.data ?? {})).toEqual(["value"]);
      expect(secret.type).toBe("cluster.x-k8s.io/secret");
    });

    test("S108: contract v1beta1 reports it in status.ready", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(LegacyConfig.kind, "s108-legacy", { data: "#!/bin/sh\n" }),
        object(PlainMachine.kind, "s108-legacy", {}),
        machine("s108-legacy", { bootstrap: LegacyConfig.kind }),
      );
      await scene.until("dataSecretName", () => scene.machine("s108-legacy").spec.bootstrap.dataSecretName);

      const { status } = scene.find(LegacyConfig.kind, "s108-legacy") ?? {};
      expect(status).toMatchObject({ ready: true, dataSecretName: "s108-legacy" });
      expect(status).not.toHaveProperty("failureReason");
      expect(status).not.toHaveProperty("initialization");
    });

    test("S112 S124 S125: a config with a wiped status finds the same Secret again, and creates no second", async () => {
      const scene = await world().cluster();
      const { metadata, data } = await withData(scene, "s112");

      const body = { status: { dataSecretName: null, initialization: null } };
      await scene.client.patch(ShellConfig.kind, scene.key("s112"), { type: "merge", body }, { subresource: "status" });
      await scene.until("dataSecretName cleared", () =>
        scene.history.some(
          ({ kind, object: seen }) =>
            kind === "ShellConfig" &&
            seen.metadata.name === "s112" &&
            (seen.status as ConfigStatus | undefined)?.dataSecretName === undefined &&
            Number(seen.metadata.resourceVersion) > Number(metadata.resourceVersion),
        ),
      );
      await scene.until("dataSecretName set again", () => statusOf(scene, "s112")?.dataSecretName === "s112");

      const found = scene.secret("s112");
      expect(found.metadata.uid).toBe(metadata.uid);
      expect(found.data).toEqual(data);
      expect(scene.list(Secret).filter((each) => controllerOf(each)?.name === "s112")).toHaveLength(1);
    });
  });

  describe("the bootstrap provider specification: behavior", () => {
    test("S120: a config is reconciled after its creation, change and deletion", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(ShellConfig.kind, "s120", { script: "wait" }),
        object(PlainMachine.kind, "s120", {}),
        machine("s120", { bootstrap: ShellConfig.kind }),
      );
      await scene.reports(ShellConfig.kind, "s120", "DataSecretAvailable", "ScriptNotWritten");
      // Otherwise the reconcile of an earlier event could find the change, too.
      await world().management.settled();

      await scene.client.patch(ShellConfig.kind, scene.key("s120"), {
        type: "merge",
        body: { spec: { script: "true" } },
      });
      await scene.until("dataSecretName of the ShellConfig", () => statusOf(scene, "s120")?.dataSecretName);

      await scene.client.delete(ShellConfig.kind, scene.key("s120"));
      await scene.until("ShellConfig s120 deleted", () => scene.find(ShellConfig.kind, "s120") === undefined);
    });

    test("S121: a config without a Machine as owner gets no Secret and no condition", async () => {
      const scene = await world().cluster();
      const config = object(ShellConfig.kind, "s121", { script: "true" });
      config.metadata.labels = { [labels.clusterName]: "c1" };
      await scene.create(config);
      await world().management.settled();

      expect(scene.findSecret("s121")).toBeUndefined();
      expect(scene.find(ShellConfig.kind, "s121")?.status).toBeUndefined();
      expect(world().shell.callsOf("s121", scene.namespace)).toBe(0);
    });

    test("S123: a config without a Cluster gets no Secret and no condition", async () => {
      await using scene = await world().scene();
      await scene.create(object(PlainMachine.kind, "s123", {}), machine("s123", { bootstrap: ShellConfig.kind }));
      const config = object(ShellConfig.kind, "s123", { script: "true" });
      const { uid = "" } = scene.machine("s123").metadata;
      const owner = { apiVersion: apiVersionOf(Machine), kind: Machine.kind, name: "s123", uid, controller: true };
      config.metadata.ownerReferences = [owner];
      await scene.create(config);
      await scene.until("Machine Pending", () => scene.machine("s123").status?.phase === "Pending");
      await world().management.settled();

      expect(scene.find(ShellConfig.kind, "s123")?.metadata.ownerReferences).toHaveLength(1);
      expect(scene.list(Secret)).toEqual([]);
      expect(scene.find(ShellConfig.kind, "s123")?.status).toBeUndefined();
      expect(world().shell.callsOf("s123", scene.namespace)).toBe(0);
    });

    test("S111: a config of a MachinePool gets data for the pool's version, like that of a Machine", async () => {
      const scene = await world().cluster();
      const pool = await createPool(scene.client, "s111", KubeadmConfig.kind, { namespace: scene.namespace });
      const { uid = "" } = pool.metadata;
      const config = object(KubeadmConfig.kind, "s111", { verbosity: 1 });
      config.metadata.labels = { [labels.clusterName]: "c1" };
      config.metadata.ownerReferences = [
        { apiVersion: apiVersionOf(MachinePool), kind: MachinePool.kind, name: "s111", uid, controller: true },
      ];
      await scene.create(config);

      const secret = await scene.until("Secret s111", () => scene.findSecret("s111"));
      expect(decoded(secret, "value")).toContain("kubeadm join");
      expect(controllerOf(secret)).toMatchObject({ kind: "KubeadmConfig", name: "s111" });
      await scene.until("dataSecretName and dataSecretCreated of the KubeadmConfig", () => {
        const { status } = (scene.find(KubeadmConfig.kind, "s111") ?? {}) as { status?: ConfigStatus };
        return status?.dataSecretName === "s111" && status.initialization?.dataSecretCreated === true;
      });
    });

    test("S133: owners and labels that the core adds later are preserved", async () => {
      const scene = await world().cluster();
      await withData(scene, "s133");
      const owner = {
        apiVersion: "example.com/v1",
        kind: "Backup",
        name: "b",
        uid: "11111111-1111-4111-8111-111111111111",
      };
      const ownerReferences = [...(scene.find(ShellConfig.kind, "s133")?.metadata.ownerReferences ?? []), owner];
      const body = { metadata: { ownerReferences, labels: { [labels.watchFilter]: "later", topology: "x" } } };

      await scene.client.patch(ShellConfig.kind, scene.key("s133"), { type: "merge", body });
      await world().management.settled();

      const { metadata } = await scene.client.get(ShellConfig.kind, scene.key("s133"));
      expect(metadata.labels).toMatchObject({ ...body.metadata.labels, [labels.clusterName]: "c1" });
      expect(metadata.ownerReferences?.map(({ kind }) => kind).toSorted()).toEqual(["Backup", "Machine"]);
      expect(scene.machine("s133").spec.bootstrap.dataSecretName).toBe("s133");
      await scene.client.delete(Machine, scene.key("s133"));
    });
  });
}
