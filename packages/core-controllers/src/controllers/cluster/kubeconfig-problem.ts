import { type Cluster, clusterSecretName, type DeepReadonly, secretKeys, secretType } from "@capstan/contract";
import { hostPort, type KubeconfigEntries, readKubeconfigEntries, textAt } from "@capstan/kube";
import { type Secret } from "@capstan/runtime";
import { secretText } from "../../kubeconfig/secret-text.ts";
import { isEndpoint } from "./infrastructure.ts";

/** The facts to check a kubeconfig against. */
export interface KnownOfWorkload {
  /** The Secret with the Cluster's certificate authority. */
  readonly authority: DeepReadonly<Secret> | undefined;
  /** Whether the workload cluster responds to requests with the kubeconfig. */
  readonly answers: boolean;
}

/**
 * Why the kubeconfig of a Cluster without `controlPlaneRef` cannot belong to it: an earlier Cluster of that name may have left it. A
 * kubeconfig that a user created has another Secret type and may name any server. A server that responds may be the Cluster at another
 * address or with a rotated authority, so then both must differ. The message does not repeat the values of the Secret, because more people
 * may read the status than the Secret.
 *
 * @returns undefined if there is no contradiction.
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
  if (isElsewhere) return `Secret ${name} has another server than the Cluster's endpoint ${wanted}; ${remedy}`;
  if (!isOfAnother) return undefined;
  const other = clusterSecretName(metadata.name, "ca");
  return `Secret ${name} has another certificate authority than Secret ${other}; ${remedy}`;
}

/** Whether a kubeconfig names a server other than the Cluster's endpoint. This controller did not create such a kubeconfig. */
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
    // The attempt to connect reports the error.
    return undefined;
  }
}
