import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { groupOfApiVersion, versionOfApiVersion } from "@capstan/kube";
import { ConfigMap, Event, Lease, Secret } from "@capstan/runtime";
import { definitions } from "./tenants.ts";

/** Built-in kinds that managers read or write. */
const builtIn: readonly ResourceKind[] = [Secret, ConfigMap, Lease, Event];

/** Every kind that managers watch or write in a tenant's namespace, once for each served version. */
export const tenantsKinds: readonly ResourceKind[] = [
  ...definitions.flatMap(({ spec: { group, names, scope, versions } }) =>
    scope === "Cluster"
      ? []
      : versions
          .filter(({ served }) => served)
          .map(({ name: version }) => ({ group, version, kind: names.kind, plural: names.plural, namespaced: true })),
  ),
  ...builtIn,
];

/** @throws Error no such kind is installed. */
export function kindOf({ apiVersion, kind }: Pick<KubernetesObject, "apiVersion" | "kind">): ResourceKind {
  const [group, version] = [groupOfApiVersion(apiVersion), versionOfApiVersion(apiVersion)];
  const found = tenantsKinds.find((each) => each.group === group && each.version === version && each.kind === kind);
  if (found === undefined) throw new Error(`${kind} of ${apiVersion} is not installed`);
  return found;
}
