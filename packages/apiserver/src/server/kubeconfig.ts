import { dump } from "js-yaml";

/** How a kubeconfig's user proves who it is. Certificate and key are PEM. */
export type KubeconfigCredentials =
  { readonly token: string } | { readonly certificate: string; readonly privateKey: string };

/** A kubeconfig with one cluster, one user and one context, as YAML text. It holds a credential: do not log it. */
export function renderKubeconfig(options: {
  readonly name: string;
  readonly server: string;
  readonly certificateAuthority: string;
  readonly user: string;
  readonly credentials: KubeconfigCredentials;
}): string {
  const { name, server, user, credentials } = options;
  return dump({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server, "certificate-authority-data": base64(options.certificateAuthority) } }],
    users: [
      {
        name: user,
        user:
          "token" in credentials
            ? { token: credentials.token }
            : {
                "client-certificate-data": base64(credentials.certificate),
                "client-key-data": base64(credentials.privateKey),
              },
      },
    ],
    contexts: [{ name: `${user}@${name}`, context: { cluster: name, user } }],
    "current-context": `${user}@${name}`,
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
