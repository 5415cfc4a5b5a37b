import { listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";

/** A version of a group, and how it is preferred to others: what has more comes first. */
export interface Priorities {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

/** How versions that definitions serve are preferred. */
export const ofDefinitions = { groupPriorityMinimum: 1_000, versionPriority: 100 };

/** Says whether the server keeps an APIService by itself: always ("true"), or only writes it when it starts ("onstart"). */
const managedLabel = "kube-aggregator.kubernetes.io/automanaged";

/** The APIService of a version that a definition serves, as the server keeps it. */
export function localApiService(priorities: Priorities): ApiObject {
  const { group, version, groupPriorityMinimum, versionPriority } = priorities;
  return {
    kind: "APIService",
    apiVersion: "apiregistration.k8s.io/v1",
    metadata: { name: `${version}.${group}`, labels: { [managedLabel]: "true" } },
    spec: { ...(group === "" ? {} : { group }), version, groupPriorityMinimum, versionPriority },
  };
}

/** Whether the server keeps an APIService as it has written it. */
export function isKept({ metadata }: ApiObject): boolean {
  return metadata.labels?.[managedLabel] === "true";
}

/** What an APIService is preferred by. */
export function prioritiesOf(service: ApiObject): Priorities {
  const spec = objectAt(service, "spec") ?? {};
  return {
    group: textAt(spec, "group") ?? "",
    version: textAt(spec, "version") ?? "",
    groupPriorityMinimum: Number(spec.groupPriorityMinimum),
    versionPriority: Number(spec.versionPriority),
  };
}

/** The Service that serves a version in the place of this server. */
export function serviceOf(service: ApiObject): { namespace: string; name: string; port: number } | undefined {
  const found = objectAt(service, "spec", "service");
  if (found === undefined) return undefined;
  return { namespace: textAt(found, "namespace") ?? "", name: textAt(found, "name") ?? "", port: Number(found.port) };
}

/** Whether a version can be asked for. */
export interface Availability {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

export const localAvailability: Availability = {
  status: "True",
  reason: "Local",
  message: "Local APIServices are always available",
};

/** The conditions of an APIService with its availability at a time; undefined if it is said already. */
export function withAvailability(service: ApiObject, { status, ...said }: Availability, time: string) {
  const conditions = listAt(service, "status", "conditions");
  const known = objectAt(conditions.find((one) => textAt(one, "type") === "Available"));
  if (known?.status === status && known.reason === said.reason && known.message === said.message) return undefined;
  const since = known?.status === status ? known.lastTransitionTime : time;
  const next = { type: "Available", status, lastTransitionTime: since, ...said };
  return known === undefined ? [...conditions, next] : conditions.map((one) => (one === known ? next : one));
}
