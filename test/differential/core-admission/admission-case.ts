import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf, deepCopy } from "@capstan/kube";

/** Fields of an object by their paths, such as `spec.template.spec.version`; `undefined` leaves one out. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object that is created or changed, and the response. */
export interface AdmissionCase {
  readonly kind: ResourceKind;
  readonly what: string;
  /** What it has besides the fields of {@link base}, or otherwise. */
  readonly fields: Fields;
  /** What it has before it is changed. Default: it is created. */
  readonly before?: Fields;
  /** What the refusal names; `undefined` if it is admitted. */
  readonly refused?: string;
  /** What Cluster API does otherwise, and why Capstan's does not. */
  readonly upstream?: { readonly does: "admit" | "refuse"; readonly why: string };
}

/** An object with fields set. */
export function objectWith(kind: ResourceKind, name: string, ...all: readonly Fields[]): KubernetesObject {
  const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name, namespace: "default" } };
  for (const fields of all) for (const [path, value] of Object.entries(fields)) set(object, path.split("."), value);
  return object;
}

function set(target: Record<string, unknown>, [step = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) {
    target[step] ??= {};
    set(target[step] as Record<string, unknown>, rest, value);
  } else if (value === undefined) Reflect.deleteProperty(target, step);
  else target[step] = deepCopy(value);
}
