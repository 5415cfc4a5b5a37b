import { dnsSubdomainProblems, listAt, objectAt, objectKeyText, textAt } from "@capstan/kube";
import { localAvailability, serviceOf, withAvailability } from "../../../api-services/api-service.ts";
import { type ApiObject } from "../../../object/api-object.ts";
import { label1035Problems } from "../../../object/names.ts";
import { type FieldError, invalidAt, required, unsupported } from "../../../status/field-error.ts";
import { type KindRules } from "./cells.ts";

export const apiServiceRules: KindRules = {
  statusKeeps: ["labels", "ownerReferences"],
  // Versions that the server itself serves are available immediately.
  prepareForCreate: (object) => {
    if (serviceOf(object) !== undefined) return object;
    const conditions = withAvailability(object, localAvailability, object.metadata.creationTimestamp ?? "");
    return { ...object, status: { conditions } };
  },
  validate: (object) => [
    ...checkName(object),
    ...checkGroup(object),
    ...checkPriorities(object),
    ...checkService(object),
    ...checkConditions(object),
  ],
  cells: {
    Service: (object) => {
      const service = serviceOf(object);
      return service === undefined ? "Local" : objectKeyText(service);
    },
    Available: (object) => {
      const found = listAt(object, "status", "conditions").find((one) => textAt(one, "type") === "Available");
      const [status = "Unknown", reason = ""] = [textAt(found, "status"), textAt(found, "reason")];
      return status === "True" || reason === "" ? status : `${status} (${reason})`;
    },
  },
};

function checkName(object: ApiObject): FieldError[] {
  const { name } = object.metadata;
  const wanted = `${textAt(object, "spec", "version") ?? ""}.${textAt(object, "spec", "group") ?? ""}`;
  const rule = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`;
  return name === wanted ? [] : [invalidAt("metadata.name", name, rule)];
}

function checkGroup(object: ApiObject): FieldError[] {
  const [group, version] = [textAt(object, "spec", "group") ?? "", textAt(object, "spec", "version") ?? ""];
  const ofCore = "only v1 may have an empty group and it better be legacy kube";
  const problems = group === "" ? [] : dnsSubdomainProblems(group);
  return [
    ...(group === "" && version !== "v1" ? [required("spec.group", ofCore)] : []),
    ...problems.map((problem) => invalidAt("spec.group", group, problem)),
    ...label1035Problems(version).map((problem) => invalidAt("spec.version", version, problem)),
  ];
}

function checkPriorities(object: ApiObject): FieldError[] {
  const highest = { groupPriorityMinimum: 20_000, versionPriority: 1_000 };
  return Object.entries(highest).flatMap(([field, most]) => {
    const value = Number(objectAt(object, "spec")?.[field]);
    const isWithin = value > 0 && value <= most;
    return isWithin ? [] : [invalidAt(`spec.${field}`, value, `must be positive and less than ${most}`)];
  });
}

function checkService(object: ApiObject): FieldError[] {
  const { caBundle, insecureSkipTLSVerify: insecure = false } = objectAt(object, "spec") ?? {};
  const service = serviceOf(object);
  const hasBundle = typeof caBundle === "string" && caBundle !== "";
  const refuseInsecure = (detail: string): FieldError => invalidAt("spec.insecureSkipTLSVerify", insecure, detail);
  if (service === undefined) {
    const shown = `${Buffer.from(String(caBundle), "base64").length} bytes`;
    return [
      ...(hasBundle ? [invalidAt("spec.caBundle", shown, "local APIServices may not have a caBundle")] : []),
      ...(insecure === true ? [refuseInsecure("local APIServices may not have insecureSkipTLSVerify")] : []),
    ];
  }
  const { namespace, name, port } = service;
  const isPort = port > 0 && port < 65_536;
  return [
    ...(namespace === "" ? [required("spec.service.namespace")] : []),
    ...(name === "" ? [required("spec.service.name")] : []),
    ...(isPort
      ? []
      : [invalidAt("spec.service.port", port, "port is not valid: must be between 1 and 65535, inclusive")]),
    ...(insecure === true && hasBundle ? [refuseInsecure("may not be true if caBundle is present")] : []),
  ];
}

function checkConditions(object: ApiObject): FieldError[] {
  return listAt(object, "status", "conditions").flatMap((condition, index) => {
    const status = textAt(condition, "status") ?? "";
    const values = ["True", "False", "Unknown"];
    return values.includes(status) ? [] : [unsupported(`status.conditions[${index}].status`, status, values)];
  });
}
