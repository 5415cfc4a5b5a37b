import { customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { isTerminating } from "../registry/definition-conditions.ts";
import { type Resource, resourceName } from "../registry/resource.ts";
import { forbidden, notFound } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";

/** @throws StatusError NotFound (the namespace), Forbidden (the namespace or the CRD is being deleted). */
export function checkCreation(
  store: Store,
  resource: Resource,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): void {
  if (resource.custom && isTerminating(store.get(customResourceDefinitions.id, "", resource.id))) {
    const why = "create not allowed while custom resource definition is terminating";
    throw forbidden(resourceName(resource), name, why);
  }
  if (resource.namespaced) checkNamespace(store, resource, { namespace, name });
}

function checkNamespace(
  store: Store,
  resource: Resource,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): void {
  const found = store.get("namespaces.", "", namespace);
  if (found === undefined) throw notFound({ group: "", name: "namespaces" }, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const message = `namespace ${namespace} is being terminated`;
  throw forbidden(resourceName(resource), name, why, [
    { reason: "NamespaceTerminating", message, field: "metadata.namespace" },
  ]);
}
