import { servedVersions } from "../client/discover-kind.ts";
import { isForbidden } from "../errors/api-error.ts";
import type { StartCheckContext } from "./start-check.ts";
import { untilAnswered } from "./until-answered.ts";

/**
 * Reads for a {@link StartCheck} in which versions the server serves an API group: none if it does not serve the group, `"unread"` without
 * the permission to read discovery, which every authenticated user has by default. Retries while the server is unavailable.
 *
 * @param group - for example `cluster.x-k8s.io`.
 */
export function readServedVersions(group: string, context: StartCheckContext): Promise<readonly string[] | "unread"> {
  const { client, signal } = context;
  const read = async () => {
    try {
      return await servedVersions(client, group, { signal });
    } catch (error) {
      if (isForbidden(error)) return "unread";
      throw error;
    }
  };
  return untilAnswered(read, context, "The versions of an API group cannot be read; retrying", { group });
}
