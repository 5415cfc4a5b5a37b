import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Store } from "../store/store.ts";
import { type Availability, prioritiesOf, serviceOf } from "./api-service.ts";

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
