import { Type } from "typebox";
import { listOf, section, text } from "./limits.ts";

const BootstrapTokenDiscovery = section(
  {
    token: Type.Optional(text(512, "A token of the workload cluster. Defaults to a token generated for this machine.")),
    apiServerEndpoint: Type.Optional(text(512, "host:port of the API server. Defaults to the Cluster's endpoint.")),
    caCertHashes: Type.Optional(
      listOf(text(512, "sha256:<hex>"), 100, "Hashes of the cluster CA's public key. Defaults to those of the CA's Secret."),
    ),
    unsafeSkipCAVerification: Type.Optional(Type.Boolean({ description: "Skips the verification of the cluster CA." })),
  },
  "Discovery with a bootstrap token.",
);
type BootstrapTokenDiscovery = Type.Static<typeof BootstrapTokenDiscovery>;

const KubeConfigCluster = section(
  {
    server: Type.Optional(text(512, "URL of the API server. Defaults to the Cluster's endpoint.")),
    tlsServerName: Type.Optional(text(512, "Name to check the server's certificate for.")),
    insecureSkipTLSVerify: Type.Optional(Type.Boolean({ description: "Skips the verification of the server's certificate." })),
    certificateAuthorityData: Type.Optional(
      Type.String({
        format: "byte",
        minLength: 1,
        maxLength: 51_200,
        description: "PEM of the CA, in base64. Defaults to the cluster CA in its Secret.",
      }),
    ),
    proxyURL: Type.Optional(text(512, "Proxy to reach the server through.")),
  },
  "The cluster of the kubeconfig.",
);

const KubeConfigAuthProvider = Type.Object({
  name: text(256, "Name of the auth provider plugin."),
  config: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Settings of the plugin." })),
});

const KubeConfigAuthExec = Type.Object({
  command: text(1024, "Command that prints credentials."),
  args: Type.Optional(listOf(text(512, "An argument."), 100, "Arguments of the command.")),
  env: Type.Optional(
    listOf(
      Type.Object({ name: text(512, "Name of the variable."), value: text(512, "Its value.") }),
      100,
      "Environment variables of the command.",
    ),
  ),
  apiVersion: Type.Optional(text(512, "Version of the command's output. Defaults to client.authentication.k8s.io/v1.")),
  provideClusterInfo: Type.Optional(Type.Boolean({ description: "Passes information about the cluster to the command." })),
});

/** A kubeconfig for the discovery, written to the machine by this provider. */
const FileDiscoveryKubeConfig = Type.Object({
  cluster: Type.Optional(KubeConfigCluster),
  user: section(
    { authProvider: Type.Optional(KubeConfigAuthProvider), exec: Type.Optional(KubeConfigAuthExec) },
    "The user of the kubeconfig.",
  ),
});
type FileDiscoveryKubeConfig = Type.Static<typeof FileDiscoveryKubeConfig>;

export const FileDiscovery = Type.Object({
  kubeConfigPath: text(512, "Path or URL of a kubeconfig."),
  kubeConfig: Type.Optional(FileDiscoveryKubeConfig),
});
export type FileDiscovery = Type.Static<typeof FileDiscovery>;

/** How a joining machine finds the cluster and verifies its identity. */
export const Discovery = section(
  {
    bootstrapToken: Type.Optional(BootstrapTokenDiscovery),
    file: Type.Optional(FileDiscovery),
    tlsBootstrapToken: Type.Optional(text(512, "Token of the TLS bootstrap. Defaults to bootstrapToken.token.")),
  },
  "How the machine finds and trusts the cluster. Defaults to a bootstrap token generated for the machine.",
);
/** How a joining machine finds the cluster and verifies its identity. */
export type Discovery = Type.Static<typeof Discovery>;
