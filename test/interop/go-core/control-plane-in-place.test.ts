import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { annotations, Cluster, getCondition, type KubernetesObject, Machine } from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";
import { allRunning, clusterObjects, type Scene, story } from "@capstan/harness/scenes";
import { MockMachine, type MockMachineObject } from "@capstan/infrastructure-mock";
import { Secret } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { BootExtension, failure, type Fault, progress } from "./boot-extension.ts";
import { messagesOf } from "./condition-messages.ts";
import { kubeadmClusterKinds } from "./kubeadm-cluster-kinds.ts";
import { createKubeadmControlPlane, KubeadmControlPlane, moveToTemplate } from "./kubeadm-control-plane.ts";
import { summarize } from "./summarize.ts";
import { serveUpstreamWebhooks } from "./upstream-webhooks.ts";

const gates = "--feature-gates=RuntimeSDK=true,InPlaceUpdates=true";
const duration = { minMilliseconds: 200, maxMilliseconds: 200 };
const faults: readonly (readonly [Fault, RegExp])[] = [
  ["hangs", /status code 504.*did not answer within 1 seconds/],
  ["answers garbage", /failed to decode response/],
  ["is down", /connection refused/],
];

describe.runIf(goCoreAvailable)("an extension that updates Machines of a Go KubeadmControlPlane in place", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  let scene: Scene;
  let extension: BootExtension;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start({ with: ["controlplane"], flags: [gates] }));
    closing.use(await serveUpstreamWebhooks(management.client));
    providers = closing.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm", "infrastructure-mock"]));
    scene = closing.use(await management.scene([...kubeadmClusterKinds, Secret]));
    scene.quietMs = 240_000;
    extension = closing.use(await BootExtension.start(scene));
  });
  afterAll(() => closing.disposeAsync());
  const step = story();

  step("is discovered, and three Machines run", async () => {
    await expect
      .poll(() => extension.discovered(), { timeout: 120_000 })
      .toEqual(["CanUpdateMachine", "UpdateMachine"]);
    const controlPlaneRef = { apiGroup: KubeadmControlPlane.group, kind: KubeadmControlPlane.kind, name: "cp" };
    await scene.create(...clusterObjects("c1", { controlPlaneRef }));
    await createKubeadmControlPlane(scene, "cp", { replicas: 3, version: "v1.36.0", maxSurge: 0 });
    await scene.until("3 Machines up to date", () => allRunning(scene, 3) && areUpToDate(scene));
  });

  for (const [fault, logged] of faults) {
    step(`stops the rollout while it ${fault}: the log says why, the conditions do not`, async () => {
      const before = identities(scene);
      await extension.fail(fault);
      await moveToTemplate(scene, "cp", { name: fault.replaceAll(" ", "-"), spec: { bootDuration: duration } });
      const failed = () =>
        management
          .provider("controlplane")
          .logs.find((line) => logged.test(line) && /Machine \S+ can be updated in-place/.test(line));
      await expect.poll(failed, { timeout: 120_000 }).toBeDefined();
      await scene.until("rolling out", () => rollingOut(scene).startsWith("Rolling out 3 not up-to-date replicas"));
      expect(identities(scene)).toEqual(before);
    });
  }

  step("is called for one Machine after the other, which stay and get the change", async () => {
    const before = identities(scene);
    await extension.repair();
    await scene.until("all updated", () => areUpToDate(scene) && bootDurations(scene).every((each) => each === 200));
    // then the same Machines have the same bootstrap data, and every object was marked while it was updated
    expect(identities(scene)).toEqual(before);
    expect(extension.unmarked).toEqual([]);
    const names = extension.calls.filter((_, index) => index % 2 === 0).map((call) => call.split(" ").at(-1) ?? "");
    expect(names.toSorted()).toEqual(machineNames(scene));
    expect(extension.calls).toEqual(names.flatMap((name) => [`CanUpdateMachine ${name}`, `UpdateMachine ${name}`]));
    // then the Machine's condition has the message of an update in progress, and only the log that of a failed call
    const updating = messagesOf(scene, Machine.kind, "Updating").filter((message) => message !== "");
    expect(updating).toContain("UpdateMachine hook failed: please check controller logs for errors");
    expect(updating).toContain(`In-place update in progress: ${progress}`);
    expect(updating.join("\n")).not.toContain(failure);
    expect(management.core.logs.join("\n")).toContain(failure);
    summarize("Machines of a KubeadmControlPlane updated in place", updating);
  });

  step("causes new Machines where it makes only a part of the change", async () => {
    const before = scene.list(Machine).map(({ metadata }) => metadata.uid);
    const names = machineNames(scene);
    const earlier = extension.calls.length;
    await moveToTemplate(scene, "cp", { name: "other", spec: { creationDuration: duration } });
    await scene.until("all replaced", () => {
      const now = scene.list(Machine);
      return allRunning(scene, 3) && areUpToDate(scene) && now.every(({ metadata }) => !before.includes(metadata.uid));
    });
    const declined = names.map((name) => `CanUpdateMachine ${name}`);
    expect(extension.calls.slice(earlier).toSorted()).toEqual(declined);

    // then, in all, no condition had the fault of the extension, and each provider had the rights that it needed
    const conditions = [Cluster.kind, KubeadmControlPlane.kind, Machine.kind].flatMap((kind) =>
      scene.history.filter((seen) => seen.kind === kind).flatMap(({ object }) => object.status?.conditions ?? []),
    );
    expect(conditions.filter(({ message }) => faults.some(([, logged]) => logged.test(message)))).toEqual([]);
    const users = [...providers.users, management.core.user, management.provider("controlplane").user];
    for (const user of users) expect(management.refusalsOf(user), user).toBe("");
  });
});

function rollingOut(scene: Scene): string {
  return scene.condition(KubeadmControlPlane, "cp", "RollingOut")?.message ?? "";
}

function machineNames(scene: Scene): string[] {
  return scene
    .list(Machine)
    .map(({ metadata }) => metadata.name)
    .toSorted();
}

/** Whether the control plane sees all Machines up to date, and no update in place is left. */
function areUpToDate(scene: Scene): boolean {
  const marks = [annotations.updateInProgress, annotations.pendingHooks];
  const objects = [Machine, MockMachine.kind, KubeadmConfig.kind].flatMap((kind) => scene.list<KubernetesObject>(kind));
  return (
    objects.every(({ metadata }) => marks.every((mark) => metadata.annotations?.[mark] === undefined)) &&
    scene.list(Machine).every((machine) => getCondition(machine, "UpToDate")?.status === "True")
  );
}

function bootDurations(scene: Scene): (number | undefined)[] {
  return scene.list<MockMachineObject>(MockMachine.kind).map(({ spec }) => spec.bootDuration?.maxMilliseconds);
}

/** What stays when Machines are updated in place: their objects, their servers, and their bootstrap data unchanged. */
function identities(scene: Scene): string[] {
  const objects = [Machine, MockMachine.kind, KubeadmConfig.kind].flatMap((kind) => scene.list<KubernetesObject>(kind));
  const secrets = scene.list<Secret>(Secret);
  return [
    ...objects.map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.uid}`),
    ...scene.list(Machine).map(({ metadata, spec }) => `${metadata.name} ${spec.providerID}`),
    ...secrets.map(({ metadata }) => `Secret ${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`),
  ].toSorted();
}
