/** An object of a workload cluster. */
export interface InstalledObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly data: Readonly<Record<string, string>>;
}

/** What a cluster gets: put your objects here. */
export function objectOf(name: string, { greeting }: { readonly greeting: string }): InstalledObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" }, data: { greeting } };
}
