import { BootstrapConfigReconciler } from "@capstan/provider";
import { __ConfigKind__ } from "../../api/__configFile__.ts";
import { renderCloudConfig } from "../../render/cloud-config.ts";

/** Renders each __ConfigKind__ to the data that its machine boots from. */
export class __ConfigKind__Reconciler extends BootstrapConfigReconciler<typeof __ConfigKind__> {
  readonly definition = __ConfigKind__;

  reconcileBootstrap({ object, machine }: this["Scope"]) {
    const setup = { hostname: machine.metadata.name, commands: object.spec.commands };
    return this.outcome.data(renderCloudConfig(setup), { format: "cloud-config" });
  }
}
