import { type Client, type RemoteCluster } from "@capstan/provider";

/** The workload cluster cannot be used now. Passes by itself or with a new kubeconfig; looked at again after a while. */
export class WorkloadUnavailableError extends Error {
  override readonly name = "WorkloadUnavailableError";
  readonly code = "WorkloadUnavailable";
}

const passingCodes: readonly unknown[] = ["RemoteUnavailable", "ConnectionFailed"];

/**
 * Uses the workload cluster.
 *
 * @throws {@link WorkloadUnavailableError} it has no kubeconfig yet, or does not answer. Always the same words for a
 *   cluster, so that machines that wait for it do not write their status again and again.
 * @throws whatever else `use` throws.
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
    const { name } = scope.cluster.metadata;
    throw new WorkloadUnavailableError(
      `The workload cluster cannot be reached with the kubeconfig in Secret ${name}-kubeconfig`,
      { cause: error },
    );
  }
}
