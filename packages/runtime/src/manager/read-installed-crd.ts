import { isForbidden, isNotFound } from "../errors/api-error.ts";
import { CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import type { StartCheckContext } from "./start-check.ts";
import { untilAnswered } from "./until-answered.ts";

/**
 * Reads an installed CRD for a {@link StartCheck}: `undefined` if no CRD has that name, `"unread"` without the permission to get it.
 * Retries while the server is unavailable.
 */
export function readInstalledCRD(
  name: string,
  context: StartCheckContext,
): Promise<CustomResourceDefinition | "unread" | undefined> {
  const { client, signal } = context;
  const read = async () => {
    try {
      return await client.get(CustomResourceDefinition, { name }, { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (isForbidden(error)) return "unread";
      throw error;
    }
  };
  return untilAnswered(read, context, "A CRD cannot be read; retrying", { name });
}
