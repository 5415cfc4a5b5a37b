import { isDeepStrictEqual } from "node:util";
import { Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import type { Scene } from "@capstan/harness/scenes";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { PlainMachine } from "../scene/plain-machines.ts";
import { machine, object, reference, type ProviderMix } from "../scene/provider-mix.ts";
import { EnqueuedMachines } from "../scene/enqueued-machines.ts";

async function change(scene: Scene, name: string): Promise<void> {
  const body = { metadata: { annotations: { touched: "yes" } } };
  await scene.client.patch(PlainMachine.kind, scene.key(name), { type: "merge", body });
}

/** How Machines find their referenced objects, and which changes trigger which reconciles. */
export function describeReferences(world: () => ProviderMix): void {
  describe("references and events", () => {
    test("S033: while its config is not ready, a Machine is Pending within seconds and reports the missing fact", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(ShellConfig.kind, "s033", { script: "wait" }),
        object(PlainMachine.kind, "s033", {}),
        machine("s033", { bootstrap: ShellConfig.kind }),
      );
      const since = performance.now();

      await scene.until("Machine Pending", () => scene.machine("s033").status?.phase === "Pending");
      expect(performance.now() - since).toBeLessThan(10_000);
      const condition = await scene.reports(Machine, "s033", "BootstrapConfigReady", "ScriptNotWritten");
      await world().management.settled();

      expect(condition.status).toBe("False");
      expect(scene.condition(ShellConfig.kind, "s033", "Ready")?.status).toBe("False");
      expect(scene.phases("s033")).toEqual(["Pending"]);
      expect(scene.machine("s033").spec.bootstrap.dataSecretName).toBeUndefined();
    });

    test("S040: data that arrives while the Machine is idle reaches it by the change of its config", async () => {
      const scene = await world().cluster();
      await scene.create(
        object(ShellConfig.kind, "s040", { script: "wait" }),
        object(PlainMachine.kind, "s040", {}),
        machine("s040", { bootstrap: ShellConfig.kind }),
      );
      await scene.reports(Machine, "s040", "BootstrapConfigReady", "ScriptNotWritten");
      await world().management.settled();

      const body = { spec: { script: "true" } };
      await scene.client.patch(ShellConfig.kind, scene.key("s040"), { type: "merge", body });

      await scene.until("dataSecretName", () => scene.machine("s040").spec.bootstrap.dataSecretName === "s040");
    });

    test("S037: a change of only a Machine reconciles its config, and S042: its infrastructure object; no other", async () => {
      const scene = await world().cluster();
      for (const name of ["s037", "other"]) {
        await scene.create(
          object(ShellConfig.kind, name, { script: "wait" }),
          object(PlainMachine.kind, name, {}),
          machine(name, { bootstrap: ShellConfig.kind }),
        );
        await scene.create(object(PlainMachine.kind, `${name}-2`, {}), machine(`${name}-2`, { dataSecretName: "" }));
      }
      const configs = (name: string) => world().shell.callsOf(name, scene.namespace);
      const machines = (name: string) => world().plain.callsOf(name, scene.namespace).length;
      await scene.until(
        "providers called for all objects",
        () => configs("s037") + configs("other") >= 2 && machines("s037-2") + machines("other-2") >= 2,
      );
      // On a slow machine, the core may still write to the others; then the step is retried.
      const others = () =>
        [
          scene.find(Machine, "other"),
          scene.find(ShellConfig.kind, "other"),
          scene.find(PlainMachine.kind, "other"),
          scene.find(Machine, "other-2"),
          scene.find(PlainMachine.kind, "other-2"),
        ].map((found) => found?.metadata.resourceVersion);
      const calls = () => [configs("s037"), machines("s037-2"), configs("other"), machines("other-2")];
      const touched = async (mark: string) => {
        await world().management.settled();
        const [versions, before] = [others(), calls()];
        const body = { metadata: { annotations: { touched: mark } } };
        for (const name of ["s037", "s037-2"])
          await scene.client.patch(Machine, scene.key(name), { type: "merge", body });
        await world().management.settled();
        return { before, after: calls(), areOthersSame: isDeepStrictEqual(versions, others()) };
      };
      let seen = await touched("once");
      for (let times = 1; times < 5 && !seen.areOthersSame; times += 1) seen = await touched(`after ${times}`);

      const { before, after, areOthersSame } = seen;
      expect(areOthersSame).toBe(true);
      expect(after[0]).toBeGreaterThan(before[0] ?? 0);
      expect(after[1]).toBeGreaterThan(before[1] ?? 0);
      expect(after.slice(2)).toEqual(before.slice(2));
    });

    test("S075: an object without a Machine enqueues none, and its provider ignores it", async () => {
      await using scene = await world().scene();
      await scene.create(
        object(PlainMachine.kind, "nobodys", {}),
        object(ShellConfig.kind, "nobodys", { script: "true" }),
      );
      const versions = () =>
        [PlainMachine.kind, ShellConfig.kind].map((kind) => scene.find(kind, "nobodys")?.metadata.resourceVersion);
      const before = versions();
      await world().management.settled();

      expect(versions()).toEqual(before);
      expect(scene.list(Machine)).toEqual([]);
      expect(world().plain.callsOf("nobodys", scene.namespace)).toEqual([]);
      expect(world().shell.callsOf("nobodys", scene.namespace)).toBe(0);
      expect(scene.find(PlainMachine.kind, "nobodys")?.metadata.finalizers).toBeUndefined();
    });

    test("S075: an event of an object enqueues only its own Machine, and none for other or missing owners", async () => {
      await using scene = await world().scene();
      await scene.create(
        ...["owner", "nobodys", "elsewhere"].map((name) => object(PlainMachine.kind, name, {})),
        machine("owner", { dataSecretName: "" }),
        machine("other", { dataSecretName: "" }),
      );
      // an owner with the name of a Machine but another API group
      const owner = { apiVersion: "example.com/v1", kind: "Machine", name: "other", uid: "1", controller: true };
      const body = { metadata: { ownerReferences: [owner] } };
      await scene.client.patch(PlainMachine.kind, scene.key("elsewhere"), { type: "merge", body });
      await using probe = await EnqueuedMachines.start(scene);

      for (const [name, enqueued] of [
        ["nobodys", []],
        ["elsewhere", []],
        ["owner", ["owner"]],
      ] as const) {
        expect(await probe.enqueuedBy(() => change(scene, name)), name).toEqual(enqueued);
      }
    });

    test("S076: an object of one Machine is refused to another, which reports it", async () => {
      const scene = await world().cluster();
      await scene.create(object(PlainMachine.kind, "shared", {}), machine("shared", { dataSecretName: "" }));
      await scene.until("owner reference", () => scene.find(PlainMachine.kind, "shared")?.metadata.ownerReferences);
      const second = machine("second", { dataSecretName: "" });
      second.spec.infrastructureRef = reference(PlainMachine.kind, "shared");

      await scene.create(second);

      const condition = await scene.reports(Machine, "second", "InfrastructureReady", "ControlledByAnother");
      expect(condition.message).toContain("shared");
      expect(scene.find(PlainMachine.kind, "shared")?.metadata.ownerReferences).toMatchObject([{ name: "shared" }]);
    });
  });
}
