import { type Clock } from "../clock/clock.ts";
import { type Deleter } from "../deletion/deleter.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";

/** The dependencies of background controllers. */
export interface World {
  readonly store: Store;
  readonly registry: Registry;
  readonly management: FieldManagement;
  readonly deleter: Deleter;
  readonly clock: Clock;
}

/** The manager and subresource of an apply. */
interface Applier {
  readonly manager: string;
  readonly subresource?: string;
}

/** Applies fields to a stored object with server-side apply: the controller owns exactly these fields. */
export function applyFields(
  { store, registry, management }: Pick<World, "store" | "registry" | "management">,
  current: ApiObject,
  fields: object,
  applier: Applier,
): void {
  const { apiVersion, kind, metadata } = current;
  const resource = registry.findKind(apiVersion, kind);
  if (resource === undefined) return;
  const target = { resource, version: storageVersion(resource), applied: true, ...applier };
  const applied: ApiObject = { apiVersion, kind, metadata: { name: metadata.name }, ...fields };
  store.put(resource.id, management.apply(target, current, applied, true));
}
