import { Cluster } from "@capstan/contract";
import {
  type Client,
  isForbidden,
  readServedVersions,
  type RequestOptions,
  servedVersions,
  type StartCheckContext,
} from "@capstan/runtime";
import { CoreVersionError } from "./core-version-error.ts";

/**
 * Rejects with {@link CoreVersionError} if the core of the management cluster serves its kinds only in versions that the SDK does not read:
 * the provider would wait for them forever. Without a core, which may be installed later, it resolves.
 */
export async function checkCore(context: StartCheckContext): Promise<void> {
  const served = await readServedVersions(Cluster.group, context);
  if (served !== "unread") mustBeReadable(served);
}

/**
 * The check of managers at their start, for programs without a manager: one request, not retried. Without a core, and without the
 * permission to read discovery, it resolves. To send nothing in the normal case, call it only once a Cluster or a Machine is not found.
 *
 * @throws CoreVersionError - the core of the management cluster serves its kinds only in versions that the SDK does not read.
 *
 * @example
 * ```ts
 * import { checkCoreVersion, Machine } from "@capstan/provider";
 * import type { Client } from "@capstan/runtime";
 *
 * export async function countMachines(client: Client): Promise<number> {
 *   await checkCoreVersion(client);
 *   return (await client.list(Machine)).items.length;
 * }
 * ```
 */
export async function checkCoreVersion(client: Client, options: RequestOptions = {}): Promise<void> {
  try {
    mustBeReadable(await servedVersions(client, Cluster.group, options));
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
}

function mustBeReadable(served: readonly string[]): void {
  if (served.length > 0 && !served.includes(Cluster.version)) throw new CoreVersionError(served);
}
