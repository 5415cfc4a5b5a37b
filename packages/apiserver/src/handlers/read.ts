import { objectKeyText } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { convertOnce } from "../conversion/convert.ts";
import { resourceName } from "../registry/resource.ts";
import { badRequest, expired, notFound, type StatusError, tooLargeResourceVersion } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type ContinueToken, readContinue, writeContinue } from "../request/continue-token.ts";
import { type ListOptions, listOptionsOf } from "../request/list-options.ts";
import { type ResourceRequest } from "../request/request.ts";
import { type Selection, selectionOf } from "../request/selection.ts";
import { parseResourceVersion } from "../request/resource-version.ts";
import { type ObjectList } from "../object/object-list.ts";

/** @throws StatusError NotFound. */
export function getStored(store: Store, { resource, info }: ResourceRequest): ApiObject {
  const stored = store.get(resource.id, resource.namespaced ? info.namespace : "", info.name);
  if (stored === undefined) throw notFound(resourceName(resource), info.name);
  return stored;
}

/** @throws StatusError Expired (410) for a version that is forgotten, Timeout for one of the future. */
export async function list(store: Store, request: ResourceRequest): Promise<ObjectList> {
  const { resource, version } = request;
  const options = listOptionsOf(request);
  const selection = selectionOf(request);
  const { objects, revision, after = "" } = readAt(store, request, selection, options);
  const found = objects.filter((object) => after === "" || objectKeyText(object.metadata) > after);
  const converted = await Promise.all(found.map((object) => convertOnce(resource, version, object)));
  const matching = converted.filter((object) => selection.matches(object));
  return { resourceVersion: String(revision), ...firstOf(matching, revision, selection, options) };
}

/** As many as are wanted, and how to go on. */
function firstOf(
  matching: readonly ApiObject[],
  revision: number,
  selection: Selection,
  options: ListOptions,
): Omit<ObjectList, "resourceVersion"> {
  // Where any version will do, all that is in memory is sent at once.
  const limit = options.resourceVersion === "0" && options.continue === "" ? 0 : options.limit;
  const last = matching[limit - 1];
  if (last === undefined || matching.length === limit) return { items: matching };
  const filtered = selection.labels !== undefined || selection.fields !== undefined;
  return {
    items: matching.slice(0, limit),
    continue: writeContinue({ revision, after: objectKeyText(last.metadata) }),
    ...(filtered ? {} : { remainingItemCount: matching.length - limit }),
  };
}

interface StateRead extends Partial<ContinueToken> {
  readonly revision: number;
  readonly objects: readonly ApiObject[];
}

/** The objects of the version that is asked for, or those that there are now. */
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

/** Whether a list is of the state at its version, and not of one that is at least as new. */
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
