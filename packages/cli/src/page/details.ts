import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject, escapeFieldValue } from "@capstan/kube";
import { type Client, Event, isNotFound } from "@capstan/runtime";
import { conditionsOf, goodStatusOf, isError } from "../describe/conditions.ts";
import { ActionRefusedError } from "./action-refused-error.ts";
import { type ManagedFields, ownersOf } from "./field-managers.ts";
import { kindOfObject } from "./kind-of-object.ts";
import type { Details, Tone } from "./protocol.ts";
import type { DescribedRow } from "./rows.ts";
import { yamlLines } from "./yaml-lines.ts";

type Whole = KubernetesObject & {
  readonly metadata: { readonly managedFields?: readonly ManagedFields[] };
  readonly status?: unknown;
};

/** How many Events of an object are shown: the most recent. */
const mostEvents = 50;

/**
 * All details of an object of the tree. Secrets are not among them, and the bootstrap data of Machines is never read.
 *
 * @throws ActionRefusedError - it does not exist; ApiError.
 */
export async function readDetails(
  client: Client,
  { row, described }: DescribedRow,
  signal: AbortSignal,
): Promise<Details> {
  const kind = await kindOfObject(client, described, signal);
  const key = { namespace: row.namespace, name: row.name };
  const [object, events] = await Promise.all([
    client.get(kind, key, { signal }).catch((error: unknown): never => {
      if (isNotFound(error)) throw new ActionRefusedError(404, `${row.kind} ${row.name} does not exist`);
      throw error;
    }) as Promise<Whole>,
    readEvents(client, row, signal),
  ]);
  const { managedFields = [], ...metadata } = object.metadata;
  const shown: unknown = { ...object, metadata };
  return {
    id: row.id,
    apiVersion: object.apiVersion,
    resourceVersion: metadata.resourceVersion ?? "",
    yaml: isJsonObject(shown) ? yamlLines(shown, ownersOf(managedFields)) : [],
    conditions: conditionsOf(object).map((condition) => {
      const { type, status, reason, message, lastTransitionTime: since } = condition;
      return { type, status, reason, message, since, tone: toneOf(condition) };
    }),
    waitsFor: described.waitsFor,
    errors: described.errors,
    events,
  };
}

function toneOf(condition: ReturnType<typeof conditionsOf>[number]): Tone {
  if (condition.status === goodStatusOf(condition.type)) return "good";
  if (condition.status === "Unknown") return "unknown";
  return isError(condition) ? "bad" : "busy";
}

async function readEvents(
  client: Client,
  { kind, name, namespace }: DescribedRow["row"],
  signal: AbortSignal,
): Promise<Details["events"]> {
  const fieldSelector = `regarding.kind=${escapeFieldValue(kind)},regarding.name=${escapeFieldValue(name)}`;
  const { items } = await client.list(Event, { namespace, fieldSelector, signal });
  return items
    .map(({ type, reason, note = "", reportingController: from, series, eventTime, metadata }) => ({
      type,
      reason,
      message: note,
      from,
      count: series?.count ?? 1,
      at: series?.lastObservedTime ?? (eventTime || (metadata.creationTimestamp ?? "")),
    }))
    .sort((one, other) => one.at.localeCompare(other.at))
    .slice(-mostEvents);
}
