import { AddonReconciler, ConfigMap, isNotFound } from "@capstan/provider";
import { __AddonKind__ } from "../../api/__addonFile__.ts";
import { objectOf } from "../../install/objects.ts";

/** Installs each __AddonKind__ in one cluster at a time. Which clusters, their connections and the status are the SDK's. */
export class __AddonKind__Reconciler extends AddonReconciler<typeof __AddonKind__> {
  readonly definition = __AddonKind__;

  async reconcileAddon({ object, workload }: this["Scope"], signal: AbortSignal) {
    const { client } = await workload();
    const body = objectOf(object.metadata.name, object.spec);
    // Safe to repeat: the cluster gets the object, or the fields that differ.
    const patch = { type: "apply", fieldManager: "__name__", force: true, body } as const;
    await client.patch(ConfigMap, body.metadata, patch, { signal });
    return this.outcome.installed({ revision: object.spec.greeting.slice(0, 128) });
  }

  /** Leave it out if clusters keep what was installed. */
  override async deleteAddon({ object, workload }: this["Scope"], signal: AbortSignal) {
    const { client } = await workload();
    try {
      await client.delete(ConfigMap, objectOf(object.metadata.name, object.spec).metadata, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return this.outcome.deleted();
  }
}
