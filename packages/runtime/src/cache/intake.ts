import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf, deepCopy, deepFreeze } from "@capstan/kube";
import { type KeptManagedFields, withManagedFields } from "./managed-fields.ts";
import { SharedStrings } from "./shared-strings.ts";

/** Options of {@link Intake}. */
export interface IntakeOptions {
  readonly freeze: boolean;
  /** Whether nothing is kept but the metadata, whatever a server sends or a write answers. */
  readonly metadataOnly: boolean;
  readonly keptManagedFields: () => KeptManagedFields;
}

/** Makes of the objects of one kind, as they come from a server, what a cache keeps. */
export class Intake<T extends KubernetesObject> {
  readonly #options: IntakeOptions;
  readonly #strings = new SharedStrings();
  readonly #typeMeta: { readonly apiVersion: string; readonly kind: string };

  constructor(kind: ResourceKind<T>, options: IntakeOptions) {
    this.#options = options;
    this.#typeMeta = { apiVersion: apiVersionOf(kind), kind: kind.kind };
  }

  /** An object that is this cache's alone: it is changed in place. */
  own(object: T): T {
    const { apiVersion, kind } = this.#typeMeta;
    if (object.apiVersion === apiVersion && object.kind === kind) Object.assign(object, this.#typeMeta);
    this.#strings.share(object);
    return this.#frozen(this.#trimmed(object));
  }

  /** An object that others have, too. */
  copy(object: T): T {
    return this.#frozen(deepCopy<T>(this.#trimmed(object) as DeepReadonly<T>));
  }

  #trimmed(object: T): T {
    const { metadataOnly, keptManagedFields } = this.#options;
    return withManagedFields(metadataOnly ? (metadataOf(object) as T) : object, keptManagedFields());
  }

  #frozen(object: T): T {
    return this.#options.freeze ? deepFreeze(object) : object;
  }
}

function metadataOf({ apiVersion, kind, metadata }: KubernetesObject): KubernetesObject {
  return { apiVersion, kind, metadata };
}
