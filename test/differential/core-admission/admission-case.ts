import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf, deepCopy } from "@capstan/kube";

/** Fields of an object by path, such as `spec.template.spec.version`; `undefined` omits a field. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object that is created or updated, and the response. */
export interface AdmissionCase {
  readonly kind: ResourceKind;
  readonly what: string;
  /** Its fields in addition to, or different from, those of {@link base}. */
  readonly fields: Fields;
  /** Its fields before the update. Default: it is created. */
  readonly before?: Fields;
  /** The field or text in the refusal; `undefined` if it is admitted. */
  readonly refused?: string;
  /** How Cluster API differs, and why Capstan does. */
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
