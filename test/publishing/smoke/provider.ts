// A provider of each kind in the way an outsider writes it, compiled and run from the packed packages.
import {
  BootstrapConfigReconciler,
  defineBootstrapConfig,
  defineInfraCluster,
  defineInfraMachine,
  InfraClusterReconciler,
  InfraMachineReconciler,
  outcome,
  Type,
} from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";

const SmokeConfig = defineBootstrapConfig({
  kind: "SmokeConfig",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({ script: Type.String() }) } },
});
const SmokeCluster = defineInfraCluster({
  kind: "SmokeCluster",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
});
const SmokeMachine = defineInfraMachine({
  kind: "SmokeMachine",
  versions: {
    v1: {
      contract: ["v1beta1", "v1beta2"],
      spec: Type.Object({ size: Type.Union([Type.Literal("s"), Type.Literal("l")]) }),
    },
  },
});

class SmokeConfigReconciler extends BootstrapConfigReconciler<typeof SmokeConfig> {
  readonly definition = SmokeConfig;
  reconcileBootstrap({ object }: this["Scope"]) {
    return outcome.data(object.spec.script);
  }
}

class SmokeClusterReconciler extends InfraClusterReconciler<typeof SmokeCluster> {
  readonly definition = SmokeCluster;
  reconcileCluster() {
    return outcome.clusterProvisioned({ controlPlaneEndpoint: { host: "192.0.2.1", port: 6443 } });
  }
  override deleteCluster() {
    return outcome.deleted();
  }
}

class SmokeMachineReconciler extends InfraMachineReconciler<typeof SmokeMachine> {
  readonly definition = SmokeMachine;
  reconcileMachine({ object }: this["Scope"]) {
    const size: "s" | "l" = object.spec.size;
    // @ts-expect-error The types reach the author: they are not `any`.
    const other: number = object.spec.size;
    return outcome.provisioned({ providerID: `smoke://${size}-${typeof other}`, addresses: [] });
  }
  deleteMachine() {
    return outcome.deleted();
  }
}

await using env = await TestEnvironment.start({
  reconcilers: [new SmokeConfigReconciler(), new SmokeClusterReconciler(), new SmokeMachineReconciler()],
});
const cluster = await env.createCluster({ infrastructure: SmokeCluster });
const machine = await env.createMachine({
  cluster,
  infrastructure: SmokeMachine,
  spec: { size: "l" },
  bootstrapData: "#!/bin/sh",
});
await env.settled();
const { phase } = await machine.phase();
if (phase !== "Provisioned") throw new Error(`The Machine is ${phase}, not Provisioned.`);
