import { type DeepReadonly, type MachineDeployment, type MachineSet, type ResourceKind } from "@capstan/contract";
import { deepCopy, isEmptySelector, objectAt } from "@capstan/kube";
import { type Cache, type Client, CustomResourceDefinition, type Informer, isApiError } from "@capstan/runtime";

type Set = MachineDeployment | MachineSet;

/**
 * Adds the labels of the effective selector to a set that was written with an empty one, in its selector and in its template: the cluster
 * autoscaler lists the Machines of a node group by `spec.selector`.
 *
 * Only where the installed CRD has a granular selector, as Capstan's has: an atomic selector belongs as a whole to the user who applies an
 * empty one, who would then revert it with each apply.
 */
export class WrittenSelectors {
  readonly #client: Client;
  readonly #definitions: Informer<CustomResourceDefinition>;
  /** By the name of a CRD and its generation. */
  readonly #granular = new Map<string, boolean>();

  constructor(client: Client, cache: Cache) {
    this.#client = client;
    this.#definitions = cache.informer(CustomResourceDefinition, { metadataOnly: true });
  }

  /** @param effective - returns the set with the values that users may omit. */
  async in<T extends Set>(
    kind: ResourceKind<T>,
    set: T,
    effective: (set: DeepReadonly<T>) => DeepReadonly<Set>,
    signal: AbortSignal,
  ): Promise<T> {
    if (!isEmptySelector(set.spec.selector) || !(await this.#isGranular(kind, signal))) return set;
    const { selector, template } = effective(set as DeepReadonly<T>).spec;
    const next = deepCopy<T>(set as DeepReadonly<T>);
    next.spec.selector = deepCopy<Set["spec"]["selector"]>(selector);
    next.spec.template.metadata = { ...next.spec.template.metadata, labels: { ...template.metadata?.labels } };
    return next;
  }

  async #isGranular(kind: ResourceKind, signal: AbortSignal): Promise<boolean> {
    const name = `${kind.plural}.${kind.group}`;
    const key = `${name}/${this.#definitions.get({ name })?.metadata.generation ?? ""}`;
    const known = this.#granular.get(key);
    if (known !== undefined) return known;
    const isGranular = await this.#readGranular(name, kind.version, signal);
    this.#granular.set(key, isGranular);
    return isGranular;
  }

  async #readGranular(name: string, version: string, signal: AbortSignal): Promise<boolean> {
    try {
      const { spec } = await this.#client.get(CustomResourceDefinition, { name }, { signal });
      const served = spec.versions.find((each) => each.name === version);
      const selector = objectAt(served, "schema", "openAPIV3Schema", "properties", "spec", "properties", "selector");
      return selector !== undefined && selector["x-kubernetes-map-type"] !== "atomic";
    } catch (error) {
      // Not permitted, or deleted a moment ago: the selector stays empty, which the controllers never depend on.
      if (isApiError(error) && (error.status === 403 || error.status === 404)) return false;
      throw error;
    }
  }
}
