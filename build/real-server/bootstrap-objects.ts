import { without } from "@capstan/kube";
import { RoleAggregator } from "../../packages/apiserver/src/background/role-aggregator.ts";
import { type ApiObject, withMetadata } from "../../packages/apiserver/src/object/api-object.ts";
import { listOf, objectOf } from "../data-lines.ts";
import { systemClock } from "../../packages/apiserver/src/clock/clock.ts";
import { builtIns } from "../../packages/apiserver/src/registry/built-in/built-ins.ts";
import { Registry } from "../../packages/apiserver/src/registry/registry.ts";
import { Store } from "../../packages/apiserver/src/store/store.ts";
import { FieldManagement } from "../../packages/apiserver/src/writer/managed-fields/field-management.ts";
import { type GeneratedFile, generatedIn, objectsOf } from "./generated-file.ts";
import { unstamped } from "./unstamped.ts";

const kinds = {
  "rbac.authorization.k8s.io": {
    clusterroles: "ClusterRole",
    clusterrolebindings: "ClusterRoleBinding",
    roles: "Role",
    rolebindings: "RoleBinding",
  },
  "apiregistration.k8s.io": { apiservices: "APIService" },
};

/** The roles, bindings and APIServices of a server. */
export const bootstrapObjects: GeneratedFile = {
  what: "the roles, bindings and APIServices",
  file: generatedIn("bootstrap/objects"),
  rbac: true,
  source: async (wire) => {
    const found: Record<string, ApiObject[]> = {};
    for (const [group, ofGroup] of Object.entries(kinds)) {
      for (const [plural, kind] of Object.entries(ofGroup)) {
        const apiVersion = `${group}/v1`;
        const objects = await objectsOf(wire, `/apis/${apiVersion}`, { [plural]: kind }, (_, object) =>
          unstamped(kind, apiVersion, object),
        );
        found[`${plural}.${group}`] = objects as ApiObject[];
      }
    }
    return withSharedParts(gathered(found));
  },
};

/** Includes the rules of aggregated roles, which a Kubernetes controller writes soon after the start. */
function gathered(
  found: Readonly<Record<string, readonly ApiObject[]>>,
): Readonly<Record<string, readonly ApiObject[]>> {
  const store = new Store({ revision: 0, objects: [] });
  for (const [collection, objects] of Object.entries(found)) {
    for (const object of objects) store.put(collection, object);
  }
  new RoleAggregator({
    store,
    registry: new Registry(builtIns),
    management: new FieldManagement(systemClock),
  }).reconcile();
  return Object.fromEntries(
    Object.keys(found).map((collection) => [collection, store.collection(collection).list().map(asBefore)]),
  );
}

function asBefore(object: ApiObject): ApiObject {
  const managedFields = object.metadata.managedFields?.map((entry) => without(entry, "time"));
  return withMetadata(object, { resourceVersion: undefined, managedFields });
}

/** Field managers and rules that occur in many objects are written once: objects have their indexes. */
function withSharedParts(objects: Readonly<Record<string, readonly ApiObject[]>>): string {
  const [owners, rules] = [new Map<string, number>(), new Map<string, number>()];
  const shared = (name: string, value: unknown): unknown => {
    if (name === "managedFields") return indexIn(owners, value);
    return name === "rules" && Array.isArray(value) ? value.map((rule: unknown) => indexIn(rules, rule)) : value;
  };
  const lists = Object.entries(objects).map(([collection, ofCollection]) => {
    const plain = ofCollection.map((object): unknown => JSON.parse(JSON.stringify(object, shared)));
    return [collection, listOf(plain, "    ")] as const;
  });
  return objectOf({
    owners: listOf(
      Array.from(owners.keys(), (text): unknown => JSON.parse(text)),
      "  ",
    ),
    rules: listOf(
      Array.from(rules.keys(), (text): unknown => JSON.parse(text)),
      "  ",
    ),
    objects: objectOf(Object.fromEntries(lists), "  "),
  });
}

/** The index of a value among those that are written once. */
function indexIn(indexes: Map<string, number>, value: unknown): number {
  const text = JSON.stringify(value);
  const index = indexes.get(text) ?? indexes.size;
  indexes.set(text, index);
  return index;
}
