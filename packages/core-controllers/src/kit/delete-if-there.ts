import { type Client, isNotFound } from "@capstan/runtime";
import { type FoundReference } from "../references/reference.ts";

/**
 * Deletes exactly the object that was found, not another that has taken its name since.
 *
 * @returns whether it is deleted now; an object with finalizers is not.
 */
export async function deleteIfThere(
  client: Client,
  { kind, object }: Pick<FoundReference, "kind" | "object">,
  signal: AbortSignal,
): Promise<boolean> {
  const { uid } = object.metadata;
  try {
    const answer = await client.delete(kind, object.metadata, { signal, preconditions: { uid } });
    return answer.deletedUid !== undefined;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return true;
  }
}
