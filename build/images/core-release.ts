import { componentsName, coreProvider, labels } from "@capstan/contract";
import { convertedCoreCRDs, coreClusterRules, coreRules } from "@capstan/core-controllers";
import {
  clusterRole,
  leaderElectionRole,
  managerComponents,
  metadataOf,
  type ReleaseFile,
  type RoleObject,
  yamlOf,
} from "@capstan/provider/release";

const names = { prefix: "capstan-core", namespace: "capstan-system", labels: { [labels.provider]: coreProvider } };
/** Label of the roles that providers with their own API groups bring (rule RB-005). */
const aggregated = { [labels.aggregateToManager]: "true" };

/** A release of the core for clusterctl's local repository, which replaces Cluster API's. */
export function coreRelease({ version, image }: Readonly<Record<"version" | "image", string>>): ReleaseFile[] {
  const components = managerComponents({
    ...names,
    image: `${image}:${version}`,
    args: [],
    crds: convertedCoreCRDs,
    admissionWebhooks: [],
    roles: [
      clusterRole(names, "manager", [...coreRules(), ...coreClusterRules()]),
      aggregatedRole(),
      leaderElectionRole(names),
    ],
  });
  const folder = `${coreProvider}/${version}`;
  return [
    { path: `${folder}/${componentsName("core")}`, text: yamlOf(components) },
    { path: `${folder}/metadata.yaml`, text: yamlOf([metadataOf(version, "v1beta2")]) },
  ];
}

/** The aggregated permissions from providers. */
function aggregatedRole(): RoleObject {
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: aggregated }] };
  return { ...clusterRole(names, "aggregated-manager", []), aggregationRule };
}
