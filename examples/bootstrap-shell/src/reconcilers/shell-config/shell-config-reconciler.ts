import { BootstrapConfigReconciler, outcome } from "@capstan/provider";
import { ShellConfig } from "../../api/shell-config.ts";
import { renderScript } from "../../render/render-script.ts";

export class ShellConfigReconciler extends BootstrapConfigReconciler<typeof ShellConfig> {
  readonly definition = ShellConfig;

  reconcileBootstrap({ object, cluster, machine }: this["Scope"]) {
    const endpoint = cluster.spec.controlPlaneEndpoint;
    if (endpoint === undefined) return outcome.pending("WaitingForControlPlaneEndpoint");
    const variables = {
      CLUSTER_NAME: cluster.metadata.name,
      MACHINE_NAME: machine.metadata.name,
      KUBERNETES_VERSION: machine.spec.version ?? "",
      CONTROL_PLANE_ENDPOINT: `${endpoint.host}:${endpoint.port}`,
    };
    return outcome.data(renderScript(object.spec.script, variables));
  }
}
