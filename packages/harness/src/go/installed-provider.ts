import { labels } from "@capstan/contract";
import { type Client, installCRDs } from "@capstan/runtime";
import { applyManifests, serviceAccountKubeconfig, serviceAccountUser, untilCoreMayUse } from "@capstan/testkit";
import type { GeneratedManifests, GeneratedRole } from "./generated-manifests.ts";

interface Deployment {
  readonly metadata: { readonly namespace: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly serviceAccountName: string;
        readonly containers: readonly { readonly args: readonly string[] }[];
      };
    };
  };
}

/** A provider whose generated manifests are on the server, with its identity there: a ServiceAccount with exactly that role. */
export interface InstalledProvider {
  /** Its name in the audit log. */
  readonly user: string;
  /** The kubeconfig of its ServiceAccount. */
  readonly kubeconfig: string;
  /** The roles bound to it. */
  readonly roles: readonly GeneratedRole[];
  /** The arguments of its Deployment, for a process on loopback. */
  readonly arguments: readonly string[];
}

/**
 * Applies the generated manifests of a provider: CRDs, Namespace, ServiceAccount, roles and bindings.
 *
 * @param withCRDs - false if the kinds are already installed.
 */
export async function installProvider(
  server: { readonly kubeconfig: string },
  admin: Client,
  { components, crds, roles }: GeneratedManifests,
  { withCRDs = true } = {},
): Promise<InstalledProvider> {
  const deployment = components.find(({ kind }) => kind === "Deployment") as unknown as Deployment;
  const { namespace } = deployment.metadata;
  const { serviceAccountName, containers } = deployment.spec.template.spec;
  await applyManifests(admin, components);
  if (withCRDs) await installCRDs(admin, crds, { timeoutMs: 120_000 });
  const aggregated = roles.filter(({ metadata }) => metadata.labels?.[labels.aggregateToManager] === "true");
  for (const group of aggregated.flatMap(({ rules }) => rules.flatMap(({ apiGroups }) => apiGroups))) {
    await untilCoreMayUse(admin, group);
  }
  const account = { namespace, name: serviceAccountName };
  return {
    user: serviceAccountUser(account),
    kubeconfig: await serviceAccountKubeconfig(server, admin, account),
    roles: roles.filter((role) => !aggregated.includes(role)),
    arguments: (containers[0]?.args ?? []).map((argument) =>
      argument
        .replace("$(POD_NAMESPACE)", namespace)
        .replace(/^--(health-addr|diagnostics-address)=.*/, "--$1=127.0.0.1:0"),
    ),
  };
}
