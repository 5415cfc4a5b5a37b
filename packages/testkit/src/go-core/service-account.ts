import { renderKubeconfig } from "@capstan/kube";
import type { Client } from "@capstan/runtime";
import type { RealApiServer } from "../real/real-api-server.ts";

const tokenSeconds = 24 * 3600;

/** Name of a ServiceAccount as authentication, audit log and RBAC know it. */
export function serviceAccountUser(account: { readonly namespace: string; readonly name: string }): string {
  return `system:serviceaccount:${account.namespace}:${account.name}`;
}

/** Kubeconfig (YAML) with a token of a ServiceAccount that exists, good for a day. Holds that token. */
export async function serviceAccountKubeconfig(
  server: RealApiServer,
  client: Client,
  account: { readonly namespace: string; readonly name: string },
): Promise<string> {
  const { namespace, name } = account;
  const answer = await client.request("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { expirationSeconds: tokenSeconds },
  });
  const { token } = (answer as { status: { token: string } }).status;
  return renderKubeconfig({
    name: "real",
    server: server.url,
    certificateAuthority: server.authority.certificate,
    user: name,
    credentials: { token },
  });
}
