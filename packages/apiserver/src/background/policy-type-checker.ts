import { groupVersionOf, isJsonObject, type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { applyFields, type World } from "./world.ts";

const policies = "validatingadmissionpolicies.admissionregistration.k8s.io";
const applier = { manager: "validatingadmissionpolicy-status", subresource: "status" };

/** Reports, in the status of ValidatingAdmissionPolicies, expressions that do not fit the kinds that they match. */
export class PolicyTypeChecker implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "management">;

  constructor(world: Pick<World, "store" | "registry" | "management">) {
    this.#world = world;
  }

  /** The policies that have not been checked. */
  restore(): readonly string[] {
    const stored = this.#world.store.collection(policies).list();
    return stored.filter((policy) => !isChecked(policy)).map(({ metadata }) => metadata.name);
  }

  onChange({ collection, type, object }: Change): readonly string[] {
    return collection === policies && type !== "DELETED" && !isChecked(object) ? [object.metadata.name] : [];
  }

  /** Loads the CEL parser with the first policy. */
  async reconcile(name: string): Promise<Next> {
    const [{ expressionWarnings }, { kindType }, { matchedKinds, nameOf }] = await Promise.all([
      import("../type-checks/expression-warnings.ts"),
      import("../type-checks/kind-types.ts"),
      import("../type-checks/matched-kinds.ts"),
    ]);
    const policy = this.#world.store.get(policies, "", name);
    if (policy === undefined || isChecked(policy)) return {};
    const spec: JsonObject = isJsonObject(policy.spec) ? policy.spec : {};
    const kinds = matchedKinds(spec, this.#world.registry).flatMap((kind) => {
      const type = kindType(kind.version, kind.resource.kind);
      return type === undefined ? [] : [{ name: nameOf(kind), type }];
    });
    const params = this.#paramsOf(spec);
    const paramsType = params === undefined ? undefined : kindType(params.version, params.kind);
    const warnings = expressionWarnings(spec, kinds, paramsType);
    const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: warnings };
    const status = { observedGeneration: policy.metadata.generation, typeChecking };
    applyFields(this.#world, policy, { status }, applier);
    return {};
  }

  #paramsOf(spec: JsonObject) {
    const paramKind = objectAt(spec, "paramKind");
    const [apiVersion, kind] = [textAt(paramKind, "apiVersion") ?? "", textAt(paramKind, "kind") ?? ""];
    const resource = this.#world.registry.findKind(apiVersion, kind);
    const stated = groupVersionOf(apiVersion).version;
    const version = resource?.versions.find(({ name }) => name === stated);
    return version === undefined ? undefined : { version, kind };
  }
}

function isChecked({ metadata: { generation = 0 }, status }: ApiObject): boolean {
  const observed = isJsonObject(status) ? status.observedGeneration : undefined;
  return typeof observed === "number" && observed >= generation;
}
