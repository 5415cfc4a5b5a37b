import { hostPort } from "@capstan/kube";
import { type Discovery, type FileDiscovery } from "../../api/v1beta2/discovery.ts";
import { encodeBase64 } from "../../certificates/base64.ts";
import { type ClusterCA } from "../../certificates/cluster-ca.ts";

/** The inputs of a discovery from outside the spec. */
export interface DiscoveryNeeds {
  readonly address: boolean;
  readonly token: boolean;
  /** The cluster CA; `wanted` if the machine can do without it. */
  readonly clusterCA: "required" | "wanted" | "no";
}

/** The sources of a discovery's defaults; each is used only if needed. */
export interface DiscoveryDefaults {
  readonly apiServerEndpoint: string | undefined;
  readonly token: string | undefined;
  readonly clusterCA: ClusterCA | undefined;
}

/** Determines the inputs that the user's discovery lacks. */
export function discoveryNeeds(discovery: Discovery | undefined): DiscoveryNeeds {
  if (discovery?.file !== undefined) return fileNeeds(discovery.file);
  const given = discovery?.bootstrapToken;
  const clusterCA = given?.unsafeSkipCAVerification === true ? "wanted" : "required";
  return {
    address: given?.apiServerEndpoint === undefined,
    token: given?.token === undefined,
    clusterCA: given?.caCertHashes === undefined ? clusterCA : "no",
  };
}

// A file that the user provides is complete.
function fileNeeds({ kubeConfig }: FileDiscovery): DiscoveryNeeds {
  return {
    address: kubeConfig !== undefined && kubeConfig.cluster?.server === undefined,
    token: false,
    clusterCA:
      kubeConfig !== undefined && kubeConfig.cluster?.certificateAuthorityData === undefined ? "required" : "no",
  };
}

/** Adds defaults to the discovery. The user's values always win. */
export function completeDiscovery(discovery: Discovery | undefined, defaults: DiscoveryDefaults): Discovery {
  if (discovery?.file !== undefined) return { ...discovery, file: completeFile(discovery.file, defaults) };
  const { apiServerEndpoint, token, clusterCA } = defaults;
  return {
    ...discovery,
    bootstrapToken: {
      ...(apiServerEndpoint === undefined ? {} : { apiServerEndpoint }),
      ...(token === undefined ? {} : { token }),
      ...(clusterCA === undefined ? {} : { caCertHashes: [...clusterCA.hashes] }),
      ...discovery?.bootstrapToken,
    },
  };
}

function completeFile(file: FileDiscovery, { apiServerEndpoint, clusterCA }: DiscoveryDefaults): FileDiscovery {
  if (file.kubeConfig === undefined) return file;
  const cluster = {
    ...(apiServerEndpoint === undefined ? {} : { server: `https://${apiServerEndpoint}` }),
    ...(clusterCA === undefined ? {} : { certificateAuthorityData: encodeBase64(clusterCA.certificate) }),
    ...file.kubeConfig.cluster,
  };
  return { ...file, kubeConfig: { ...file.kubeConfig, cluster } };
}

/** host:port, with brackets around an IPv6 address; undefined unless both are set. */
export function formatEndpoint(
  endpoint: { readonly host?: string; readonly port?: number } | undefined,
): string | undefined {
  const { host, port } = endpoint ?? {};
  if (host === undefined || host === "" || port === undefined || port === 0) return undefined;
  return hostPort({ host, port });
}
