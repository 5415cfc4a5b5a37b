import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type RuleContext } from "../../resource.ts";

const firstNodePort = 30_000;
const lastNodePort = 32_767;
/** The number of addresses for Services, 10.0.0.1 to 10.0.255.254. */
const addresses = 65_534;

/** The range of the addresses. */
export const addressRange = "10.0.0.0/16";

/** The address of the server's own Service. */
export const firstAddress = "10.0.0.1";

/** Assigns addresses and ports to a Service: the requested ones, or the first free ones. */
export function allocate(object: ApiObject, context: RuleContext): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  if (spec.type === "ExternalName") return object;
  const others = context.others().filter(({ metadata }) => metadata.uid !== object.metadata.uid);
  return { ...object, spec: withNodePorts({ ...spec, ...addressesOf(spec, others) }, others) };
}

function addressesOf(spec: JsonObject, others: readonly ApiObject[]): JsonObject {
  const asked =
    textAt(spec, "clusterIP") ?? textAt(spec, "clusterIPs", "0") ?? listAt(spec, "clusterIPs").map(String)[0];
  const taken = new Set(others.map((other) => textAt(other, "spec", "clusterIP")));
  const clusterIP = asked ?? firstFree(addresses, (index) => `10.0.${index >> 8}.${index & 255}`, taken);
  if (clusterIP === undefined) return {};
  // A headless Service without a selector may have any IP family.
  const isOpen = clusterIP === "None" && objectAt(spec, "selector") === undefined;
  return {
    clusterIP,
    clusterIPs: spec.clusterIPs ?? [clusterIP],
    ipFamilies: spec.ipFamilies ?? (clusterIP.includes(":") ? ["IPv6"] : isOpen ? ["IPv4", "IPv6"] : ["IPv4"]),
    ipFamilyPolicy: spec.ipFamilyPolicy ?? (isOpen ? "RequireDualStack" : "SingleStack"),
  };
}

function withNodePorts(spec: JsonObject, others: readonly ApiObject[]): JsonObject {
  const isOpen =
    spec.type === "NodePort" || (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
  if (!isOpen) return spec;
  const taken = new Set<unknown>(
    others.flatMap((other) =>
      listAt(other, "spec", "ports").flatMap((port) => (isJsonObject(port) ? [String(port.nodePort)] : [])),
    ),
  );
  const ports = listAt(spec, "ports").map((port) => {
    if (!isJsonObject(port) || (typeof port.nodePort === "number" && port.nodePort > 0)) return port;
    const found = firstFree(lastNodePort - firstNodePort, (index) => String(firstNodePort + index), taken);
    taken.add(found);
    return { ...port, nodePort: Number(found) };
  });
  return { ...spec, ports };
}

function firstFree(most: number, nameOf: (index: number) => string, taken: ReadonlySet<unknown>): string | undefined {
  for (let index = 1; index <= most; index += 1) if (!taken.has(nameOf(index))) return nameOf(index);
  return undefined;
}
