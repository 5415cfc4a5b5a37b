import { groupVersionOf, isJsonObject, type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { storageVersion } from "../registry/resource.ts";
import { type Change } from "../store/change.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";

const plural = "validatingadmissionpolicies";
const group = "admissionregistration.k8s.io";
const policies = `${plural}.${group}`;
const manager = "validatingadmissionpolicy-status";

/** Says in the status of ValidatingAdmissionPolicies which of their expressions do not fit the kinds that they are about. */
export class PolicyTypeChecker {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #management: FieldManagement;

  constructor(options: { readonly store: Store; readonly registry: Registry; readonly management: FieldManagement }) {
    this.#store = options.store;
    this.#registry = options.registry;
    this.#management = options.management;
  }

  /** The policies that have not been checked. */
  restore(): string[] {
    return this.#store
      .collection(policies)
      .list()
      .filter((policy) => !isChecked(policy))
      .map(({ metadata }) => metadata.name);
  }

  /** Whether a change is one of a policy that has not been checked since. */
  isConcerned({ collection, type, object }: Change): boolean {
    return collection === policies && type !== "DELETED" && !isChecked(object);
  }

  /** What reads expressions is loaded when the first policy is written. */
  async reconcile(name: string): Promise<void> {
    const [{ expressionWarnings }, { kindType }, { matchedKinds, nameOf }] = await Promise.all([
      import("../type-checks/expression-warnings.ts"),
      import("../type-checks/kind-types.ts"),
      import("../type-checks/matched-kinds.ts"),
    ]);
    const policy = this.#store.get(policies, "", name);
    if (policy === undefined || isChecked(policy)) return;
    const spec: JsonObject = isJsonObject(policy.spec) ? policy.spec : {};
    const kinds = matchedKinds(spec, this.#registry).flatMap((kind) => {
      const type = kindType(kind.version, kind.resource.kind);
      return type === undefined ? [] : [{ name: nameOf(kind), type }];
    });
    const params = this.#paramsOf(spec);
    const paramsType = params === undefined ? undefined : kindType(params.version, params.kind);
    this.#apply(policy, expressionWarnings(spec, kinds, paramsType));
  }

  #paramsOf(spec: JsonObject) {
    const paramKind = objectAt(spec, "paramKind");
    const [apiVersion, kind] = [textAt(paramKind, "apiVersion") ?? "", textAt(paramKind, "kind") ?? ""];
    const resource = this.#registry.findKind(apiVersion, kind);
    const stated = groupVersionOf(apiVersion).version;
    const version = resource?.versions.find(({ name }) => name === stated);
    return version === undefined ? undefined : { version, kind };
  }

  #apply(policy: ApiObject, warnings: readonly object[]): void {
    const resource = this.#registry.get(group, plural);
    if (resource === undefined) return;
    const { apiVersion, kind, metadata } = policy;
    const target = { resource, version: storageVersion(resource), subresource: "status", manager, applied: true };
    const applied: ApiObject = {
      apiVersion,
      kind,
      metadata: { name: metadata.name },
      status: {
        observedGeneration: metadata.generation,
        typeChecking: warnings.length === 0 ? {} : { expressionWarnings: warnings },
      },
    };
    this.#store.put(policies, this.#management.apply(target, policy, applied, true));
  }
}

function isChecked({ metadata: { generation = 0 }, status }: ApiObject): boolean {
  const observed = isJsonObject(status) ? status.observedGeneration : undefined;
  return typeof observed === "number" && observed >= generation;
}
