import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { type ServerChoice, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

describe.each<ServerChoice>(["embedded", "real"])("on the %s server", (server) => {
  const runs = server === "embedded" || process.env.KUBEBUILDER_ASSETS !== undefined;
  test.runIf(runs)(
    "a Cluster of the reference providers becomes available, machine by machine, as the clock advances",
    async () => {
      await using env = await TestEnvironment.start({ server, bootstrapKubeadm: true, infrastructureMock: true });
      const cluster = await env.createCluster({ infrastructure: MockCluster });
      const common = {
        cluster,
        infrastructure: MockMachine,
        bootstrap: KubeadmConfig,
        machine: { version: "v1.34.0" },
      };
      const machines = [
        await env.createMachine({ ...common, name: "cp", controlPlane: true }),
        await env.createMachine({ ...common, name: "worker" }),
      ];
      await env.settled();
      expect(await machines[1]?.phase()).toMatchObject({ phase: "Pending" });

      // Machines of the mock cloud boot over real sockets, independent of the clock: any advance may be the last.
      const phases = () => Promise.all(machines.map(async (machine) => (await machine.phase()).phase));
      for (let second = 0; second < 120 && (await phases()).some((phase) => phase !== "Running"); second += 1) {
        await env.clock.advance({ seconds: 1 });
      }

      expect(await phases()).toEqual(["Running", "Running"]);
      expect(env.writes({ kind: "Secret", by: "bootstrap-kubeadm" })).toEqual(
        expect.arrayContaining(["create Secret/cp", "create Secret/worker"]),
      );
      // The environment compares these on disposal.
      expect(env.secrets.counts.secrets).toBeGreaterThan(50);
      expect(env.secrets.counts.emitted).toBeGreaterThan(50);
    },
  );
});
