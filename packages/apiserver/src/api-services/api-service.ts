import { objectAt } from "@capstan/kube";
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
export function prioritiesOf(service: ApiObject): typeof ofDefinitions {
  const spec = objectAt(service, "spec") ?? {};
  return {
    groupPriorityMinimum: Number(spec.groupPriorityMinimum),
    versionPriority: Number(spec.versionPriority),
  };
}

/** Adds the condition that the version is available, as every version that the server itself serves is, since `time`. */
export function withAvailability(service: ApiObject, time: string): ApiObject {
  const message = "Local APIServices are always available";
  const available = { type: "Available", status: "True", lastTransitionTime: time, reason: "Local", message };
  return { ...service, status: { conditions: [available] } };
}
