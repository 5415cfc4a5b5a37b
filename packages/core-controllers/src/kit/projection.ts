import {
  type DeepReadonly,
  getCondition,
  type HasConditions,
  type KubernetesObject,
  type ObjectKey,
  type ObjectMeta,
  type ResourceKind,
  type SomeConditions,
} from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { type CacheEvent, enqueueMapped, type Informer, type Request, type Source } from "@capstan/runtime";
import { getDeprecatedCondition, type HasDeprecatedConditions } from "../conditions/get-deprecated-condition.ts";

/** The fields of another kind that a controller reads. The identity of an object may always be read, because it never changes. */
export interface Selection<T> {
  readonly metadata?: readonly (keyof ObjectMeta)[];
  readonly spec?: readonly (keyof SpecOf<T>)[];
  readonly status?: readonly (keyof StatusOf<T>)[];
  /** Types in `status.conditions`. */
  readonly conditions?: readonly string[];
  /** Types in `status.deprecated.v1beta1.conditions`. */
  readonly deprecatedConditions?: readonly string[];
}

type SpecOf<T> = T extends { spec: infer Spec } ? Spec : object;
type StatusOf<T> = T extends { status?: infer Status } ? NonNullable<Status> : object;
type Named<List> = List extends readonly (infer Name)[] ? Name : never;

/** The metadata that never changes while an object exists. */
type Identity = "name" | "namespace" | "uid" | "creationTimestamp";

declare const wholeObject: unique symbol;

/** An object of another kind, with only the selected fields. */
export interface Projected<T extends KubernetesObject, S extends Selection<T>> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: DeepReadonly<Pick<ObjectMeta, Identity | (Named<S["metadata"]> & keyof ObjectMeta)>>;
  readonly spec: DeepReadonly<Pick<SpecOf<T>, Named<S["spec"]> & keyof SpecOf<T>>>;
  readonly status?: DeepReadonly<Pick<StatusOf<T>, Named<S["status"]> & keyof StatusOf<T>>> & ConditionsIn<S>;
  readonly [wholeObject]?: T;
}

type ConditionsIn<S> = (S extends { readonly conditions: readonly (infer Type extends string)[] }
  ? { readonly conditions?: SomeConditions<Type> | undefined }
  : object) &
  (S extends { readonly deprecatedConditions: readonly (infer Type extends string)[] }
    ? {
        readonly deprecated?:
          { readonly v1beta1?: { readonly conditions?: SomeConditions<Type> | undefined } | undefined } | undefined;
      }
    : object);

/** The objects of another kind, as a controller sees them. */
export interface Reader<View> {
  get(key: ObjectKey): View | undefined;
  listIn(namespace: string | undefined): readonly View[];
}

/** How a controller sees the objects of a {@link Projection}. */
export type Seen<P> = P extends Projection<infer T, infer S> ? Projected<T, S> : never;

/** Returns the requests that a change of such an object enqueues. */
export type WakeMapper<T extends KubernetesObject> = (
  object: DeepReadonly<T>,
  previous: DeepReadonly<T> | undefined,
) => readonly Request[];

/**
 * The fields of another kind that a controller reads, and that wake it: one declaration for both, so that every field that is read also
 * wakes the controller.
 */
export class Projection<T extends KubernetesObject, const S extends Selection<T>> {
  readonly kind: ResourceKind<T>;
  readonly selection: S;

  constructor(kind: ResourceKind<T>, selection: S) {
    this.kind = kind;
    this.selection = selection;
  }

  /** The cached objects, with the selected fields. */
  of(informer: Informer<T>): Reader<Projected<T, S>> {
    return informer as unknown as Reader<Projected<T, S>>;
  }

  /** The given cached objects, with the selected fields. */
  seen(objects: readonly DeepReadonly<T>[]): readonly Projected<T, S>[] {
    return objects as unknown as readonly Projected<T, S>[];
  }

  /** A source of every event in which a selected field changes, and of the first and last event of each object. */
  wakes(map: WakeMapper<T>): Source {
    return enqueueMapped(this.kind, (object, previous, event) => (this.#concerns(event) ? map(object, previous) : []));
  }

  /** Whether a selected field differs. */
  differs(object: DeepReadonly<T>, previous: DeepReadonly<T>): boolean {
    return !jsonEqual(this.#valuesOf(object), this.#valuesOf(previous));
  }

  #concerns({ type, object, previous }: CacheEvent<T>): boolean {
    return type !== "updated" || previous === undefined || this.differs(object, previous);
  }

  #valuesOf(object: DeepReadonly<T>): unknown[] {
    const { metadata = [], spec = [], status = [], conditions = [], deprecatedConditions = [] } = this.selection;
    const parts = object as DeepReadonly<KubernetesObject> & { spec?: object; status?: object };
    return [
      ...metadata.map((name) => parts.metadata[name]),
      ...valuesAt(parts.spec, spec),
      ...valuesAt(parts.status, status),
      ...conditions.map((type) => getCondition(parts as HasConditions, type)),
      ...deprecatedConditions.map((type) => getDeprecatedCondition(parts as HasDeprecatedConditions, type)),
    ];
  }
}

function valuesAt(section: object | undefined, names: readonly PropertyKey[]): unknown[] {
  const fields = (section ?? {}) as Readonly<Record<PropertyKey, unknown>>;
  return names.map((name) => fields[name]);
}

/**
 * The complete cached object behind a projection, for writing: a write must keep the fields that are not read. No decision may depend on
 * those fields.
 */
export function whole<T extends KubernetesObject>(seen: { readonly [wholeObject]?: T }): DeepReadonly<T> {
  return seen as unknown as DeepReadonly<T>;
}
