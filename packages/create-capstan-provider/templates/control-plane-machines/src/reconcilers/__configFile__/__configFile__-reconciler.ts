import { BootstrapConfigReconciler, clusterSecretName } from "@capstan/provider";
import { __ConfigKind__ } from "../../api/__configFile__.ts";
import { renderCloudConfig } from "../../render/cloud-config.ts";

/** Renders each __ConfigKind__ to the data that its machine boots from. */
export class __ConfigKind__Reconciler extends BootstrapConfigReconciler<typeof __ConfigKind__> {
  readonly definition = __ConfigKind__;

  async reconcileBootstrap(scope: this["Scope"]) {
    const { object, cluster, machine } = scope;
    const { host, port } = scope.controlPlaneEndpoint();
    const authority = clusterSecretName(cluster.metadata.name, "ca");
    const setup = {
      ...object.spec,
      hostname: machine.metadata.name,
      version: machine.spec.version ?? "",
      endpoint: `${host}:${String(port)}`,
      certificate: await scope.secretValue(authority, "tls.crt"),
      privateKey: await scope.secretValue(authority, "tls.key"),
    };
    return this.outcome.data(renderCloudConfig(setup), { format: "cloud-config" });
  }
}
