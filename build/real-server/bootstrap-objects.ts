import { without } from "@capstan/kube";
import { RoleAggregator } from "../../packages/apiserver/src/background/role-aggregator.ts";
import { type ApiObject, withMetadata } from "../../packages/apiserver/src/object/api-object.ts";
import { listOf } from "../data-lines.ts";
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
    return `import { type ApiObject } from "../object/api-object.ts";

${withSharedParts(gathered(found))}`;
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

/** The constants of the file. Field managers and rules that occur in many objects are written once. */
function withSharedParts(objects: Readonly<Record<string, readonly ApiObject[]>>): string {
  const owners = new SharedParts("owners");
  const rules = new SharedParts("rules");
  const shared = (name: string, value: unknown): unknown => {
    if (name === "managedFields") return owners.referenceTo(value);
    return name === "rules" && Array.isArray(value) ? value.map((rule: unknown) => rules.referenceTo(rule)) : value;
  };
  const members = Object.entries(objects).map(([collection, ofCollection]) => {
    const plain = ofCollection.map((object): unknown => JSON.parse(JSON.stringify(object, shared)));
    return `  ${JSON.stringify(collection)}: ${listOf(plain)},\n`;
  });
  const text = members.join("").replaceAll(/"<((?:owners|rules)\[\d+\])>"/g, "$1");
  return `${owners.declaration}

${rules.declaration}

/** What a server has from its beginning, by collection, but for what each one stamps it with. */
export const bootstrapObjects: Readonly<Record<string, readonly ApiObject[]>> = {
${text}};`;
}

/** Values that are written once, as elements of a constant. */
class SharedParts {
  readonly #name: string;
  readonly #indexes = new Map<string, number>();

  constructor(name: string) {
    this.#name = name;
  }

  /** The placeholder of a value, in quotes and angle brackets. */
  referenceTo(value: unknown): string {
    const text = JSON.stringify(value);
    const index = this.#indexes.get(text) ?? this.#indexes.size;
    this.#indexes.set(text, index);
    return `<${this.#name}[${index}]>`;
  }

  get declaration(): string {
    return `const ${this.#name} = ${listOf([...this.#indexes.keys()].map((text): unknown => JSON.parse(text)))} as const;`;
  }
}
