import { execFile } from "node:child_process";
import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Machine } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { Node } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { dataSecret, decoded, type Scene } from "@capstan/harness/scenes";
import { LegacyConfig, LegacyMachine } from "../scene/legacy-kinds.ts";
import { PlainMachine } from "../scene/plain-machines.ts";
import { machine, node, object, register, type ProviderMix } from "../scene/provider-mix.ts";

const hook = "pre-drain.delete.hook.machine.cluster.x-k8s.io/backup";

/** Registers its Node, like the instance's kubelet. */
async function joins(scene: Scene, name: string): Promise<void> {
  const providerID = await scene.until("providerID", () => scene.machine(name).spec.providerID);
  await register(await scene.workload("c1"), node(name, providerID, true));
}

/** Providers of several kinds alongside each other, and the freedom of their authors. */
export function describeProviders(world: () => ProviderMix): void {
  describe("several providers in one Cluster", () => {
    test("S016 S057 S058 S059 S061: kubeadm on two infrastructures and shell scripts on one reach Running", async () => {
      const scene = await world().cluster();
      await using folder = await mkdtempDisposable(path.join(tmpdir(), "instance-"));
      const marker = path.join(folder.path, "ran-at-first-boot");
      await scene.create(
        object(KubeadmConfig.kind, "kubeadm-mock", { verbosity: 1 }),
        object(MockMachine.kind, "kubeadm-mock", {}),
        machine("kubeadm-mock", { infrastructure: MockMachine.kind }),
        object(KubeadmConfig.kind, "kubeadm-plain", { verbosity: 1 }),
        object(PlainMachine.kind, "kubeadm-plain", { instance: { id: "i-1" } }),
        machine("kubeadm-plain"),
        object(ShellConfig.kind, "shell-plain", { script: `touch ${marker}` }),
        object(PlainMachine.kind, "shell-plain", { instance: { id: "i-2" } }),
        machine("shell-plain", { bootstrap: ShellConfig.kind }),
      );
      await joins(scene, "kubeadm-plain");
      await joins(scene, "shell-plain");

      await scene.running("kubeadm-mock", "kubeadm-plain", "shell-plain");

      const [kubeadm, shell] = ["kubeadm-plain", "shell-plain"].map(
        (name) => world().plain.callsOf(name, scene.namespace)[0]?.userData,
      );
      expect(kubeadm).toContain("#cloud-config");
      expect(shell).toMatch(/^#!\/bin\/sh/);
      // runs the data like an instance at its first boot; the folder of the sentinel is redirected for the test
      const here = (shell ?? "").replaceAll("/run/cluster-api", path.join(folder.path, "run"));
      await promisify(execFile)("sh", ["-c", here]);
      expect(await readdir(folder.path)).toEqual(["ran-at-first-boot", "run"]);
      // a provider may omit addresses
      expect(scene.machine("shell-plain").status?.addresses ?? []).toEqual([]);
    });

    test("S056: controllers alone move a Machine from Pending to its deletion", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(KubeadmConfig.kind, "s056", { verbosity: 1 }),
        object(MockMachine.kind, "s056", {}),
        machine("s056", { infrastructure: MockMachine.kind }),
      );
      await scene.running("s056");
      await scene.client.delete(Machine, scene.key("s056"));
      await scene.until("Machine s056 deleted", () => scene.find(Machine, "s056") === undefined);

      const phases = scene.phases("s056");
      expect(phases.slice(0, 4)).toEqual(["Pending", "Provisioning", "Provisioned", "Running"]);
      expect(phases.at(-1)).toBe("Deleting");
      for (const kind of [KubeadmConfig.kind, MockMachine.kind]) expect(scene.find(kind, "s056")).toBeUndefined();
    });

    test("S009: a Machine without a version gets no data, and reports the missing field", async () => {
      const scene = await world().cluster();
      const unversioned = machine("s009");
      delete unversioned.spec.version;
      await scene.create(
        object(KubeadmConfig.kind, "s009", { verbosity: 1 }),
        object(PlainMachine.kind, "s009", {}),
        unversioned,
      );

      const condition = await scene.until("BootstrapConfigReady names spec.version", () => {
        const found = scene.condition(Machine, "s009", "BootstrapConfigReady");
        return found?.message.includes("spec.version") === true ? found : undefined;
      });
      expect(condition.status).toBe("False");
      expect(scene.findSecret("s009")).toBeUndefined();
    });

    test("S129: a worker's Node registers with the taint, and loses it once labeled; control planes have none", async () => {
      const scene = await world().cluster();
      const taintIn = (name: string) =>
        decoded(scene.secret(name), "value").includes("node.cluster.x-k8s.io/uninitialized");
      await scene.create(
        object(KubeadmConfig.kind, "tainted", { verbosity: 1 }),
        object(PlainMachine.kind, "tainted", {}),
        machine("tainted"),
      );
      await scene.until("bootstrap data Secret of tainted", () => scene.findSecret("tainted"));
      expect(taintIn("tainted")).toBe(true);
      expect(taintIn("first")).toBe(false);
      await scene.create(
        object(PlainMachine.kind, "w", { instance: { id: "i-3" } }),
        machine("w", { dataSecretName: "" }),
      );
      const providerID = await scene.until("providerID", () => scene.machine("w").spec.providerID);
      const workload = await scene.workload("c1");
      const tainted = node("w", providerID, true);
      const taints = [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }];
      await register(workload, { ...tainted, spec: { ...tainted.spec, taints } });

      await scene.running("w");

      await expect.poll(async () => (await workload.get(Node, { name: "w" })).spec?.taints ?? []).toEqual([]);
    });
  });

  describe("a provider author's options", () => {
    test("S053: provisioning in a child process", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(PlainMachine.kind, "s053", { command: [process.execPath, "-p", "'by-child-process'"] }),
        machine("s053", { dataSecretName: "" }),
      );

      await scene.until(
        "providerID written",
        () => scene.machine("s053").spec.providerID === "plain://by-child-process",
      );
    });

    test("S054: provisioning by an external system that sends an event", async () => {
      const scene = await world().cluster();
      await scene.create(object(PlainMachine.kind, "s054", {}), machine("s054", { dataSecretName: "" }));
      await scene.reports(Machine, "s054", "InfrastructureReady", "InstanceStarting");
      await world().management.settled();
      const calls = world().plain.callsOf("s054", scene.namespace).length;

      world().plain.startedElsewhere("s054", scene.namespace, "from-the-queue");

      await scene.until("providerID written", () => scene.machine("s054").spec.providerID === "plain://from-the-queue");
      expect(world().plain.callsOf("s054", scene.namespace).length).toBeGreaterThan(calls);
    });

    test("S018 S027: a fatal error appears on the Machine with kind and name; it is Failed until its deletion", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(LegacyMachine.kind, "s018", { fault: "there is no such zone" }),
        machine("s018", { dataSecretName: "", infrastructure: LegacyMachine.kind }),
      );

      await scene.until("Machine Failed", () => scene.machine("s018").status?.phase === "Failed");
      const { failureReason, failureMessage } = scene.machine("s018").status?.deprecated?.v1beta1 ?? {};
      expect(failureReason).toBe("InvalidConfiguration");
      expect(failureMessage).toContain("LegacyMachine");
      expect(failureMessage).toContain("there is no such zone");
      await scene.client.delete(Machine, scene.key("s018"));
      await scene.until("Machine s018 deleted", () => scene.find(Machine, "s018") === undefined);
      const phases = scene.phases("s018");
      expect(phases.slice(phases.indexOf("Failed"))).toEqual(["Failed", "Deleting"]);
    });

    test("S110: a reported failure of contract v1beta1 persists after its cause is fixed; a new Machine works", async () => {
      const scene = await world().cluster();
      const objects = (fault?: string) => [
        object(LegacyMachine.kind, "s110", fault === undefined ? {} : { fault }),
        machine("s110", { dataSecretName: "", infrastructure: LegacyMachine.kind }),
      ];
      await scene.create(...objects("no capacity"));
      await scene.until("Machine Failed", () => scene.machine("s110").status?.phase === "Failed");

      await scene.client.patch(LegacyMachine.kind, scene.key("s110"), {
        type: "merge",
        body: { spec: { fault: null } },
      });
      await world().management.settled();
      expect(scene.machine("s110").status?.phase).toBe("Failed");
      expect(scene.machine("s110").spec.providerID).toBeUndefined();

      await scene.client.delete(Machine, scene.key("s110"));
      await scene.until("Machine s110 deleted", () => scene.find(Machine, "s110") === undefined);
      await scene.create(...objects());
      await scene.until("Machine Provisioned", () => scene.machine("s110").status?.phase === "Provisioned");
    });

    test("S122 S109 S018: a failed v1beta1 config reports its error, and ignores changes of its Machine", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(LegacyConfig.kind, "s122", {}),
        object(PlainMachine.kind, "s122", {}),
        machine("s122", { bootstrap: LegacyConfig.kind }),
      );
      await scene.until("Machine Failed", () => scene.machine("s122").status?.phase === "Failed");
      const failure = { failureReason: "InvalidConfiguration", failureMessage: "there is no such image" };
      expect(scene.find(LegacyConfig.kind, "s122")?.status).toMatchObject(failure);
      const reported = scene.machine("s122").status?.deprecated?.v1beta1;
      expect(reported?.failureReason).toBe(failure.failureReason);
      expect(reported?.failureMessage).toMatch(/LegacyConfig.*there is no such image/);
      await world().management.settled();
      const calls = world().legacy.callsOf("s122", scene.namespace);

      const body = { metadata: { annotations: { touched: "yes" } } };
      await scene.client.patch(Machine, scene.key("s122"), { type: "merge", body });
      await world().management.settled();

      expect(world().legacy.callsOf("s122", scene.namespace)).toBe(calls);
    });

    test("S050 S088: the Machine alone shows the missing precondition, and the provider's error", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(ShellConfig.kind, "s050", { script: "wait" }),
        object(PlainMachine.kind, "s050", { fault: "out of quota" }),
        machine("s050", { bootstrap: ShellConfig.kind }),
      );
      const waiting = await scene.reports(Machine, "s050", "BootstrapConfigReady", "ScriptNotWritten");
      expect(waiting.status).toBe("False");

      await scene.client.patch(ShellConfig.kind, scene.key("s050"), {
        type: "merge",
        body: { spec: { script: "true" } },
      });

      const failed = await scene.reports(Machine, "s050", "InfrastructureReady", "CloudRefused");
      expect(failed.message).toContain("out of quota");
      const summary = await scene.until("Ready names the exceeded quota", () => {
        const ready = scene.condition(Machine, "s050", "Ready");
        return ready?.message.includes("out of quota") === true ? ready : undefined;
      });
      expect(summary.status).toBe("False");
    });

    test("S064: a hook on the Machine delays its deletion, and no provider removes it", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(PlainMachine.kind, "s064", { instance: { id: "i-4" } }),
        machine("s064", { dataSecretName: "", annotations: { [hook]: "operator" } }),
      );
      await joins(scene, "s064");
      await scene.running("s064");
      await scene.client.delete(Machine, scene.key("s064"));
      await scene.until(
        "Deleting waits for the pre-drain hook",
        () => scene.condition(Machine, "s064", "Deleting")?.reason === "WaitingForPreDrainHook",
      );
      await world().management.settled();

      expect(scene.machine("s064").metadata.annotations?.[hook]).toBe("operator");
      expect(scene.find(PlainMachine.kind, "s064")?.metadata.deletionTimestamp).toBeUndefined();
      await scene.client.patch(Machine, scene.key("s064"), {
        type: "merge",
        body: { metadata: { annotations: { [hook]: null } } },
      });
      await scene.until("Machine s064 deleted", () => scene.find(Machine, "s064") === undefined);
    });
  });
}

/** Stops the bootstrap providers, so it comes last. */
export function describeWithoutBootstrapProviders(start: () => Promise<ProviderMix>): void {
  test("S049 S004: a Machine with user data and no config is provisioned without a bootstrap provider", async () => {
    await using world = await start();
    const scene = await world.cluster();
    await world.management.stop("capstan-bootstrap-kubeadm");
    await world.management.stop("capstan-shellconfigs");
    await scene.create(
      dataSecret("mine", "c1", "#!/bin/sh\necho mine\n"),
      object(PlainMachine.kind, "s049", { instance: { id: "i-5" } }),
      machine("s049", { dataSecretName: "mine" }),
    );

    await joins(scene, "s049");
    await scene.running("s049");

    expect(world.plain.callsOf("s049", scene.namespace)[0]?.userData).toBe("#!/bin/sh\necho mine\n");
  });
}
