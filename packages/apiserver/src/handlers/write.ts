import { deletionOf } from "../admission/attributes.ts";
import { convert } from "../conversion/convert.ts";
import { decodeObject } from "../decoding/decode.ts";
import { type DeleteOptions } from "../deletion/deleter.ts";
import { type ApiObject, type ObjectList, withMetadata } from "../object/api-object.ts";
import { gracePeriodOf } from "../object/pod.ts";
import { type Resource, resourceName } from "../registry/resource.ts";
import { type ResourceRequest } from "../request/request.ts";
import { targetOf } from "../request/target.ts";
import { badRequest, forbidden, methodNotAllowed, notFound, StatusError } from "../status/status-error.ts";
import { type Status, successStatus } from "../status/status.ts";
import { Overtaken } from "../writer/writer.ts";
import { deleteOptions } from "./delete-options.ts";
import { patchObject } from "./patch.ts";
import { type Patched } from "./patches/parse-patch.ts";
import { getStored, list } from "./read.ts";
import { inNamespace, type WriteContext } from "./write-context.ts";

/** Repeats a write while other writes interfere with the conversion of its objects; a stale resourceVersion ends it with a conflict. */
export async function untilCurrent<Result>(write: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

export async function create({ writer }: WriteContext, request: ResourceRequest): Promise<ApiObject> {
  const { resource, info } = request;
  if (info.name !== "" || (resource.namespaced && info.namespace === "")) throw methodNotAllowed();
  const object = inNamespace(request, decodeObject(request));
  return untilCurrent(() => writer.create(targetOf(request), object));
}

export async function update({ store, writer }: WriteContext, request: ResourceRequest): Promise<Patched> {
  const { info, resource } = request;
  const object = inNamespace(request, decodeObject(request));
  const name = object.metadata.name as string | undefined;
  if (name !== undefined && name !== "" && name !== info.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  }
  if (name === undefined || name === "") {
    throw badRequest(`name must be provided`);
  }
  const target = targetOf(request);
  return untilCurrent(async () => {
    const stored = store.get(resource.id, resource.namespaced ? info.namespace : "", info.name);
    if (stored === undefined && resource.createsOnUpdate && info.subresource === "") {
      const unstored = withMetadata(object, { resourceVersion: undefined });
      return { object: await writer.create(target, unstored), created: true };
    }
    return { object: await writer.update(target, getStored(store, request), object), created: false };
  });
}

export async function patch(context: WriteContext, request: ResourceRequest): Promise<Patched> {
  const warnings = request.warnings.length;
  return untilCurrent(() => {
    // The next attempt repeats the warnings of this one.
    request.warnings.length = warnings;
    return patchObject(context, request);
  });
}

export async function deleteOne(context: WriteContext, request: ResourceRequest): Promise<ApiObject | Status> {
  const { resource, version } = request;
  const options = deleteOptions(request);
  const found = getStored(context.store, request);
  const { object, gone, stored } = await deleteAdmitted(context, request, found, options);
  if (!gone || resource.answersDeleted) return convert(resource, version, object);
  const { name } = stored.metadata;
  const { group } = resource;
  return successStatus({
    name,
    ...(group === "" ? {} : { group }),
    kind: resource.plural,
    ...(stored.metadata.uid === undefined ? {} : { uid: stored.metadata.uid }),
  });
}

/** @throws StatusError for example NotFound: it was deleted before admission finished. */
async function deleteAdmitted(
  { store, deleter, admission }: WriteContext,
  request: ResourceRequest,
  found: ApiObject,
  options: DeleteOptions,
): Promise<{ object: ApiObject; gone: boolean; stored: ApiObject }> {
  const { resource, version, info } = request;
  const { namespace = "", name } = found.metadata;
  const whyKept = resource.rules.whyKept?.(found);
  if (whyKept !== undefined) throw forbidden(resourceName(resource), name, whyKept);
  const target = { ...targetOf(request), dryRun: options.dryRun === true };
  for (let stored: ApiObject | undefined = found; stored !== undefined;) {
    // If the object cannot be converted for the client, nothing is deleted.
    const attributes = deletionOf(target, info.name, await convert(resource, version, stored));
    await admission.mutate(attributes);
    await admission.validate(attributes);
    const current: ApiObject | undefined = store.get(resource.id, namespace, name);
    if (current === stored)
      return { ...deleter.delete(resource, stored, forObject(resource, stored, options)), stored };
    stored = current;
  }
  throw notFound(resourceName(resource), name);
}

export async function deleteCollection(context: WriteContext, request: ResourceRequest): Promise<ObjectList> {
  const { resource } = request;
  if (resource.namespaced && request.info.namespace === "") throw methodNotAllowed();
  const options = deleteOptions(request);
  const found = await list(context.store, request);
  for (const { metadata } of found.items) {
    const stored = context.store.get(resource.id, metadata.namespace ?? "", metadata.name);
    if (stored === undefined) continue;
    try {
      await deleteAdmitted(context, request, stored, options);
    } catch (error) {
      if (!(error instanceof StatusError && error.status.code === 404)) throw error;
    }
  }
  return found;
}

/** Only Pods have a grace period. */
function forObject(resource: Resource, stored: ApiObject, options: DeleteOptions): DeleteOptions {
  const { gracePeriodSeconds, ...stated } = options;
  const orphans = resource.rules.orphansByDefault === true && stated.propagationPolicy === undefined;
  const others = orphans ? { ...stated, propagationPolicy: "Orphan" } : stated;
  if (resource.id !== "pods.") return others;
  return { ...others, gracePeriodSeconds: gracePeriodOf(stored, gracePeriodSeconds) };
}
