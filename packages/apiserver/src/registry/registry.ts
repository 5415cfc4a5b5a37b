import { apiVersionOf } from "@capstan/kube";
import { type Resource, type ResourceVersion } from "./resource.ts";

/** The resources that are served right now. */
export class Registry {
  readonly #resources = new Map<string, Resource>();

  constructor(builtIns: readonly Resource[]) {
    for (const resource of builtIns) this.add(resource);
  }

  add(resource: Resource): void {
    this.#resources.set(key(resource.group, resource.plural), resource);
  }

  remove(group: string, plural: string): void {
    this.#resources.delete(key(group, plural));
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

  /** The resource of a kind, by the apiVersion and kind that references to objects carry. */
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

  /** Resources with a store of their own, and no second view of another's. */
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
