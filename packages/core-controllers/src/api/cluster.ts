import { definedFields, fieldsOf, type JsonObject } from "@capstan/kube";
import { filled, ifThere, present } from "./fields.ts";
import type { KindForms } from "./kind-forms.ts";
import { contractRef, objectRef } from "./references.ts";
import { type StatusForm, statusToV1Beta1, statusToV1Beta2 } from "./status-forms.ts";
import { topologyToV1Beta1, topologyToV1Beta2 } from "./topology.ts";

/** In v1beta2, a network must not be empty or have empty ranges. */
function networkToV1Beta2(network: JsonObject): JsonObject | undefined {
  const ranges = (name: string) => present({ cidrBlocks: filled(fieldsOf(network[name]).cidrBlocks) });
  const { apiServerPort, serviceDomain } = network;
  return present({ apiServerPort, serviceDomain, services: ranges("services"), pods: ranges("pods") });
}

function endpointToV1Beta2({ host, port }: JsonObject): JsonObject | undefined {
  return present({ host: host === "" ? undefined : host, port: port === 0 ? undefined : port });
}

function failureDomainsToV1Beta2(domains: unknown): unknown {
  return filled(
    Object.entries(fieldsOf(domains))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, domain]) => {
        const { controlPlane, attributes } = fieldsOf(domain);
        return definedFields({ name, controlPlane: controlPlane ?? false, attributes });
      }),
  );
}

function failureDomainsToV1Beta1(domains: unknown): JsonObject | undefined {
  if (!Array.isArray(domains)) return undefined;
  return Object.fromEntries(
    domains.flatMap((domain) => {
      const { name, controlPlane, attributes } = fieldsOf(domain);
      if (typeof name !== "string") return [];
      return [[name, definedFields({ controlPlane: controlPlane === true ? true : undefined, attributes })] as const];
    }),
  );
}

const status: StatusForm = {
  deprecated: ["conditions", "failureReason", "failureMessage"],
  staged: ["conditions", "controlPlane", "workers"],
  flags: { infrastructureProvisioned: "infrastructureReady", controlPlaneInitialized: "controlPlaneReady" },
  shared: ["phase"],
};

/** Clusters in both versions. */
export const clusterForms: KindForms = {
  specToV1Beta2: (spec) =>
    definedFields({
      paused: spec.paused,
      clusterNetwork: networkToV1Beta2(fieldsOf(spec.clusterNetwork)),
      controlPlaneEndpoint: endpointToV1Beta2(fieldsOf(spec.controlPlaneEndpoint)),
      controlPlaneRef: contractRef(spec.controlPlaneRef),
      infrastructureRef: contractRef(spec.infrastructureRef),
      topology: ifThere(spec.topology, topologyToV1Beta2),
      availabilityGates: filled(spec.availabilityGates),
    }),
  specToV1Beta1: (spec, context) =>
    definedFields({
      paused: spec.paused,
      clusterNetwork: spec.clusterNetwork,
      // v1beta2 requires both fields.
      controlPlaneEndpoint: ifThere(spec.controlPlaneEndpoint, ({ host = "", port = 0 }) => ({ host, port })),
      controlPlaneRef: objectRef(spec.controlPlaneRef, context),
      infrastructureRef: objectRef(spec.infrastructureRef, context),
      topology: ifThere(spec.topology, (topology) => topologyToV1Beta1(topology, context.namespace)),
      availabilityGates: spec.availabilityGates,
    }),
  statusToV1Beta2: (old) => ({
    ...statusToV1Beta2(old, status),
    failureDomains: failureDomainsToV1Beta2(old.failureDomains),
  }),
  statusToV1Beta1: (now) => ({
    ...statusToV1Beta1(now, status),
    failureDomains: failureDomainsToV1Beta1(now.failureDomains),
  }),
};
