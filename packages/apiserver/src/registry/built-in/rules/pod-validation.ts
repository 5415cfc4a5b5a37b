import { dnsLabelProblems, isJsonObject, type JsonObject, listAt, textAt } from "@capstan/kube";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";

/** Validates a PodSpec, with the rules that authors of Pods are likely to break. */
export function checkPodSpec(spec: JsonObject, path: string): FieldError[] {
  const containers = listAt(spec, "containers");
  const names = new Set<string>();
  return [
    ...checkVolumes(listAt(spec, "volumes"), `${path}.volumes`),
    ...(containers.length === 0 ? [required(`${path}.containers`)] : []),
    ...checkContainers(containers, `${path}.containers`, names, listAt(spec, "volumes")),
    ...checkContainers(listAt(spec, "initContainers"), `${path}.initContainers`, names, listAt(spec, "volumes")),
  ];
}

function checkVolumes(volumes: readonly unknown[], path: string): FieldError[] {
  const names = new Set<string>();
  return volumes.flatMap((volume, index) => checkName(volume, `${path}[${index}]`, names));
}

function checkContainers(
  containers: readonly unknown[],
  path: string,
  names: Set<string>,
  volumes: readonly unknown[],
): FieldError[] {
  const known = new Set(volumes.map((volume) => textAt(volume, "name")));
  return containers.filter(isJsonObject).flatMap((container, index) => {
    const at = `${path}[${index}]`;
    const mounts = listAt(container, "volumeMounts").flatMap((mount, mountIndex): FieldError[] => {
      const name = textAt(mount, "name") ?? "";
      const field = `${at}.volumeMounts[${mountIndex}].name`;
      const isMounted = (textAt(mount, "mountPath") ?? "") !== "";
      return [
        ...(name === "" ? [required(field)] : []),
        ...(known.has(name) ? [] : [{ type: "Not found", field, value: name } as const]),
        ...(isMounted ? [] : [required(`${at}.volumeMounts[${mountIndex}].mountPath`)]),
      ];
    });
    return [
      ...checkName(container, at, names),
      ...((textAt(container, "image") ?? "") === "" ? [required(`${at}.image`)] : []),
      ...checkPorts(container, `${at}.ports`),
      ...listAt(container, "env").flatMap((variable, position) =>
        (textAt(variable, "name") ?? "") === "" ? [required(`${at}.env[${position}].name`)] : [],
      ),
      ...mounts,
    ];
  });
}

function checkName(item: unknown, path: string, names: Set<string>): FieldError[] {
  const name = textAt(item, "name") ?? "";
  if (name === "") return [required(`${path}.name`)];
  const problems = dnsLabelProblems(name).map((detail) => invalidAt(`${path}.name`, name, detail));
  if (problems.length > 0) return problems;
  if (names.has(name)) return [{ type: "Duplicate value", field: `${path}.name`, value: name }];
  names.add(name);
  return [];
}

const ports = "must be between 1 and 65535, inclusive";

function checkPorts(container: JsonObject, path: string): FieldError[] {
  return listAt(container, "ports")
    .filter(isJsonObject)
    .flatMap(({ containerPort }, index) => {
      const field = `${path}[${index}].containerPort`;
      if (containerPort === 0 || containerPort === undefined) return [required(field)];
      const isPort = typeof containerPort === "number" && containerPort > 0 && containerPort < 65_536;
      return isPort ? [] : [invalidAt(field, containerPort, ports)];
    });
}
