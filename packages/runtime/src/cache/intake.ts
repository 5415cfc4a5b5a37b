import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf, deepCopy, deepFreeze } from "@capstan/kube";
import { type KeptManagedFields, withManagedFields } from "./managed-fields.ts";
import { SharedStrings } from "./shared-strings.ts";

/** Options of {@link Intake}. */
export interface IntakeOptions {
  readonly freeze: boolean;
  /** Whether only metadata is kept, whatever the server sends or a write returns. */
  readonly metadataOnly: boolean;
  readonly keptManagedFields: () => KeptManagedFields;
}

/** Converts a server's objects of one kind into cached objects. */
export class Intake<T extends KubernetesObject> {
  readonly #options: IntakeOptions;
  readonly #strings = new SharedStrings();
  readonly #typeMeta: { readonly apiVersion: string; readonly kind: string };

  constructor(kind: ResourceKind<T>, options: IntakeOptions) {
    this.#options = options;
    this.#typeMeta = { apiVersion: apiVersionOf(kind), kind: kind.kind };
  }

  /** Takes an object that only this cache has, and changes it in place. */
  own(object: T): T {
    const { apiVersion, kind } = this.#typeMeta;
    if (object.apiVersion === apiVersion && object.kind === kind) Object.assign(object, this.#typeMeta);
    this.#strings.share(object);
    return this.#frozen(this.#trimmed(object));
  }

  /** Copies an object that others use too. */
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
