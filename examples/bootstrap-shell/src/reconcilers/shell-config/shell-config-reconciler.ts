import { BootstrapConfigReconciler, outcome } from "@capstan/provider";
import { ShellConfig } from "../../api/shell-config.ts";
import { renderScript } from "../../render/render-script.ts";

export class ShellConfigReconciler extends BootstrapConfigReconciler<typeof ShellConfig> {
  readonly definition = ShellConfig;

  reconcileBootstrap({ object, cluster, machine, controlPlaneEndpoint }: this["Scope"]) {
    const { host, port } = controlPlaneEndpoint();
    const variables = {
      CLUSTER_NAME: cluster.metadata.name,
      MACHINE_NAME: machine.metadata.name,
      KUBERNETES_VERSION: machine.spec.version ?? "",
      CONTROL_PLANE_ENDPOINT: `${host}:${port}`,
    };
    return outcome.data(renderScript(object.spec.script, variables));
  }
}
