import { type JsonObject, listAt, textAt } from "@capstan/kube";

/** Converts the resources in the discovery document of a version to the format of aggregated discovery. */
export function aggregatedResources(resources: readonly JsonObject[]): JsonObject[] {
  const whole = resources.filter((one) => !nameOf(one).includes("/"));
  return whole.map((one) => {
    const parts = resources.filter((part) => nameOf(part).startsWith(`${nameOf(one)}/`));
    const { singularName, shortNames, categories } = one;
    return {
      resource: nameOf(one),
      responseKind: kindOf(one),
      scope: one.namespaced === true ? "Namespaced" : "Cluster",
      singularResource: singularName ?? "",
      verbs: listAt(one, "verbs"),
      ...(shortNames === undefined ? {} : { shortNames }),
      ...(categories === undefined ? {} : { categories }),
      ...(parts.length === 0
        ? {}
        : {
            subresources: parts.map((part) => ({
              subresource: nameOf(part).slice(nameOf(one).length + 1),
              responseKind: kindOf(part),
              verbs: listAt(part, "verbs"),
            })),
          }),
    };
  });
}

function nameOf(resource: JsonObject): string {
  return textAt(resource, "name") ?? "";
}

/** As in the real server: without the group and version if they equal those of the version, and so are omitted. */
function kindOf(resource: JsonObject): JsonObject {
  return {
    group: textAt(resource, "group") ?? "",
    version: textAt(resource, "version") ?? "",
    kind: textAt(resource, "kind") ?? "",
  };
}
