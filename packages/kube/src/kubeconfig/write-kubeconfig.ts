import { dump } from "js-yaml";

/** How a kubeconfig's user proves who it is. Certificate and key are PEM. */
export type KubeconfigCredentials =
  { readonly token: string } | { readonly certificate: string; readonly privateKey: string };

/** What a kubeconfig of one cluster and one user is made of. */
export interface KubeconfigParts {
  /** Of the cluster. */
  readonly name: string;
  /** URL of its API server. */
  readonly server: string;
  /** PEM. */
  readonly certificateAuthority: string;
  /** The name of the entry with the credentials. */
  readonly user: string;
  /** How the client says who it is. */
  readonly credentials: KubeconfigCredentials;
}

/**
 * A kubeconfig with one cluster, one user and the context `user@cluster`, as YAML text. It holds a credential: do not log it.
 */
export function renderKubeconfig({ name, user, credentials, ...cluster }: KubeconfigParts): string {
  return dump({
    apiVersion: "v1",
    kind: "Config",
    ...kubeconfigEntries({
      context: `${user}@${name}`,
      cluster: { name, fields: clusterFields(cluster) },
      user: { name: user, fields: credentialFields(credentials) },
    }),
  });
}

/** A kubeconfig that says where a cluster is and what to trust there, and has no user: what kubeadm puts into `cluster-info`. */
export function renderClusterInfo(cluster: Pick<KubeconfigParts, "server" | "certificateAuthority">): string {
  return dump({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "", cluster: clusterFields(cluster) }],
    contexts: null,
    "current-context": "",
    preferences: {},
    users: null,
  });
}

/** A name with what a kubeconfig has under it. */
interface Entry {
  readonly name: string;
  readonly fields: object;
}

/** The lists of a kubeconfig with one context, which is the current one. */
export function kubeconfigEntries({
  context,
  cluster,
  user,
}: {
  readonly context: string;
  readonly cluster: Entry;
  readonly user: Entry;
}) {
  return {
    clusters: [{ name: cluster.name, cluster: cluster.fields }],
    contexts: [{ name: context, context: { cluster: cluster.name, user: user.name } }],
    "current-context": context,
    users: [{ name: user.name, user: user.fields }],
  };
}

function clusterFields({ server, certificateAuthority }: Pick<KubeconfigParts, "server" | "certificateAuthority">) {
  return { "certificate-authority-data": base64(certificateAuthority), server };
}

function credentialFields(credentials: KubeconfigCredentials): object {
  if ("token" in credentials) return { token: credentials.token };
  return {
    "client-certificate-data": base64(credentials.certificate),
    "client-key-data": base64(credentials.privateKey),
  };
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
