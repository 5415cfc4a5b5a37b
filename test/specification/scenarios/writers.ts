import { patienceMs } from "@capstan/harness/patience";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { MockMachine } from "@capstan/infrastructure-mock";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { PlainMachine } from "../scene/plain-machines.ts";
import { machine, object, type ProviderMix } from "../scene/provider-mix.ts";

/** The managers' writes, from the server's log of this and all other tests. */
export function describeWrites(world: () => ProviderMix): void {
  describe("the writers of each kind", () => {
    beforeAll(async () => {
      const scene = await world().cluster();
      await scene.create(
        object(KubeadmConfig.kind, "written-kubeadm", { verbosity: 1 }),
        object(MockMachine.kind, "written-kubeadm", {}),
        machine("written-kubeadm", { infrastructure: MockMachine.kind }),
        object(ShellConfig.kind, "written-shell", { script: "true" }),
        object(PlainMachine.kind, "written-shell", { instance: { id: "i-written" } }),
        machine("written-shell", { bootstrap: ShellConfig.kind }),
      );
      for (const name of ["written-kubeadm", "written-shell"]) {
        await scene.until(`Machine ${name} has a providerID`, () => scene.machine(name).spec.providerID);
      }
    });

    function writesOf(manager: (name: string) => boolean): string[] {
      const found = world()
        .management.requests()
        .filter((request) => manager(request.manager) && !["get", "list", "watch"].includes(request.verb))
        .map(({ resource }) => resource.split("/", 1)[0] ?? "");
      return [...new Set(found)].toSorted();
    }

    test("S067 S063 S082: providers write no Machines or Clusters, only their own kinds, Secrets and Events", () => {
      const written = {
        kubeadm: writesOf((name) => name === "capstan-bootstrap-kubeadm"),
        shell: writesOf((name) => name === "capstan-shellconfigs"),
        mock: writesOf((name) => name === "capstan-infrastructure-mock"),
        plain: writesOf((name) => name === "capstan-plainmachines"),
      };

      expect(
        written.kubeadm.filter((name) => !["configmaps", "events", "kubeadmconfigs", "secrets"].includes(name)),
      ).toEqual([]);
      expect(written.shell.filter((name) => !["events", "secrets", "shellconfigs"].includes(name))).toEqual([]);
      expect(written.mock.filter((name) => !["events", "mockclusters", "mockmachines"].includes(name))).toEqual([]);
      expect(written.plain.filter((name) => !["events", "plainmachines"].includes(name))).toEqual([]);
      // and the log is not empty
      expect(writesOf((name) => name === "capstan-core")).toEqual(expect.arrayContaining(["clusters", "machines"]));
      for (const names of Object.values(written)) expect(names).not.toEqual([]);
    });

    test("S083: few writes conflict, and a settled system has no writes", async () => {
      await world().management.settled();
      const writes = () =>
        world()
          .management.requests()
          .filter(({ verb }) => !["get", "list", "watch"].includes(verb));
      const before = writes();
      const conflicts = before.filter(({ status }) => status === 409);
      expect(conflicts.length / before.length).toBeLessThan(0.05);

      // a change of wording only is written a second later
      let last = -1;
      const isQuiet = () => {
        const now = writes().length;
        const isSame = now === last;
        last = now;
        return isSame;
      };
      await vi.waitUntil(isQuiet, { interval: 1_500, timeout: patienceMs });
    });
  });
}
