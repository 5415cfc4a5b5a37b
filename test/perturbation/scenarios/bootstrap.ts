import { KubeadmConfig, KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { type ProviderController, type ProviderDefinition } from "@capstan/provider";
import { MockMachine, type TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { machineSteps } from "./machine-steps.ts";
import { ShellConfig } from "../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { ShellConfigReconciler } from "../../../examples/bootstrap-shell/src/reconcilers/shell-config/shell-config-reconciler.ts";

const controlPlaneEndpoint = { host: "127.0.0.1", port: 6443 };

interface Options {
  readonly name: string;
  readonly definition: ProviderDefinition<"BootstrapConfig">;
  readonly bootstrapSpec: object;
  readonly reconcilers: () => readonly ProviderController[];
  /** The control plane machines; only they can have data before the control plane exists. */
  readonly controlPlane: boolean;
}

/** A bootstrap provider: data for a machine, for another in another Cluster, and deletion of both. */
function lifeOfConfig({ name, definition, bootstrapSpec, reconcilers, controlPlane }: Options): Scenario {
  const create = async (env: TestEnvironment, machineName: string): Promise<void> => {
    const cluster = await env.createCluster({ name: `of-${machineName}`, spec: { controlPlaneEndpoint } });
    const machine = await env.createMachine({
      name: machineName,
      cluster,
      infrastructure: MockMachine,
      bootstrap: definition,
      bootstrapSpec,
      controlPlane,
      machine: { version: "v1.36.0" },
    });
    await env.until(
      `data for ${machineName}`,
      async () => (await machine.get()).spec.bootstrap.dataSecretName !== undefined,
    );
  };
  return {
    name,
    prepare: () => ({ environment: { crds: MockMachine.crds }, reconcilers }),
    steps: machineSteps(create),
  };
}

/** The example bootstrap provider. */
export const bootstrapShell = lifeOfConfig({
  name: "example bootstrap-shell",
  definition: ShellConfig,
  bootstrapSpec: { script: "join" },
  reconcilers: () => [new ShellConfigReconciler()],
  controlPlane: false,
});

/** The kubeadm bootstrap provider: the machines that initialize a control plane. */
export const bootstrapKubeadm = lifeOfConfig({
  name: "kubeadm bootstrap",
  definition: KubeadmConfig,
  bootstrapSpec: { format: "cloud-config" },
  reconcilers: () => [new KubeadmConfigReconciler()],
  controlPlane: true,
});
