import { dump } from "js-yaml";
import { type ClientCertificate } from "./client-certificate.ts";

/** What a kubeconfig of one workload cluster is made of. */
export interface KubeconfigParts {
  readonly clusterName: string;
  readonly endpoint: { readonly host: string; readonly port: number };
  /** PEM. */
  readonly certificateAuthority: string;
  readonly client: ClientCertificate;
}

/** Writes the kubeconfig of a workload cluster's administrator, as YAML. */
export function kubeconfigDocument(parts: KubeconfigParts): string {
  const user = `${parts.clusterName}-admin`;
  const context = `${user}@${parts.clusterName}`;
  return dump({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name: parts.clusterName,
        cluster: {
          server: serverUrl(parts.endpoint),
          "certificate-authority-data": base64(parts.certificateAuthority),
        },
      },
    ],
    contexts: [{ name: context, context: { cluster: parts.clusterName, user } }],
    "current-context": context,
    preferences: {},
    users: [
      {
        name: user,
        user: {
          "client-certificate-data": base64(parts.client.certificate),
          "client-key-data": base64(parts.client.privateKey),
        },
      },
    ],
  });
}

/** URL of an API server; an IPv6 address is put into brackets. */
export function serverUrl(endpoint: { readonly host: string; readonly port: number }): string {
  const host = endpoint.host.includes(":") && !endpoint.host.startsWith("[") ? `[${endpoint.host}]` : endpoint.host;
  return `https://${host}:${endpoint.port}`;
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
