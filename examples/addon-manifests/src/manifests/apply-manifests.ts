import {
  type Client,
  discoverKind,
  groupVersionOf,
  isApiError,
  isCapstanError,
  isNotFound,
  PendingError,
  type ResourceKind,
} from "@capstan/provider";
import { describe, type Manifest } from "./manifest.ts";

/** Names this provider in the managed fields of the objects that it applies. */
const fieldManager = "manifest-set";

/**
 * Applies manifests in their order with server-side apply, which overwrites what others have changed in the same fields.
 *
 * @throws PendingError - the cluster refuses one of them, or does not serve its kind.
 */
export async function applyManifests(
  client: Client,
  manifests: readonly Manifest[],
  signal: AbortSignal,
): Promise<void> {
  for (const manifest of manifests) {
    await explained(manifest, async () => {
      const kind = await kindOf(client, manifest, signal);
      const patch = { type: "apply", fieldManager, force: true, body: manifest } as const;
      await client.patch(kind, keyOf(kind, manifest), patch, { signal });
    });
  }
}

/** Deletes objects, the last first. Those that do not exist, or whose kind does not, count as deleted. */
export async function deleteObjects(client: Client, objects: readonly Manifest[], signal: AbortSignal): Promise<void> {
  for (const object of objects.toReversed()) {
    await explained(object, async () => {
      try {
        const kind = await kindOf(client, object, signal);
        await client.delete(kind, keyOf(kind, object), { signal });
      } catch (error) {
        if (!isNotFound(error) && !isCapstanError(error, "KindNotServed")) throw error;
      }
    });
  }
}

function kindOf(client: Client, { apiVersion, kind }: Manifest, signal: AbortSignal): Promise<ResourceKind> {
  return discoverKind(client, { ...groupVersionOf(apiVersion), kind }, { signal });
}

function keyOf({ namespaced }: ResourceKind, { metadata: { name, namespace = "default" } }: Manifest) {
  return namespaced ? { name, namespace } : { name };
}

/** Names the object. The server's message is left out, because it may quote a value of a Secret. */
async function explained(manifest: Manifest, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isCapstanError(error, "KindNotServed")) {
      throw new PendingError("KindNotServed", `The cluster does not serve the kind of ${describe(manifest)}`);
    }
    if (!isApiError(error)) throw error;
    const message = `The cluster refuses ${describe(manifest)}: ${error.reason}`;
    throw new PendingError("ManifestRefused", message, { warning: true, retryAfterMs: 60_000, cause: error });
  }
}
