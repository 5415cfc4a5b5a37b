import { groupVersionOf } from "@capstan/provider";

/** An object for a workload cluster. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}

/** The parts of a manifest that identify its object. */
export function identityOf({ apiVersion, kind, metadata: { name, namespace } }: Manifest): Manifest {
  return { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace } };
}

/** A manifest for people. */
export function describe({ kind, metadata: { name, namespace } }: Manifest): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}

/** Whether two manifests are of the same object, whatever the version of its API. */
export function areSame(one: Manifest, other: Manifest): boolean {
  const key = ({ apiVersion, kind, metadata: { name, namespace = "" } }: Manifest) =>
    JSON.stringify([groupVersionOf(apiVersion).group, kind, namespace, name]);
  return key(one) === key(other);
}

export function isManifest(value: unknown): value is Manifest {
  const { apiVersion, kind, metadata } = (value ?? {}) as Partial<Manifest>;
  return typeof apiVersion === "string" && typeof kind === "string" && typeof metadata?.name === "string";
}
