import { readKubeconfigEntries, renderKubeconfig, textAt } from "@capstan/kube";
import { type Client, requestPath } from "@capstan/runtime";

const tokenSeconds = 24 * 3600;

/**
 * The user name of a ServiceAccount, as in authentication, audit log and RBAC.
 *
 * @example
 * ```ts
 * import { serviceAccountUser } from "@capstan/testkit";
 *
 * console.log(serviceAccountUser({ namespace: "hello-system", name: "manager" })); // system:serviceaccount:hello-system:manager
 * ```
 */
export function serviceAccountUser(account: { readonly namespace: string; readonly name: string }): string {
  return `system:serviceaccount:${account.namespace}:${account.name}`;
}

/**
 * A kubeconfig (YAML) with a token of an existing ServiceAccount, valid for a day. Contains that token.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { createClient } from "@capstan/provider";
 * import { applyYAML, serviceAccountKubeconfig } from "@capstan/testkit";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * const account = { namespace: "default", name: "manager" };
 * await applyYAML(client, "apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: manager, namespace: default }\n");
 * const kubeconfig = await serviceAccountKubeconfig(server, client, account);
 * console.log(kubeconfig.includes("token")); // true
 * await client.close();
 * ```
 */
export async function serviceAccountKubeconfig(
  server: { readonly kubeconfig: string },
  client: Client,
  account: { readonly namespace: string; readonly name: string },
): Promise<string> {
  const { namespace, name } = account;
  const answer = await client.request(
    "POST",
    requestPath`/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: { expirationSeconds: tokenSeconds },
    },
  );
  const { token } = (answer as { status: { token: string } }).status;
  const { clusters, contexts, currentContext } = readKubeconfigEntries(server.kubeconfig);
  const cluster = clusters.get(textAt(contexts.get(currentContext), "cluster") ?? "");
  const authority = textAt(cluster, "certificate-authority-data") ?? "";
  return renderKubeconfig({
    name: "management",
    server: textAt(cluster, "server") ?? "",
    certificateAuthority: Buffer.from(authority, "base64").toString(),
    user: name,
    credentials: { token },
  });
}
