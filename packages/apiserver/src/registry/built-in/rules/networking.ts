import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";
import { at, type KindRules, selector, shortened, text } from "./cells.ts";
import { unchanged } from "./field-errors.ts";

export const ingressRules: KindRules = {
  validate: (object) => {
    const spec = objectAt(object, "spec") ?? {};
    const isEmpty = listAt(spec, "rules").length === 0 && objectAt(spec, "defaultBackend") === undefined;
    const detail = "either `defaultBackend` or `rules` must be specified";
    return isEmpty ? [invalidAt("spec", null, detail)] : checkPaths(object);
  },
  cells: {
    Class: at("spec", "ingressClassName")("<none>"),
    Hosts: (object) => {
      const hosts = listAt(object, "spec", "rules").flatMap((one) => textAt(one, "host") ?? []);
      return hosts.length === 0 ? "*" : shortened(hosts, 3);
    },
    Address: (object) =>
      listAt(object, "status", "loadBalancer", "ingress")
        .map((one) => textAt(one, "ip") ?? textAt(one, "hostname") ?? "")
        .join(","),
    Ports: (object) => (listAt(object, "spec", "tls").length === 0 ? "80" : "80, 443"),
  },
};

function checkPaths(object: ApiObject): FieldError[] {
  return listAt(object, "spec", "rules").flatMap((one, rule) =>
    listAt(one, "http", "paths").flatMap((path, index) => {
      const at = `spec.rules[${rule}].http.paths[${index}]`;
      const type = textAt(path, "pathType");
      const own = textAt(path, "path") ?? "";
      if (type === undefined) return [required(`${at}.pathType`, "pathType must be specified")];
      const isFree = type === "ImplementationSpecific" && own === "";
      return isFree || own.startsWith("/") ? [] : [invalidAt(`${at}.path`, own, "must be an absolute path")];
    }),
  );
}

export const ingressClassRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["spec.controller"]),
  cells: {
    Controller: text("spec", "controller"),
    Parameters: (object) => {
      const parameters = objectAt(object, "spec", "parameters");
      if (parameters === undefined) return "<none>";
      const group = textAt(parameters, "apiGroup");
      return `${textAt(parameters, "kind") ?? ""}${group === undefined ? "" : `.${group}`}/${textAt(parameters, "name") ?? ""}`;
    },
  },
};

export const ipAddressRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["spec.parentRef"]),
  cells: {
    ParentRef: (object) => {
      const { group = "", resource, namespace = "", name } = objectAt(object, "spec", "parentRef") ?? {};
      const parts = [`${String(resource)}${group === "" ? "" : `.${String(group)}`}`, namespace, name];
      return parts
        .filter((part) => part !== "")
        .map(String)
        .join("/");
    },
  },
};

export const serviceCidrRules: KindRules = {
  cells: { CIDRs: (object) => listAt(object, "spec", "cidrs").map(String).join(",") },
};

export const networkPolicyRules: KindRules = {
  complete: (object) => {
    const spec = objectAt(object, "spec");
    if (spec === undefined || spec.policyTypes !== undefined) return object;
    return {
      ...object,
      spec: { ...spec, policyTypes: spec.egress === undefined ? ["Ingress"] : ["Ingress", "Egress"] },
    };
  },
  validate: (object) =>
    ["ingress", "egress"].flatMap((direction) =>
      listAt(object, "spec", direction).flatMap((rule, index) => checkPorts(rule, `spec.${direction}[${index}]`)),
    ),
  cells: { "Pod-Selector": selector("spec", "podSelector") },
};

function checkPorts(rule: unknown, at: string): FieldError[] {
  return listAt(rule, "ports").flatMap((port, index) => checkRange(port, `${at}.ports[${index}]`));
}

/** A range of ports begins with a number. */
function checkRange(given: unknown, at: string): FieldError[] {
  const { port: first, endPort } = isJsonObject(given) ? given : {};
  const wrong = (value: unknown, detail: string): FieldError[] => [invalidAt(`${at}.endPort`, value, detail)];
  if (typeof endPort !== "number") return [];
  if (first === undefined) return wrong(endPort, "may not be specified when `port` is not specified");
  if (typeof first !== "number") return wrong(endPort, "may not be specified when `port` is non-numeric");
  return [
    ...(endPort < first ? wrong(first, "must be greater than or equal to `port`") : []),
    ...(endPort < 1 || endPort > 65_535 ? wrong(endPort, "must be between 1 and 65535, inclusive") : []),
  ];
}
