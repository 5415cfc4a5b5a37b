import { machineAddressTypes, type Violation, violation } from "@capstan/contract";
import { type CachedObject, fieldsOf } from "../lifecycle/stored-object.ts";
import { textViolations } from "./text-violations.ts";

/** For the addresses of a machine (rule IM-012). */
export function addressViolations(addresses: unknown): Violation[] {
  if (addresses === undefined) return [];
  const path = "status.addresses";
  if (!Array.isArray(addresses)) return [violation("IM-012", { path, expected: "a list", actual: addresses })];
  const tooMany = addresses.length > 256;
  return [
    ...(tooMany ? [violation("IM-012", { path, expected: "at most 256 addresses", actual: addresses.length })] : []),
    ...addresses.flatMap((item: unknown, index) => {
      const { type, address } = fieldsOf(item);
      const isKnown = machineAddressTypes.some((known) => known === type);
      const expected = machineAddressTypes.join(" or ");
      return [
        ...(isKnown ? [] : [violation("IM-012", { path: `${path}[${index}].type`, expected, actual: type })]),
        ...textViolations("IM-012", `${path}[${index}].address`, address, 256),
      ];
    }),
  ];
}

/** For the endpoint of a control plane: complete (IC-003, IC-011), and the one of before (IC-002). */
export function endpointViolations(object: CachedObject, endpoint: unknown): Violation[] {
  if (endpoint === undefined) return [];
  const path = "spec.controlPlaneEndpoint";
  const { host, port } = fieldsOf(endpoint);
  const isPort = typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65535;
  const present = fieldsOf(fieldsOf(object.spec).controlPlaneEndpoint);
  const isSet = typeof present.host === "string" && present.host !== "" && Number(present.port) > 0;
  const isChange = isSet && (present.host !== host || present.port !== port);
  const expected = `${String(present.host)}:${String(present.port)}, which is set already: it never changes`;
  return [
    ...textViolations("IC-003", `${path}.host`, host, 512),
    ...(isPort
      ? []
      : [violation("IC-003", { path: `${path}.port`, expected: "a port from 1 to 65535", actual: port })]),
    ...(isChange ? [violation("IC-002", { path, expected, actual: `${String(host)}:${String(port)}` })] : []),
  ];
}

/** For the failure domains of a cluster (rule IC-007). */
export function failureDomainViolations(failureDomains: unknown): Violation[] {
  if (failureDomains === undefined) return [];
  const path = "status.failureDomains";
  if (!Array.isArray(failureDomains)) {
    return [violation("IC-007", { path, expected: "a list", actual: failureDomains })];
  }
  const names = failureDomains.map((domain: unknown) => fieldsOf(domain).name);
  return names.flatMap((name, index) => {
    const isUnique = typeof name === "string" && name !== "" && names.indexOf(name) === index;
    const expected = "a unique, non-empty name";
    return isUnique ? [] : [violation("IC-007", { path: `${path}[${index}].name`, expected, actual: name })];
  });
}
