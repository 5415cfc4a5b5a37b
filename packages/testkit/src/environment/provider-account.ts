import {
  leaderElectionRules,
  managerRules,
  type PolicyRule,
  type ReconciledDefinition,
  requestPath,
} from "@capstan/provider";
import type { Client } from "@capstan/runtime";
import { serviceAccountKubeconfig } from "../go-core/service-account.ts";
import type { RunningServer } from "./test-server.ts";

const account = { namespace: "provider-system", name: "manager" };
const group = "rbac.authorization.k8s.io";
const apiVersion = `${group}/v1`;

/**
 * Creates the ServiceAccount of a provider's manager, with only the rules that `capstan generate rbac` writes for these definitions.
 *
 * @param options - `leases`: the namespace of the Lease for leader election. Default: the account's own namespace.
 * @returns a kubeconfig (YAML) with a token of the account.
 */
export async function providerAccount(
  client: Client,
  server: RunningServer,
  definitions: readonly ReconciledDefinition[],
  { leases = account.namespace }: { readonly leases?: string | undefined } = {},
): Promise<string> {
  const { namespace, name } = account;
  await client.request("POST", requestPath`/api/v1/namespaces`, { metadata: { name: namespace } });
  await client.request("POST", requestPath`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name } });
  await grant(client, "ClusterRole", "", managerRules(definitions));
  await grant(client, "Role", leases, leaderElectionRules());
  return serviceAccountKubeconfig(server, client, account);
}

/** Creates a role with these rules and binds it to the account. */
async function grant(
  client: Client,
  kind: "ClusterRole" | "Role",
  namespace: string,
  rules: readonly PolicyRule[],
): Promise<void> {
  const metadata = { name: account.name };
  const [roles, bindings] = [`${kind.toLowerCase()}s`, `${kind.toLowerCase()}bindings`];
  const path =
    namespace === "" ? requestPath`/apis/${group}/v1` : requestPath`/apis/${group}/v1/namespaces/${namespace}`;
  await client.request("POST", requestPath`${path}/${roles}`, { apiVersion, kind, metadata, rules });
  await client.request("POST", requestPath`${path}/${bindings}`, {
    apiVersion,
    kind: `${kind}Binding`,
    metadata,
    roleRef: { apiGroup: group, kind, name: account.name },
    subjects: [{ kind: "ServiceAccount", ...account }],
  });
}
