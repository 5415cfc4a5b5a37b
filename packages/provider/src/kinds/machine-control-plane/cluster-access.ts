import { clusterSecretName, labels, secretKeys, secretType } from "@capstan/contract";
import { hostPort, isMalformedText, readKubeconfigEntries, textAt } from "@capstan/kube";
import { adminKubeconfig, type CertificateAndKey, CertificateAuthority, renewalTimeMs } from "@capstan/kube/x509";
import { Secret } from "@capstan/runtime";
import { PendingError } from "../../outcome/pending-error.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { ControlPlaneScope } from "../control-plane/scope.ts";

type Scope = ControlPlaneScope<ProviderDefinition<"ControlPlane">>;

/**
 * The certificate authority of the workload cluster, from the Secret `<cluster>-ca`; created if there is none (rule CP-009).
 *
 * @throws PendingError the Secret, which a user has created, has no certificate or no private key.
 */
export async function clusterAuthority(scope: Scope): Promise<CertificateAndKey> {
  const name = clusterSecretName(scope.cluster.metadata.name, "ca");
  const present = await scope.secret(name);
  if (present === undefined) await createAuthority(scope, name);
  const { [secretKeys.certificate]: certificate = "", [secretKeys.privateKey]: privateKey = "" } =
    present ?? (await scope.secret(name)) ?? {};
  if (certificate !== "" && privateKey !== "") return { certificate, privateKey };
  const message = `Secret ${name} needs the keys ${secretKeys.certificate} and ${secretKeys.privateKey}`;
  throw new PendingError("CertificateAuthorityIncomplete", message, { warning: true });
}

async function createAuthority({ object, cluster, client, clock }: Scope, name: string): Promise<void> {
  const authority = await CertificateAuthority.create("kubernetes", clock);
  const encoded = (text: string) => Buffer.from(text, "utf8").toString("base64");
  const { apiVersion, kind, metadata } = object;
  await client.create(Secret, {
    apiVersion: "v1",
    kind: Secret.kind,
    metadata: {
      name,
      namespace: metadata.namespace,
      labels: { [labels.clusterName]: cluster.metadata.name },
      ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }],
    },
    type: secretType,
    data: {
      [secretKeys.certificate]: encoded(authority.certificate),
      [secretKeys.privateKey]: encoded(authority.privateKey),
    },
  });
}

/**
 * A kubeconfig for the administrator of the workload cluster; undefined while the present one is for the same endpoint, and its certificate
 * has not reached half of its lifetime (rule CP-008).
 */
export async function renewedKubeconfig(scope: Scope, authority: CertificateAndKey): Promise<string | undefined> {
  const clusterName = scope.cluster.metadata.name;
  const endpoint = scope.controlPlaneEndpoint();
  const present = (await scope.secret(clusterSecretName(clusterName, "kubeconfig")))?.[secretKeys.value];
  const now = scope.clock.now();
  if (present !== undefined && isFor(present, hostPort(endpoint), authority)) {
    // One without a client certificate does not expire.
    if ((renewalTimeMs(present) ?? Infinity) > now) return undefined;
  }
  return adminKubeconfig({ clusterName, endpoint, authority, now });
}

function isFor(kubeconfig: string, server: string, { certificate }: CertificateAndKey): boolean {
  const { clusters } = ifReadable(kubeconfig) ?? { clusters: new Map<string, object>() };
  return [...clusters.values()].some((cluster) => {
    const trusted = Buffer.from(textAt(cluster, "certificate-authority-data") ?? "", "base64").toString("utf8");
    return textAt(cluster, "server") === `https://${server}` && trusted.trim() === certificate.trim();
  });
}

function ifReadable(kubeconfig: string) {
  try {
    return readKubeconfigEntries(kubeconfig);
  } catch (error) {
    if (isMalformedText(error)) return undefined;
    throw error;
  }
}
