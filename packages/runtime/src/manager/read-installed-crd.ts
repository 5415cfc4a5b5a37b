import { retryOf } from "@capstan/kube";
import { isForbidden, isNotFound } from "../errors/api-error.ts";
import { CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import type { StartCheckContext } from "./start-check.ts";

const retryMs = 1_000;

/**
 * Reads an installed CRD for a {@link StartCheck}: `undefined` if no CRD has that name, `"unread"` without the permission to get it.
 * Retries while the server is unavailable.
 */
export async function readInstalledCRD(
  name: string,
  { client, clock, logger, signal }: StartCheckContext,
): Promise<CustomResourceDefinition | "unread" | undefined> {
  for (;;) {
    try {
      return await client.get(CustomResourceDefinition, { name }, { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (isForbidden(error)) return "unread";
      if (signal.aborted || retryOf(error) === "never") throw error;
      logger.warn("A CRD cannot be read; retrying", { name, error, retryInMs: retryMs });
      await clock.sleep(retryMs, signal);
    }
  }
}
