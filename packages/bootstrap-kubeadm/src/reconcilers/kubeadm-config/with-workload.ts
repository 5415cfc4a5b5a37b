import { type Client, type RemoteCluster, clusterSecretName, isCapstanError } from "@capstan/provider";

/** The workload cluster is unavailable. It recovers by itself or with a new kubeconfig; retried after a while. */
export class WorkloadUnavailableError extends Error {
  override readonly name = "WorkloadUnavailableError";
  /** Whether the Secret's content is not a kubeconfig, which requires a repair. */
  readonly isKubeconfigBad: boolean;

  constructor(message: string, { isKubeconfigBad, cause }: { isKubeconfigBad: boolean; cause: unknown }) {
    super(message, { cause });
    this.isKubeconfigBad = isKubeconfigBad;
  }
}

const passingCodes: readonly unknown[] = ["RemoteUnavailable", "ConnectionFailed", "ResponseRefused"];

/**
 * Uses the workload cluster.
 *
 * @throws {@link WorkloadUnavailableError} it has no kubeconfig yet, or is unresponsive. The message is always the same for a cluster, so
 * that waiting machines do not rewrite their status.
 * @throws any other error of `use`.
 */
export async function withWorkload<Answer>(
  scope: { readonly cluster: { readonly metadata: { readonly name: string } }; workload(): Promise<RemoteCluster> },
  use: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  try {
    const { client } = await scope.workload();
    return await use(client);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && passingCodes.includes(error.code))) throw error;
    if (isCapstanError(error.cause, "KubeconfigRefused")) {
      throw new WorkloadUnavailableError(error.message, { isKubeconfigBad: true, cause: error });
    }
    const secret = `Secret ${clusterSecretName(scope.cluster.metadata.name, "kubeconfig")}`;
    const isKubeconfigBad = isCapstanError(error.cause, "KubeconfigInvalid");
    throw new WorkloadUnavailableError(
      isKubeconfigBad
        ? `${secret} holds no usable kubeconfig under the key value; replace it`
        : `The workload cluster cannot be reached with the kubeconfig in ${secret}`,
      { isKubeconfigBad, cause: error },
    );
  }
}
