import { randomUUID } from "node:crypto";
import { RoleAggregator } from "../background/role-aggregator.ts";
import { type Clock, systemClock, timestamp } from "../clock/clock.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { Store } from "../store/store.ts";
import { FieldManagement } from "../writer/managed-fields/field-management.ts";
import { type BootstrapObject } from "./bootstrap-object.ts";
import { bootstrapPolicy } from "./policy.generated.ts";

const group = "rbac.authorization.k8s.io";

interface Prepared {
  readonly collection: string;
  readonly object: ApiObject;
}

let prepared: readonly Prepared[] | undefined;

/** Writes the roles and bindings that every server has, unless they are there. */
export function ensurePolicy(options: {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
}): void {
  const { store, registry, clock } = options;
  // To find out what owns which field of them takes longer than all else that a server does to start.
  prepared ??= prepare(registry);
  const time = timestamp(clock.now());
  for (const { collection, object } of prepared) {
    const { namespace = "", name, managedFields } = object.metadata;
    if (store.get(collection, namespace, name) !== undefined) continue;
    const stamped = withMetadata(object, {
      uid: randomUUID(),
      creationTimestamp: time,
      managedFields: managedFields?.map((entry) => ({ ...entry, time })),
    });
    store.put(collection, stamped);
  }
}

/** The objects as a server stores them, but for what it stamps them with. */
function prepare(registry: Registry): Prepared[] {
  const store = new Store({ revision: 0, objects: [] });
  const management = new FieldManagement(systemClock);
  for (const described of bootstrapPolicy) {
    const resource = registry.findKind(`${group}/v1`, described.kind);
    if (resource === undefined) continue;
    const object = objectOf(described);
    const target = { resource, version: storageVersion(resource), manager: "kube-apiserver" };
    store.put(resource.id, management.afterWrite(target, undefined, object, object));
  }
  new RoleAggregator({ store, registry, management }).reconcile();
  return [...store.collections()].flatMap((collection) =>
    collection.list().map((object) => ({
      collection: collection.id,
      object: withMetadata(object, { resourceVersion: undefined }),
    })),
  );
}

function objectOf({ kind, metadata, ...fields }: BootstrapObject): ApiObject {
  const rules = kind === "Role" || kind === "ClusterRole" ? { rules: null } : {};
  return { kind, apiVersion: `${group}/v1`, metadata, ...rules, ...fields };
}
