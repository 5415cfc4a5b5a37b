import { textAt } from "@capstan/kube";
import { pods } from "../registry/built-in/built-ins.ts";
import { resourceName } from "../registry/resource.ts";
import { badRequest, notFound } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";

/** @throws StatusError NotFound, or BadRequest where no node has the Pod. */
export function requireForwardedPod(store: Store, { namespace, name }: { namespace: string; name: string }): void {
  const pod = store.get(pods.id, namespace, name);
  if (pod === undefined) throw notFound(resourceName(pods), name);
  if ((textAt(pod, "spec", "nodeName") ?? "") === "") throw badRequest(`pod ${name} does not have a host assigned`);
}
