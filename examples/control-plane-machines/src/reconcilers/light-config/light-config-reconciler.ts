import { BootstrapConfigReconciler, clusterSecretName, outcome } from "@capstan/provider";
import { LightConfig } from "../../api/light-config.ts";
import { renderScript } from "../../data/render-script.ts";

/** Renders the script that starts `light` on a machine. */
export class LightConfigReconciler extends BootstrapConfigReconciler<typeof LightConfig> {
  readonly definition = LightConfig;

  async reconcileBootstrap(scope: this["Scope"]) {
    const { object, cluster, machine } = scope;
    const { host, port } = scope.controlPlaneEndpoint();
    const name = clusterSecretName(cluster.metadata.name, "ca");
    const authority = {
      certificate: await scope.secretValue(name, "tls.crt"),
      privateKey: await scope.secretValue(name, "tls.key"),
    };
    const { role, arguments: more = [] } = object.spec;
    return outcome.data(
      renderScript({
        role,
        nodeName: machine.metadata.name,
        version: machine.spec.version ?? "",
        endpoint: `${host}:${port}`,
        authority,
        arguments: more,
      }),
    );
  }
}
