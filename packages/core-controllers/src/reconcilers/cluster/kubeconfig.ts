import { type Cluster, clusterSecretName, type DeepReadonly, labels, secretKeys, secretType } from "@capstan/contract";
import { type Client, type Clock, type Informer, isAlreadyExists, Secret } from "@capstan/runtime";
import { issueAdminCertificate } from "../../kubeconfig/client-certificate.ts";
import { kubeconfigDocument } from "../../kubeconfig/kubeconfig-document.ts";
import { clusterOwner } from "../machine/owner.ts";
import { isEndpoint } from "./infrastructure.ts";

/** Options of {@link ensureKubeconfig}. */
export interface KubeconfigOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Secrets that have the label `cluster.x-k8s.io/cluster-name`. */
  readonly secrets: Informer<Secret>;
}

/** What there is of the Secret `<cluster>-kubeconfig`; where it is missing, why. */
export type KubeconfigState =
  { readonly present: true; readonly resourceVersion: string } | { readonly present: false; readonly message: string };

/**
 * Writes the Secret `<cluster>-kubeconfig` of a Cluster without `controlPlaneRef`, once its endpoint and its
 * certificate authority are known. With a `controlPlaneRef` that is the control plane provider's job.
 */
export async function ensureKubeconfig(
  cluster: DeepReadonly<Cluster>,
  options: KubeconfigOptions,
  signal: AbortSignal,
): Promise<KubeconfigState> {
  const { name, namespace } = cluster.metadata;
  const inNamespace = namespace === undefined ? {} : { namespace };
  const secretName = clusterSecretName(name, "kubeconfig");
  const present = options.secrets.get({ name: secretName, ...inNamespace });
  if (present !== undefined) return presentAs(present);
  const { controlPlaneEndpoint, controlPlaneRef } = cluster.spec;
  if (controlPlaneRef !== undefined) {
    return missing(`Waiting for ${controlPlaneRef.kind} ${controlPlaneRef.name} to create Secret ${secretName}`);
  }
  if (!isEndpoint(controlPlaneEndpoint)) return missing("Waiting for spec.controlPlaneEndpoint to be set");
  const authorityName = clusterSecretName(name, "ca");
  const authority = options.secrets.get({ name: authorityName, ...inNamespace });
  const certificate = textOf(authority, secretKeys.certificate);
  const privateKey = textOf(authority, secretKeys.privateKey);
  if (certificate === undefined || privateKey === undefined) {
    const wanted = `Secret ${authorityName} with keys ${secretKeys.certificate} and ${secretKeys.privateKey}`;
    return missing(`Waiting for ${wanted} and label ${labels.clusterName}: ${name}`);
  }
  if (cluster.metadata.deletionTimestamp !== undefined) return missing("The Cluster is being deleted");
  const client = await issueAdminCertificate({ certificate, privateKey }, options.clock.now());
  const document = kubeconfigDocument({
    clusterName: name,
    endpoint: controlPlaneEndpoint,
    certificateAuthority: certificate,
    client,
  });
  const secret: Secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: secretName,
      ...inNamespace,
      labels: { [labels.clusterName]: name },
      ownerReferences: [clusterOwner(cluster)],
    },
    type: secretType,
    data: { [secretKeys.value]: Buffer.from(document, "utf8").toString("base64") },
  };
  try {
    return presentAs(await options.client.create(Secret, secret, { signal }));
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // Not in the cache, though it exists: without the label it is not one of ours.
    return missing(`Secret ${secretName} exists without label ${labels.clusterName}: ${name}`);
  }
}

function presentAs({ metadata }: DeepReadonly<Secret>): KubeconfigState {
  return { present: true, resourceVersion: metadata.resourceVersion ?? "" };
}

function missing(message: string): KubeconfigState {
  return { present: false, message };
}

function textOf(secret: DeepReadonly<Secret> | undefined, key: string): string | undefined {
  const value = secret?.data?.[key];
  return value === undefined || value === "" ? undefined : Buffer.from(value, "base64").toString("utf8");
}
