import { apiVersionOf } from "@capstan/kube";
import { type Resource, type ResourceVersion } from "./resource.ts";

/** The currently served resources. */
export class Registry {
  readonly #resources = new Map<string, Resource>();
  readonly #builtIns: readonly Resource[];

  constructor(builtIns: readonly Resource[]) {
    this.#builtIns = builtIns;
    for (const resource of builtIns) this.#resources.set(key(resource.group, resource.plural), resource);
  }

  /** Serves a custom resource, or its new state. No custom resource is served in a built-in group version. */
  add(resource: Resource): void {
    if (this.isBuiltIn(resource)) return;
    const { group } = resource;
    const isTaken = (name: string): boolean =>
      this.#builtIns.some((other) => other.group === group && other.versions.some((version) => version.name === name));
    const versions = resource.versions.map((version) =>
      isTaken(version.name) ? { ...version, served: false } : version,
    );
    this.#resources.set(key(group, resource.plural), { ...resource, versions });
  }

  /** Stops serving a custom resource. */
  remove(group: string, plural: string): void {
    if (!this.isBuiltIn({ group, plural })) this.#resources.delete(key(group, plural));
  }

  /** Whether the resource is built in. */
  isBuiltIn({ group, plural }: { readonly group: string; readonly plural: string }): boolean {
    return this.#builtIns.some((resource) => resource.group === group && resource.plural === plural);
  }

  get(group: string, plural: string): Resource | undefined {
    return this.#resources.get(key(group, plural));
  }

  /** The resource and its version, if it is served. */
  find(group: string, version: string, plural: string): { resource: Resource; version: ResourceVersion } | undefined {
    const resource = this.get(group, plural);
    const served = resource?.versions.find((candidate) => candidate.name === version && candidate.served);
    return resource === undefined || served === undefined ? undefined : { resource, version: served };
  }

  /** The resource of a kind, by the apiVersion and kind of an object reference. */
  findKind(apiVersion: string, kind: string): Resource | undefined {
    for (const resource of this.#resources.values()) {
      if (resource.kind !== kind) continue;
      if (resource.versions.some(({ name }) => apiVersionOf({ group: resource.group, version: name }) === apiVersion))
        return resource;
    }
    return undefined;
  }

  all(): readonly Resource[] {
    return [...this.#resources.values()];
  }

  /** Resources with a store of their own, without views of others. */
  stores(): readonly Resource[] {
    return [
      ...new Map(
        this.all()
          .map((resource) => [resource.id, resource])
          .reverse() as [string, Resource][],
      ).values(),
    ];
  }
}

function key(group: string, plural: string): string {
  return `${group}/${plural}`;
}
