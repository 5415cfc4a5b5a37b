import { objectKeyText } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { convertOnce } from "../conversion/convert.ts";
import { resourceName } from "../registry/resource.ts";
import { badRequest, notFound, tooLargeResourceVersion } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
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

/** @throws StatusError Expired (410) for a `continue` token that is too old, Timeout for a version of the future. */
export async function list(store: Store, request: ResourceRequest): Promise<ObjectList> {
  const { resource, version, query } = request;
  checkResourceVersion(store, query.get("resourceVersion") ?? "");
  const selection = selectionOf(request);
  const token = readContinue(query.get("continue") ?? "");
  const limit = Number(query.get("limit") ?? 0);
  const start = token?.start ?? "";
  const resourceVersion = String(token?.revision ?? store.revision);
  const found = candidates(store, request, selection).filter(
    (object) => start === "" || objectKeyText(object.metadata) > start,
  );
  const converted = await Promise.all(found.map((object) => convertOnce(resource, version, object)));
  const matching = converted.filter((object) => selection.matches(object));
  if (limit <= 0 || matching.length <= limit) return { items: matching, resourceVersion };
  const items = matching.slice(0, limit);
  const last = items.at(-1);
  const filtered = selection.labels !== undefined || selection.fields !== undefined;
  return {
    items,
    resourceVersion,
    continue: writeContinue(Number(resourceVersion), last === undefined ? "" : objectKeyText(last.metadata)),
    ...(filtered ? {} : { remainingItemCount: matching.length - limit }),
  };
}

function candidates(store: Store, { resource }: ResourceRequest, selection: Selection): readonly ApiObject[] {
  const name = selection.fields?.name;
  if (name !== undefined && (selection.namespace !== "" || !resource.namespaced)) {
    const object = store.get(resource.id, selection.namespace, name);
    return object === undefined ? [] : [object];
  }
  return store.collection(resource.id).list(selection.namespace);
}

function checkResourceVersion(store: Store, text: string): void {
  const revision = parseResourceVersion(text, (problem) => badRequest(`invalid resource version: ${problem}`));
  if (revision > store.revision) throw tooLargeResourceVersion(revision, store.revision);
}

function writeContinue(revision: number, start: string): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: revision, start })).toString("base64url");
}

function readContinue(text: string): { revision: number; start: string } | undefined {
  if (text === "") return undefined;
  try {
    const token = JSON.parse(Buffer.from(text, "base64url").toString()) as { v?: string; rv?: number; start?: string };
    if (token.v !== "meta.k8s.io/v1" || token.rv === undefined || token.start === undefined)
      throw new SyntaxError("unknown version");
    return { revision: token.rv, start: token.start };
  } catch (error) {
    throw badRequest(
      `invalid continue token: continue key is not valid: ${error instanceof Error ? error.message : ""}`,
    );
  }
}
