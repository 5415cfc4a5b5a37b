import { listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError } from "../../../status/field-error.ts";
import { type KindRules } from "./kind-rules.ts";
import { at, shortened, text } from "./cells.ts";
import { invalidAt, required, unchanged } from "./field-errors.ts";

export const ingressRules: KindRules = {
  validate: (object) => {
    const spec = objectAt(object, "spec") ?? {};
    const isEmpty = listAt(spec, "rules").length === 0 && objectAt(spec, "defaultBackend") === undefined;
    const detail = "either `defaultBackend` or `rules` must be specified";
    return isEmpty ? [{ type: "Invalid value", field: "spec", value: null, detail }] : checkPaths(object);
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
