import { writeYaml } from "../yaml/write-yaml.ts";

/** The credentials of a kubeconfig's user. Certificate and key are in PEM. */
export type KubeconfigCredentials =
  { readonly token: string } | { readonly certificate: string; readonly privateKey: string };

/** The values of a kubeconfig with one cluster and one user. */
export interface KubeconfigParts {
  /** Name of the cluster. */
  readonly name: string;
  /** URL of the API server. */
  readonly server: string;
  /** The certificate authority, in PEM. */
  readonly certificateAuthority: string;
  /** Name of the user entry, which has the credentials. */
  readonly user: string;
  /** The credentials of the client. */
  readonly credentials: KubeconfigCredentials;
}

/** Renders a kubeconfig in YAML with one cluster, one user and the context `user@cluster`. It contains a credential: do not log it. */
export function renderKubeconfig({ name, user, credentials, ...cluster }: KubeconfigParts): string {
  return writeYaml({
    apiVersion: "v1",
    kind: "Config",
    ...kubeconfigEntries({
      context: `${user}@${name}`,
      cluster: { name, fields: clusterFields(cluster) },
      user: { name: user, fields: credentialFields(credentials) },
    }),
  });
}

/**
 * Renders a kubeconfig with the address and the certificate authority of a cluster and without a user, as kubeadm puts it into
 * `cluster-info`.
 */
export function renderClusterInfo(cluster: Pick<KubeconfigParts, "server" | "certificateAuthority">): string {
  return writeYaml({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "", cluster: clusterFields(cluster) }],
    contexts: null,
    "current-context": "",
    preferences: {},
    users: null,
  });
}

interface Entry {
  readonly name: string;
  readonly fields: object;
}

/** The lists of a kubeconfig with a single context, which is the current context. */
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
