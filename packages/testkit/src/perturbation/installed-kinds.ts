import type { ApiServer, FollowedResource } from "@capstan/apiserver";
import type { CustomResourceDefinition, ResourceKind } from "@capstan/contract";
import { ConfigMap, Secret, storageVersionOf } from "@capstan/runtime";

/** The kinds that are installed on a server, and the built-in kinds that providers write. */
export class InstalledKinds {
  readonly #server: ApiServer;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  /** All kinds, in their storage versions. */
  get all(): readonly ResourceKind[] {
    const crds: CustomResourceDefinition[] = [];
    const end = this.#server.follow(
      { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" },
      ({ object }) => {
        crds.push(object as unknown as CustomResourceDefinition);
      },
    );
    end();
    return [Secret, ConfigMap, ...crds.map(storedKind)];
  }

  /** The resources that a host may follow. */
  get followed(): readonly FollowedResource[] {
    return this.all.map(({ group, plural }) => ({ group, plural }));
  }

  /** The kind with a name such as `Machine`. */
  named(name: string): ResourceKind | undefined {
    return this.all.find(({ kind }) => kind === name);
  }

  /** The kind of a resource, as named in paths. */
  ofResource(group: string, plural: string): ResourceKind | undefined {
    return this.all.find((kind) => kind.group === group && kind.plural === plural);
  }
}

function storedKind(crd: CustomResourceDefinition): ResourceKind {
  const { spec } = crd;
  const version = storageVersionOf(crd)?.name ?? "";
  const { kind, plural } = spec.names;
  return { group: spec.group, version, kind, plural, namespaced: spec.scope === "Namespaced" };
}
