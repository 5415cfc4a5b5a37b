import { controllerOf, type ResourceKind } from "@capstan/contract";
import { groupOfApiVersion } from "@capstan/kube";
import { isForbidden, type Source } from "@capstan/runtime";
import { clusterSecrets } from "../secrets/cluster-secrets.ts";

/**
 * Wakes the object of `kind` that controls a Secret when the Secret is deleted, so that it is recreated. Covers only Secrets with the
 * cluster name label.
 *
 * Does not delay the start of the controller if Secrets may not be listed.
 */
export function controlledSecretSource(kind: ResourceKind): Source {
  return {
    key: `controlled-secret:${kind.kind}.${kind.group}`,
    start: (context) => {
      const secrets = clusterSecrets(context.cache);
      const stop = secrets.onEvent(({ type, object }) => {
        const controller = controllerOf(object);
        if (type !== "deleted" || controller?.kind !== kind.kind) return;
        if (groupOfApiVersion(controller.apiVersion) !== kind.group) return;
        const { namespace } = object.metadata;
        context.enqueue(namespace === undefined ? { name: controller.name } : { name: controller.name, namespace });
      });
      const ready = secrets.waitForSync(context.signal, { unlessForbidden: true }).catch((error: unknown) => {
        if (!context.signal.aborted && !isForbidden(error)) throw error;
      });
      return { ready, stop };
    },
  };
}
