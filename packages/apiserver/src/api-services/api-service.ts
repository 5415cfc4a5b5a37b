import { listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";

/** A group version and its priorities: higher ones come first. */
export interface Priorities {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

/** The priorities of versions from CRDs. */
export const ofDefinitions = { groupPriorityMinimum: 1_000, versionPriority: 100 };

/** Says whether the server maintains an APIService: always ("true"), or only at its start ("onstart"). */
const managedLabel = "kube-aggregator.kubernetes.io/automanaged";

/** The APIService that the server maintains for a version from a CRD. */
export function localApiService(priorities: Priorities): ApiObject {
  const { group, version, groupPriorityMinimum, versionPriority } = priorities;
  return {
    kind: "APIService",
    apiVersion: "apiregistration.k8s.io/v1",
    metadata: { name: `${version}.${group}`, labels: { [managedLabel]: "true" } },
    spec: { ...(group === "" ? {} : { group }), version, groupPriorityMinimum, versionPriority },
  };
}

/** Whether the server maintains an APIService. */
export function isKept({ metadata }: ApiObject): boolean {
  return metadata.labels?.[managedLabel] === "true";
}

/** The priorities of an APIService. */
export function prioritiesOf(service: ApiObject): Priorities {
  const spec = objectAt(service, "spec") ?? {};
  return {
    group: textAt(spec, "group") ?? "",
    version: textAt(spec, "version") ?? "",
    groupPriorityMinimum: Number(spec.groupPriorityMinimum),
    versionPriority: Number(spec.versionPriority),
  };
}

/** The Service that serves a version instead of this server. */
export function serviceOf(service: ApiObject): { namespace: string; name: string; port: number } | undefined {
  const found = objectAt(service, "spec", "service");
  if (found === undefined) return undefined;
  return { namespace: textAt(found, "namespace") ?? "", name: textAt(found, "name") ?? "", port: Number(found.port) };
}

/** Whether a version is available. */
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

/** The conditions of an APIService with its availability at a time; undefined if nothing changes. */
export function withAvailability(service: ApiObject, { status, ...said }: Availability, time: string) {
  const conditions = listAt(service, "status", "conditions");
  const known = objectAt(conditions.find((one) => textAt(one, "type") === "Available"));
  if (known?.status === status && known.reason === said.reason && known.message === said.message) return undefined;
  const since = known?.status === status ? known.lastTransitionTime : time;
  const next = { type: "Available", status, lastTransitionTime: since, ...said };
  return known === undefined ? [...conditions, next] : conditions.map((one) => (one === known ? next : one));
}
