import { localApiService } from "../api-services/api-service.ts";
import { priorities } from "../api-services/priorities.generated.ts";
import { RoleAggregator } from "../background/role-aggregator.ts";
import { type Clock, systemClock, timestamp } from "../clock/clock.ts";
import { type ApiObject, type ObjectMeta, withMetadata } from "../object/api-object.ts";
import { stamped } from "../object/stamped.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { Store } from "../store/store.ts";
import { FieldManagement } from "../writer/managed-fields/field-management.ts";
import { type BootstrapObject } from "./bootstrap-object.ts";
import { bootstrapPolicy } from "./policy.generated.ts";

interface Prepared {
  readonly collection: string;
  readonly object: ApiObject;
}

let prepared: readonly Prepared[] | undefined;

/** Writes the roles, bindings and APIServices that every server has, unless they are there. */
export function ensureObjects(options: {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
}): void {
  const { store, registry, clock } = options;
  // To find out what owns which field of them takes longer than all else that a server does to start.
  prepared ??= prepare(registry);
  const time = timestamp(clock.now());
  for (const { collection, object } of prepared) {
    const { namespace = "", name } = object.metadata;
    if (store.get(collection, namespace, name) === undefined) store.put(collection, stamped(object, time));
  }
}

/** The objects as a server stores them, but for what it stamps them with. */
function prepare(registry: Registry): Prepared[] {
  const store = new Store({ revision: 0, objects: [] });
  const management = new FieldManagement(systemClock);
  const ownersOf = new Map<string, ObjectMeta["managedFields"]>();
  const apiServices = priorities.map((one) => localApiService(one, "onstart"));
  for (const object of [...bootstrapPolicy.map(policyObject), ...apiServices]) {
    const resource = registry.findKind(object.apiVersion, object.kind);
    if (resource === undefined) continue;
    const target = { resource, version: storageVersion(resource), manager: "kube-apiserver" };
    const names = namesOfFields(object);
    const managedFields =
      ownersOf.get(names) ?? management.afterWrite(target, undefined, object, object).metadata.managedFields;
    ownersOf.set(names, managedFields);
    const owned = withMetadata(object, { managedFields });
    store.put(resource.id, resource.rules.prepareForCreate?.(owned, { others: () => [] }) ?? owned);
  }
  new RoleAggregator({ store, registry, management }).reconcile();
  return [...store.collections()].flatMap((collection) =>
    collection.list().map((object) => ({
      collection: collection.id,
      object: withMetadata(object, { resourceVersion: undefined }),
    })),
  );
}

/** The same for objects of which the same fields are owned: lists of these kinds are owned as a whole, and what is empty is not. */
function namesOfFields(object: ApiObject): string {
  return JSON.stringify(object, (name, value: unknown) => {
    if (name === "kind") return value;
    return Array.isArray(value) ? value.length > 0 : typeof value === "object" ? value : Boolean(value);
  });
}

function policyObject({ kind, metadata, ...fields }: BootstrapObject): ApiObject {
  const rules = kind === "Role" || kind === "ClusterRole" ? { rules: null } : {};
  return { kind, apiVersion: "rbac.authorization.k8s.io/v1", metadata, ...rules, ...fields };
}
