import { isIP } from "node:net";
import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { checkLabels } from "../../../object/metadata-rules.ts";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";
import { type KindRules, labels, shortened, text } from "./cells.ts";
import { allocate } from "./service-addresses.ts";
import { immutable, unchanged } from "./field-errors.ts";

export const serviceRules: KindRules = {
  complete: (object) => ({ ...object, spec: completeSpec(objectAt(object, "spec") ?? {}) }),
  prepareForCreate: allocate,
  prepareForUpdate: (object, previous, context) => allocate(keepAddresses(object, previous), context),
  validate: (object, previous) => [
    ...checkPorts(object),
    ...checkLabels(objectAt(object, "spec", "selector") as Record<string, string> | undefined, "spec.selector"),
    ...checkExternalName(object),
    ...checkAddress(object),
    ...checkAddresses(object, previous),
  ],
  fieldValue: (object, field) => (field === "spec.clusterIP" ? (textAt(object, "spec", "clusterIP") ?? "") : undefined),
  cells: {
    Type: text("spec", "type"),
    "Cluster-IP": (object) => textAt(object, "spec", "clusterIP") ?? "<none>",
    "External-IP": externalCell,
    "Port(s)": (object) =>
      listAt(object, "spec", "ports")
        .filter(isJsonObject)
        .map(({ port, nodePort, protocol }) =>
          typeof nodePort === "number" && nodePort > 0
            ? `${String(port)}:${nodePort}/${String(protocol)}`
            : `${String(port)}/${String(protocol)}`,
        )
        .join(",") || "<none>",
    Selector: labels("spec", "selector"),
  },
};

function completeSpec(spec: JsonObject): JsonObject {
  const type = textAt(spec, "type");
  const isOpen = type === "NodePort" || type === "LoadBalancer";
  const ports = listAt(spec, "ports").map((port) =>
    isJsonObject(port) && (port.targetPort === 0 || port.targetPort === "" || port.targetPort === undefined)
      ? { ...port, targetPort: port.port }
      : port,
  );
  return {
    ...spec,
    ...(ports.length === 0 ? {} : { ports }),
    ...(spec.sessionAffinity === "ClientIP" && spec.sessionAffinityConfig === undefined
      ? { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } }
      : {}),
    ...(isOpen && textAt(spec, "externalTrafficPolicy") === undefined ? { externalTrafficPolicy: "Cluster" } : {}),
    ...(type !== "ExternalName" && spec.internalTrafficPolicy === undefined
      ? { internalTrafficPolicy: "Cluster" }
      : {}),
    ...(type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts === undefined
      ? { allocateLoadBalancerNodePorts: true }
      : {}),
  };
}

/** A Service keeps its assigned addresses and ports, unless its new type has none. */
function keepAddresses(object: ApiObject, previous: ApiObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const before = objectAt(previous, "spec") ?? {};
  if (spec.type === "ExternalName" || before.type === "ExternalName") return object;
  const kept = ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"].filter(
    (field) => spec[field] === undefined && before[field] !== undefined,
  );
  return { ...object, spec: { ...spec, ...Object.fromEntries(kept.map((field) => [field, before[field]])) } };
}

function checkPorts(object: ApiObject): FieldError[] {
  const spec = objectAt(object, "spec") ?? {};
  const ports = listAt(spec, "ports").filter(isJsonObject);
  const isFree = spec.type === "ExternalName" || spec.clusterIP === "None";
  if (ports.length === 0) return isFree ? [] : [required("spec.ports")];
  const names = new Set<string>();
  return ports.flatMap((port, index): FieldError[] => {
    const at = `spec.ports[${index}]`;
    const name = textAt(port, "name") ?? "";
    const isPort = typeof port.port === "number" && port.port > 0 && port.port < 65_536;
    const isDuplicate = names.has(name) && name !== "";
    names.add(name);
    return [
      ...(name === "" && ports.length > 1 ? [required(`${at}.name`)] : []),
      ...(isDuplicate ? [{ type: "Duplicate value", field: `${at}.name`, value: name } as const] : []),
      ...(isPort ? [] : [invalidAt(`${at}.port`, port.port, range)]),
      ...(isTarget(port.targetPort) ? [] : [invalidAt(`${at}.targetPort`, port.targetPort, range)]),
    ];
  });
}

const range = "must be between 1 and 65535, inclusive";

function isTarget(port: unknown): boolean {
  return typeof port !== "number" || (port > 0 && port < 65_536);
}

function checkAddresses(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const before = textAt(previous, "spec", "clusterIP") ?? "";
  const isOut = [object, previous].some((one) => textAt(one, "spec", "type") === "ExternalName");
  if (previous === undefined || before === "" || isOut) return [];
  const field = "spec.clusterIPs[0]";
  const changed = unchanged(object, previous, ["spec.clusterIP"], immutable);
  const value = listAt(object, "spec", "clusterIPs");
  return changed.map(() => invalidAt(field, value, "may not change once set"));
}

function checkExternalName(object: ApiObject): FieldError[] {
  const { type, externalName } = objectAt(object, "spec") ?? {};
  return type === "ExternalName" && externalName === undefined ? [required("spec.externalName")] : [];
}

function checkAddress(object: ApiObject): FieldError[] {
  const address = textAt(object, "spec", "clusterIP") ?? "None";
  if (address === "None" || isIP(address) !== 0) return [];
  const detail = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
  return [invalidAt("spec.clusterIPs[0]", address, detail)];
}

function externalCell(object: ApiObject): string {
  const external = listAt(object, "spec", "externalIPs").map(String);
  const type = textAt(object, "spec", "type");
  if (type === "ExternalName") return textAt(object, "spec", "externalName") ?? "";
  if (type !== "LoadBalancer") return external.join(",") || "<none>";
  const given = listAt(object, "status", "loadBalancer", "ingress").map(
    (one) => textAt(one, "ip") ?? textAt(one, "hostname") ?? "",
  );
  return [...given, ...external].join(",") || "<pending>";
}

export const endpointsRules: KindRules = {
  deprecationWarning: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  cells: {
    Endpoints: (object) => {
      const found = listAt(object, "subsets").flatMap((subset) => {
        const ports = listAt(subset, "ports").filter(isJsonObject);
        return listAt(subset, "addresses").flatMap((address) =>
          ports.length === 0
            ? [textAt(address, "ip") ?? ""]
            : ports.map(({ port }) => `${textAt(address, "ip") ?? ""}:${String(port)}`),
        );
      });
      return found.length === 0 ? "<none>" : shortened(found, 3);
    },
  },
};

export const endpointSliceRules: KindRules = {
  generationCounts: ["labels"],
  validate: (object, previous) => [
    ...((textAt(object, "addressType") ?? "") === "" ? [required("addressType")] : []),
    ...unchanged(object, previous, ["addressType"]),
  ],
  cells: {
    AddressType: text("addressType"),
    Ports: (object) => {
      const ports = listAt(object, "ports").filter(isJsonObject);
      const found = ports.map(({ port, name }) => (port === undefined ? "*" : String(port === 0 ? name : port)));
      return found.length === 0 ? "<unset>" : shortened(found, 3);
    },
    Endpoints: (object) => {
      const found = listAt(object, "endpoints").flatMap((one) => listAt(one, "addresses").map(String));
      return found.length === 0 ? "<unset>" : shortened(found, 3);
    },
  },
};
