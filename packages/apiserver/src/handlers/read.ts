import { labelMatcher, type LabelMatcher, objectKeyText, parseLabelSelector } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { convertOnce } from "../conversion/convert.ts";
import { resourceName } from "../registry/resource.ts";
import { type FieldSelection, fieldSelection, refusing } from "../selection/field-selector.ts";
import { badRequest, expired, notFound, type StatusError, tooLargeResourceVersion } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type ResourceRequest } from "./request.ts";

export interface ObjectList {
  readonly items: readonly ApiObject[];
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** @throws StatusError NotFound. */
export function getStored(store: Store, { resource, info }: ResourceRequest): ApiObject {
  const stored = store.get(resource.id, resource.namespaced ? info.namespace : "", info.name);
  if (stored === undefined) throw notFound(resourceName(resource), info.name);
  return stored;
}

/** What a request selects: the namespace of its path and its selectors. */
export interface Selection {
  readonly namespace: string;
  readonly labels: LabelMatcher | undefined;
  readonly fields: FieldSelection | undefined;
  matches(object: ApiObject): boolean;
}

export function selectionOf({ resource, version, info, query }: ResourceRequest): Selection {
  const labels = labelSelection(query.get("labelSelector") ?? "");
  const byField = fieldSelection(query.get("fieldSelector") ?? "", resource, version);
  const namespace = resource.namespaced ? info.namespace : "";
  return {
    namespace,
    labels,
    fields: byField,
    matches: (object) =>
      (namespace === "" || object.metadata.namespace === namespace) &&
      (labels === undefined || labels(object.metadata.labels)) &&
      (byField === undefined || byField.matches(object)) &&
      (resource.namespaced || info.name === "" || object.metadata.name === info.name),
  };
}

/** Undefined if the selector demands nothing. @throws StatusError BadRequest if it cannot be read. */
function labelSelection(text: string): LabelMatcher | undefined {
  return refusing(() => (parseLabelSelector(text).length === 0 ? undefined : labelMatcher(text)));
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

/** The number in a resourceVersion, 0 if it is missing. */
export function parseResourceVersion(text: string, fail: (problem: string) => StatusError): number {
  if (/^\d*$/.test(text)) return Number(text);
  const shown = JSON.stringify(text);
  throw fail(`resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: invalid syntax`);
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

export function expiredWatch(asked: number, floor: number): StatusError {
  return expired(`too old resource version: ${asked} (${floor + 1})`);
}
