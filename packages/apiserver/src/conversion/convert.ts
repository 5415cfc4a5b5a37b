import { randomUUID } from "node:crypto";
import { apiVersionOf, groupOfApiVersion, jsonEqual, stringifyJson, versionOfApiVersion } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ConversionWebhook, type Resource, type ResourceVersion } from "../registry/resource.ts";
import { applyDefaults } from "../schema/default.ts";
import { prune } from "../schema/prune.ts";
import { StatusError } from "../status/status-error.ts";
import { callWebhook } from "../webhook/call-webhook.ts";
import { conversionReview, convertedObject } from "./conversion-review.ts";

const known = new WeakMap<ResourceVersion, WeakMap<ApiObject, ApiObject>>();
const asked = new WeakMap<ResourceVersion, WeakMap<ApiObject, Promise<ApiObject>>>();

/**
 * Converts `object` to another version. Calls a webhook every time, so a GET of one object shows whether it answers.
 *
 * @throws StatusError (500, without a reason) the webhook does not answer, or its answer is invalid.
 */
export async function convert(resource: Resource, version: ResourceVersion, object: ApiObject): Promise<ApiObject> {
  const { webhook } = resource;
  if (webhook === undefined || isIn(resource, version, object)) return convertAtOnce(resource, version, object);
  try {
    const converted = shaped(
      resource,
      version,
      await askWebhook(webhook, object, apiVersionOf({ group: resource.group, version: version.name })),
    );
    cacheOf(known, version).set(object, converted);
    return converted;
  } catch (error) {
    throw new StatusError(500, "", error instanceof Error ? error.message : String(error));
  }
}

/** Like {@link convert}, but calls a webhook only once for each state of an object: for lists and watches. */
export async function convertOnce(resource: Resource, version: ResourceVersion, object: ApiObject): Promise<ApiObject> {
  if (isConverted(resource, version, object)) return convertAtOnce(resource, version, object);
  const asking = cacheOf(asked, version);
  let answer = asking.get(object);
  if (answer === undefined) {
    answer = convert(resource, version, object).finally(() => asking.delete(object));
    asking.set(object, answer);
  }
  return answer;
}

/** Whether {@link convertAtOnce} can convert the object. */
export function isConverted(resource: Resource, version: ResourceVersion, object: ApiObject): boolean {
  return resource.webhook === undefined || isIn(resource, version, object) || cacheOf(known, version).has(object);
}

/** Like {@link convertOnce}, for an object that {@link isConverted}. */
export function convertAtOnce(resource: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  const isInVersion = isIn(resource, version, object);
  if (isInVersion && version.hasChanged !== true) return object;
  const cache = cacheOf(known, version);
  let result = cache.get(object);
  if (result === undefined) {
    const converted = isInVersion ? undefined : resource.rules.convert?.(object, version);
    result = converted ?? rewrite(resource, version, object);
    cache.set(object, result);
  }
  return result;
}

/** Whether a stored object is in the current storage version. */
export function isInStorageVersion({ group, storageVersion }: Resource, object: ApiObject): boolean {
  return object.apiVersion === apiVersionOf({ group, version: storageVersion });
}

function isIn({ group }: Resource, version: ResourceVersion, object: ApiObject): boolean {
  return object.apiVersion === apiVersionOf({ group, version: version.name });
}

/** Without a webhook: the same fields, except for those that the version lacks, with its defaults. */
function rewrite({ group }: Resource, version: ResourceVersion, object: ApiObject): ApiObject {
  const renamed: ApiObject = { ...object, apiVersion: apiVersionOf({ group, version: version.name }) };
  const shown = applyDefaults(prune(renamed, version.schema), version.schema) as ApiObject;
  return jsonEqual(shown, object) ? object : shown;
}

/** Prunes the result of a webhook; sets defaults only for objects that are read from the store. */
function shaped({ storageVersion }: Resource, version: ResourceVersion, converted: ApiObject): ApiObject {
  const pruned = prune(converted, version.schema);
  return (version.name === storageVersion ? applyDefaults(pruned, version.schema) : pruned) as ApiObject;
}

function cacheOf<Value>(
  caches: WeakMap<ResourceVersion, WeakMap<ApiObject, Value>>,
  version: ResourceVersion,
): WeakMap<ApiObject, Value> {
  let cache = caches.get(version);
  if (cache === undefined) {
    cache = new WeakMap();
    caches.set(version, cache);
  }
  return cache;
}

const timeoutSeconds = 30;

/**
 * Converts one object with a webhook, as kube-apiserver does.
 *
 * @throws Error with the message for the client of the API server.
 */
async function askWebhook(webhook: ConversionWebhook, object: ApiObject, apiVersion: string): Promise<ApiObject> {
  const uid = randomUUID();
  const stored = { group: groupOfApiVersion(apiVersion), version: versionOfApiVersion(object.apiVersion) };
  const what = `conversion webhook for ${apiVersionOf(stored)}, Kind=${object.kind}`;
  const review = stringifyJson(conversionReview(webhook.reviewVersion, { uid, apiVersion, object }));
  let answer: string;
  try {
    answer = await callWebhook(webhook, review, timeoutSeconds, webhook.services);
  } catch (error) {
    throw new Error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return convertedObject(answer, { uid, apiVersion, object, what, reviewVersion: webhook.reviewVersion });
}
