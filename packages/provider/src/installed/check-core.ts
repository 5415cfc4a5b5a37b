import { Cluster } from "@capstan/contract";
import { readServedVersions, type StartCheckContext } from "@capstan/runtime";
import { CoreVersionError } from "./core-version-error.ts";

/**
 * Rejects with {@link CoreVersionError} if the core of the management cluster serves its kinds only in versions that the SDK does not read:
 * the provider would wait for them forever. Without a core, which may be installed later, it resolves.
 */
export async function checkCore(context: StartCheckContext): Promise<void> {
  const served = await readServedVersions(Cluster.group, context);
  if (served === "unread" || served.length === 0 || served.includes(Cluster.version)) return;
  throw new CoreVersionError(served);
}
