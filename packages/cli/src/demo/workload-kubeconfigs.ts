import { writeFile } from "node:fs/promises";
import path from "node:path";
import { clusterSecretName } from "@capstan/contract";
import { isNotFound, Secret } from "@capstan/runtime";
import type { Stack } from "./stack.ts";

/**
 * Writes the kubeconfig of each Cluster into the temporary folder of the stack, readable by this user alone.
 *
 * @returns the files of the Clusters that have one.
 */
export async function writeWorkloadKubeconfigs(
  { client, folder }: Pick<Stack, "client" | "folder">,
  clusters: readonly string[],
  namespace: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const cluster of clusters) {
    const name = clusterSecretName(cluster, "kubeconfig");
    try {
      const { data } = await client.get(Secret, { namespace, name }, { signal });
      const file = path.join(folder, `${cluster}.kubeconfig`);
      await writeFile(file, Buffer.from(data?.value ?? "", "base64"), { mode: 0o600 });
      files.push(file);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return files;
}
