import {
  type DataOutcome,
  Cluster,
  Secret,
  apiVersionOf,
  isCapstanError,
  isDataSecretOf,
  isNotFound,
} from "@capstan/provider";
import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";
import {
  type Certificate,
  lookUpCertificates,
  lookUpOrGenerateCertificates,
} from "../../certificates/cluster-certificates.ts";
import { controlPlaneCertificates } from "../../certificates/purpose.ts";
import { giveUpInitLock } from "../../lock/init-lock.ts";
import { renderInit } from "../../render/bootstrap-data.ts";
import { dataOutcome } from "./bootstrap-data-outcome.ts";
import { formatEndpoint } from "./discovery.ts";
import { type KubeadmScope, type Subject, certificatesOf, namespaceOf, resolveSetupOf } from "./kubeadm-scope.ts";

/**
 * Renders the data of the machine that initializes the control plane. The machine must hold the init lock, and keeps it if there is data: a
 * machine that gets no data must not keep others from initializing.
 */
export async function initialize(
  scope: KubeadmScope,
  spec: KubeadmConfigSpec,
  subject: Subject,
  signal: AbortSignal,
): Promise<DataOutcome> {
  try {
    return await initData(scope, spec, subject, signal);
  } catch (error) {
    if (!signal.aborted && !isOpen(error)) await giveUp(scope, subject, signal);
    throw error;
  }
}

/**
 * Releases the lock, unless the machine's data is stored: a second machine that initializes would split the cluster.
 *
 * @throws ApiError retried with back-off.
 */
export async function giveUp(scope: KubeadmScope, { machineName }: Subject, signal: AbortSignal): Promise<void> {
  if (machineName === undefined || (await hasData(scope, signal))) return;
  await giveUpInitLock(scope.client, scope.cluster, machineName, signal);
}

/** Whether the server may have carried out the request: it did not respond, or not conclusively. */
function isOpen(error: unknown): boolean {
  if (isCapstanError(error, "ConnectionFailed")) return true;
  return isCapstanError(error, "ApiRequestFailed") && "status" in error && Number(error.status) >= 500;
}

/** Reads from the server, because the cache may lack the data that an interrupted attempt has stored. */
async function hasData(scope: KubeadmScope, signal: AbortSignal): Promise<boolean> {
  const { name } = scope.object.metadata;
  try {
    const secret = await scope.client.get(Secret, { namespace: namespaceOf(scope), name }, { signal });
    return isDataSecretOf(secret, scope.object, scope.cluster.metadata.name);
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

async function initData(
  scope: KubeadmScope,
  spec: KubeadmConfigSpec,
  { kubernetesVersion }: Subject,
  signal: AbortSignal,
): Promise<DataOutcome> {
  const setup = await resolveSetupOf(scope, spec, signal);
  const certificates = await initCertificates(scope, spec, signal);
  const { spec: cluster, metadata } = scope.cluster;
  const endpoint = formatEndpoint(cluster.controlPlaneEndpoint);
  const serviceDomain = cluster.clusterNetwork?.serviceDomain;
  const data = renderInit({
    spec,
    setup,
    kubernetesVersion,
    certificates,
    cluster: {
      clusterName: metadata.name,
      ...(endpoint === undefined ? {} : { controlPlaneEndpoint: endpoint }),
      ...(serviceDomain === undefined || serviceDomain === "" ? {} : { serviceDomain }),
      serviceSubnets: cluster.clusterNetwork?.services?.cidrBlocks ?? [],
      podSubnets: cluster.clusterNetwork?.pods?.cidrBlocks ?? [],
    },
  });
  return dataOutcome(data, spec);
}

/** The first control-plane machine generates the certificates, unless a control-plane provider does. */
async function initCertificates(
  scope: KubeadmScope,
  spec: KubeadmConfigSpec,
  signal: AbortSignal,
): Promise<Certificate[]> {
  const requirements = controlPlaneCertificates(spec.clusterConfiguration, "init");
  if (scope.cluster.spec.controlPlaneRef !== undefined) {
    return await lookUpCertificates(certificatesOf(scope), requirements, signal);
  }
  const { metadata } = scope.cluster;
  return await lookUpOrGenerateCertificates(
    certificatesOf(scope),
    requirements,
    {
      // The Cluster owns them, not the machine, because they must outlive the first machine.
      owner: { apiVersion: apiVersionOf(Cluster), kind: Cluster.kind, name: metadata.name, uid: metadata.uid ?? "" },
      now: scope.clock.now(),
      validityDays: spec.clusterConfiguration?.caCertificateValidityPeriodDays,
      algorithm: spec.clusterConfiguration?.encryptionAlgorithm,
    },
    signal,
  );
}
