import { objectKeyText } from "@capstan/kube";
import { type ApiObject, type ObjectList } from "../object/api-object.ts";
import { convertAtOnce, convertOnce, isConverted } from "../conversion/convert.ts";
import { resourceName } from "../registry/resource.ts";
import { badRequest, expired, notFound, StatusError, tooLargeResourceVersion } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type ContinueToken, readContinue, writeContinue } from "../request/continue-token.ts";
import { type ListOptions, listOptionsOf } from "../request/list-options.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type Selection, selectionOf } from "../request/selection.ts";
import { parseResourceVersion } from "../request/resource-version.ts";

/** @throws StatusError NotFound. */
export function getStored(store: Store, { resource, info }: Pick<ResourceRequest, "resource" | "info">): ApiObject {
  const stored = store.get(resource.id, resource.namespaced ? info.namespace : "", info.name);
  if (stored === undefined) throw notFound(resourceName(resource), info.name);
  return stored;
}

/** The object of a read request. @throws StatusError NotFound, Timeout for a future version, 500 for a version that is not a number. */
export function get(store: Store, request: ResourceRequest): ApiObject {
  const asked = request.query.get("resourceVersion") ?? "";
  const revision = parseResourceVersion(asked, (problem) => new StatusError(500, "", problem));
  if (revision > store.revision) throw tooLargeResourceVersion(revision, store.revision);
  return getStored(store, request);
}

/** @throws StatusError Expired (410) for a forgotten version, Timeout for a future version. */
export async function list(store: Store, request: ResourceRequest): Promise<ObjectList> {
  const options = listOptionsOf(request);
  const selection = selectionOf(request);
  const { objects, revision, after = "" } = readAt(store, request, selection, options);
  const rest = after === "" ? objects : objects.slice(firstAfter(objects, after));
  // If any version is acceptable, all objects in memory are sent at once.
  const limit = options.resourceVersion === "0" ? 0 : options.limit;
  const found = await matchingOf(rest, request, selection, limit);
  const items = limit === 0 ? found : found.slice(0, limit);
  const last = items.at(-1);
  const resourceVersion = String(revision);
  if (found.length === items.length || last === undefined) return { resourceVersion, items };
  const isFiltered = selection.labels !== undefined || selection.fields !== undefined;
  return {
    resourceVersion,
    items,
    continue: writeContinue({ revision, after: objectKeyText(last.metadata) }),
    ...(isFiltered ? {} : { remainingItemCount: rest.length - limit }),
  };
}

/** The first selected objects, converted for the request: up to one more than `limit`; 0 for all. */
async function matchingOf(
  objects: readonly ApiObject[],
  { resource, version }: ResourceRequest,
  selection: Selection,
  limit: number,
): Promise<readonly ApiObject[]> {
  const wanted = limit === 0 ? Infinity : limit + 1;
  const atOnce = Math.max(wanted, 500);
  const found: ApiObject[] = [];
  for (let from = 0; from < objects.length && found.length < wanted; from += atOnce) {
    const some = objects.slice(from, from + atOnce);
    const shown = some.every((object) => isConverted(resource, version, object))
      ? some.map((object) => convertAtOnce(resource, version, object))
      : await Promise.all(some.map((object) => convertOnce(resource, version, object)));
    for (const object of shown) if (found.length < wanted && selection.matches(object)) found.push(object);
  }
  return found;
}

/** The index of the first object after this key. */
function firstAfter(objects: readonly ApiObject[], key: string): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const object = objects[middle];
    if (object !== undefined && objectKeyText(object.metadata) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface StateRead extends Partial<ContinueToken> {
  readonly revision: number;
  readonly objects: readonly ApiObject[];
}

/** The objects at the requested version, or the current ones. */
function readAt(store: Store, request: ResourceRequest, selection: Selection, options: ListOptions): StateRead {
  const beginning = beginningOf(options);
  const { revision } = beginning;
  if (revision > store.revision) throw tooLargeResourceVersion(revision, store.revision);
  if (revision <= 0 || !isAtExactly(options)) {
    return { ...beginning, revision: store.revision, objects: current(store, request, selection) };
  }
  const objects = store.collection(request.resource.id).listAt(revision, selection.namespace);
  if (objects !== undefined) return { ...beginning, objects };
  if (options.continue === "") throw expired("The resourceVersion for the provided list is too old.");
  throw expired(inconsistent, { continue: writeContinue({ ...readContinue(options.continue), revision: -1 }) });
}

/** @throws StatusError BadRequest. */
function beginningOf({ continue: token, resourceVersion }: ListOptions): Partial<ContinueToken> & { revision: number } {
  if (token === "") {
    const fail = (problem: string): StatusError => badRequest(`invalid resource version: ${problem}`);
    return { revision: parseResourceVersion(resourceVersion, fail) };
  }
  const next = readContinue(token);
  if (resourceVersion === "" || resourceVersion === "0") return next;
  throw badRequest("specifying resource version is not allowed when using continue");
}

/** Whether a list must show the state at exactly its version, not a newer one. */
function isAtExactly({ continue: token, resourceVersionMatch, limit }: ListOptions): boolean {
  return token !== "" || resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limit > 0);
}

const inconsistent =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

function current(store: Store, { resource }: ResourceRequest, selection: Selection): readonly ApiObject[] {
  const name = selection.fields?.name;
  if (name !== undefined && (selection.namespace !== "" || !resource.namespaced)) {
    const object = store.get(resource.id, selection.namespace, name);
    return object === undefined ? [] : [object];
  }
  return store.collection(resource.id).list(selection.namespace);
}
