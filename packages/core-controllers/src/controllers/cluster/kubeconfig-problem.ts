import { type Cluster, clusterSecretName, type DeepReadonly, secretKeys, secretType } from "@capstan/contract";
import { hostPort, type KubeconfigEntries, readKubeconfigEntries, textAt } from "@capstan/kube";
import { type Secret } from "@capstan/runtime";
import { secretText } from "../../kubeconfig/secret-text.ts";
import { isEndpoint } from "./infrastructure.ts";

/** What a kubeconfig is held against. */
export interface KnownOfWorkload {
  /** The Secret with the certificate authority of the Cluster. */
  readonly authority: DeepReadonly<Secret> | undefined;
  /** Whether the workload cluster answers to the kubeconfig. */
  readonly answers: boolean;
}

/**
 * Why the kubeconfig of a Cluster without `controlPlaneRef` cannot be one that was made for it: an earlier Cluster of that name may have
 * left it. A user's own, which is of another type, may name any server. What answers may be the Cluster by another address, or with an
 * authority that was rotated: then both have to be wrong. What the Secret names is not repeated: its readers are not those of the status.
 *
 * @returns undefined if nothing speaks against it.
 */
export function kubeconfigProblem(
  { metadata, spec }: DeepReadonly<Cluster>,
  kubeconfig: DeepReadonly<Secret>,
  { authority, answers }: KnownOfWorkload,
): string | undefined {
  if (spec.controlPlaneRef !== undefined || kubeconfig.type !== secretType) return undefined;
  const found = clusterOf(kubeconfig);
  const name = clusterSecretName(metadata.name, "kubeconfig");
  const remedy = "delete it if an earlier Cluster left it";
  const wanted = serverOf(spec);
  const isElsewhere = isForAnotherServer(spec, kubeconfig);
  const expected = secretText(authority, secretKeys.certificate);
  const isOfAnother =
    found.certificate !== undefined && expected !== undefined && found.certificate.trim() !== expected.trim();
  if (answers && !(isElsewhere && isOfAnother)) return undefined;
  if (isElsewhere) return `Secret ${name} is for another server, but the Cluster is at ${wanted}; ${remedy}`;
  if (!isOfAnother) return undefined;
  const other = clusterSecretName(metadata.name, "ca");
  return `Secret ${name} has another certificate authority than Secret ${other}; ${remedy}`;
}

/** Whether a kubeconfig names another server than the endpoint of the Cluster: then it was not made here. */
export function isForAnotherServer(spec: DeepReadonly<Cluster>["spec"], kubeconfig: DeepReadonly<Secret>): boolean {
  const { server } = clusterOf(kubeconfig);
  const wanted = serverOf(spec);
  return wanted !== undefined && server !== undefined && server !== wanted;
}

function serverOf({ controlPlaneEndpoint }: DeepReadonly<Cluster>["spec"]): string | undefined {
  return isEndpoint(controlPlaneEndpoint) ? `https://${hostPort(controlPlaneEndpoint)}` : undefined;
}

interface NamedCluster {
  readonly server?: string | undefined;
  readonly certificate?: string | undefined;
}

/** The cluster of the context that a kubeconfig uses. */
function clusterOf(kubeconfig: DeepReadonly<Secret>): NamedCluster {
  const entries = entriesOf(secretText(kubeconfig, secretKeys.value) ?? "");
  const context = entries?.contexts.get(entries.currentContext);
  const cluster = entries?.clusters.get(textAt(context, "cluster") ?? "");
  const certificate = textAt(cluster, "certificate-authority-data");
  return {
    server: textAt(cluster, "server"),
    certificate: certificate === undefined ? undefined : Buffer.from(certificate, "base64").toString("utf8"),
  };
}

function entriesOf(kubeconfig: string): KubeconfigEntries | undefined {
  try {
    return readKubeconfigEntries(kubeconfig);
  } catch {
    // The attempt to connect with it says what is wrong.
    return undefined;
  }
}
