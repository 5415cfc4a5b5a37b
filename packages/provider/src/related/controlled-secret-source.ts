import { controllerOf, type DeepReadonly, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { areSameOwner, groupOfApiVersion } from "@capstan/kube";
import { isForbidden, type Source } from "@capstan/runtime";
import { clusterSecrets } from "../secrets/cluster-secrets.ts";

/**
 * Wakes the object of `kind` that controls a Secret when the Secret is deleted, or loses its owner reference or its cluster name label, so
 * that the object repairs it. Other changes wake nothing, because most are the object's own. Covers only Secrets with the cluster name
 * label, and uses the watch that exists for them anyway.
 *
 * Does not delay the start of the controller if Secrets may not be listed. The objects then repair their Secrets with their next
 * reconcile.
 */
export function controlledSecretSource(kind: ResourceKind): Source {
  return {
    key: `controlled-secret:${kind.kind}.${kind.group}`,
    start: (context) => {
      const secrets = clusterSecrets(context.cache);
      const stop = secrets.onEvent(({ type, object, previous }) => {
        // A Secret that has lost its label is deleted for this watch.
        const controller = type === "deleted" ? controllerOf(object) : lostController(object, previous);
        if (controller?.kind !== kind.kind || groupOfApiVersion(controller.apiVersion) !== kind.group) return;
        const { namespace } = object.metadata;
        context.enqueue({ name: controller.name, namespace });
      });
      const ready = secrets.waitForSync(context.signal, { unlessForbidden: true }).catch((error: unknown) => {
        if (!context.signal.aborted && !isForbidden(error)) throw error;
      });
      return { ready, stop };
    },
  };
}

/** The controller that an object had before a change, if it no longer controls the object. */
function lostController(
  object: DeepReadonly<KubernetesObject>,
  previous: DeepReadonly<KubernetesObject> | undefined,
): ReturnType<typeof controllerOf> {
  const before = previous === undefined ? undefined : controllerOf(previous);
  const now = controllerOf(object);
  return before !== undefined && (now === undefined || !areSameOwner(before, now)) ? before : undefined;
}
