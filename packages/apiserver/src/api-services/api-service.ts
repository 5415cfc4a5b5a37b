import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Store } from "../store/store.ts";

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

const services = "services.";
const endpointSlices = "endpointslices.discovery.k8s.io";

/** Whether changes of a collection may affect the availability of other servers. */
export function concernsAvailability(collection: string): boolean {
  return collection === services || collection === endpointSlices;
}

/** Why a version of another server is unavailable, as far as this is known without a request. */
export function remoteAvailability(store: Store, apiService: ApiObject): Availability {
  const { namespace, name, port } = serviceOf(apiService) ?? { namespace: "", name: "", port: 0 };
  const what = `service/${name} in ${JSON.stringify(namespace)}`;
  const no = (reason: string, message: string): Availability => ({ status: "False", reason, message });
  const service = store.get(services, namespace, name);
  if (service === undefined) return no("ServiceNotFound", `${what} is not present`);
  if (textAt(service, "spec", "type") === "ClusterIP") {
    const found = objectAt(listAt(service, "spec", "ports").find((one) => objectAt(one)?.port === port));
    if (found === undefined) return no("ServicePortError", `${what} is not listening on port ${port}`);
    const slices = store
      .collection(endpointSlices)
      .list(namespace)
      .filter((slice) => isOf(slice, name));
    if (slices.length === 0) return no("EndpointsNotFound", `cannot find endpointslices for ${what}`);
    const portName = textAt(found, "name") ?? "";
    if (!slices.some((slice) => isReady(slice, portName))) {
      const named = JSON.stringify(portName);
      return no("MissingEndpoints", `endpointslices for ${what} have no addresses with port name ${named}`);
    }
  }
  const { group, version } = prioritiesOf(apiService);
  const address = `https://${textAt(service, "spec", "clusterIP") ?? name}:${port}/apis/${group}/${version}`;
  const why = "this server reaches no addresses within a cluster; say where the Service is by the option services";
  return no("FailedDiscoveryCheck", `failing or missing response from ${address}: ${why}`);
}

function isOf({ metadata }: ApiObject, service: string): boolean {
  return metadata.labels?.["kubernetes.io/service-name"] === service;
}

function isReady(slice: ApiObject, portName: string): boolean {
  const isServing = listAt(slice, "endpoints").some((one) => objectAt(one, "conditions")?.ready !== false);
  const hasPort = (port: unknown): boolean =>
    isJsonObject(port) && port.name === portName && typeof port.port === "number";
  return isServing && listAt(slice, "ports").some(hasPort);
}
