import type { PolicyRule } from "@capstan/provider";
import { type Client, requestPath, groupVersionPath } from "@capstan/runtime";

/** Grants a user of that name the permissions in `rules`, everywhere. */
export async function grantClusterRole(admin: Client, name: string, rules: readonly PolicyRule[]): Promise<void> {
  const apiGroup = "rbac.authorization.k8s.io";
  const path = groupVersionPath({ group: apiGroup, version: "v1" });
  const [apiVersion, metadata] = [`${apiGroup}/v1`, { name }];
  await admin.request("POST", requestPath`${path}/clusterroles`, { apiVersion, kind: "ClusterRole", metadata, rules });
  await admin.request("POST", requestPath`${path}/clusterrolebindings`, {
    apiVersion,
    kind: "ClusterRoleBinding",
    metadata,
    roleRef: { apiGroup, kind: "ClusterRole", name },
    subjects: [{ apiGroup, kind: "User", name }],
  });
}
