import { groupVersionOf, type JsonObject, objectAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceRequest } from "../request/request.ts";
import { targetOf } from "../request/target.ts";
import { requireKind } from "../decoding/type-meta.ts";
import { badRequest } from "../status/status-error.ts";
import { type WriteContext } from "./write-context.ts";

/** Older versions with the same content. */
const olderVersions: Readonly<Record<string, readonly string[]>> = { Eviction: ["v1beta1"] };

const kinds: Readonly<Record<string, string>> = { binding: "Binding", eviction: "Eviction" };

/**
 * Runs admission for a client's Eviction or Binding of a Pod.
 *
 * @returns the action, as admission changed it.
 * @throws StatusError it is denied, or names another object.
 */
export async function admitPart(
  { admission }: WriteContext,
  request: ResourceRequest,
  apiVersion: string,
  given: JsonObject,
): Promise<ApiObject> {
  const { name, namespace, subresource } = request.info;
  const kind = kinds[subresource] ?? request.resource.kind;
  const { group, version } = groupVersionOf(apiVersion);
  requireKind(given, { group, kind, versions: [version, ...(olderVersions[kind] ?? [])] });
  const metadata = { ...objectAt(given, "metadata"), namespace } as unknown as ApiObject["metadata"];
  const object: ApiObject = { ...given, kind, apiVersion, metadata };
  const attributes = { operation: "CREATE", target: targetOf(request), name, namespace } as const;
  const admitted = await admission.mutate({ ...attributes, object });
  if (name !== "" && admitted.metadata.name !== name) {
    throw badRequest(`name in URL does not match name in ${kind} object`);
  }
  await admission.validate({ ...attributes, object: admitted });
  return admitted;
}
