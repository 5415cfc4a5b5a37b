import { type JsonObject, listAt, textAt } from "@capstan/kube";

/** The resources of a version as aggregated discovery has them, from how a document about that version alone has them. */
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

/** As the real server has it: without its group and version where these are the version's own, and so are not stated. */
function kindOf(resource: JsonObject): JsonObject {
  return {
    group: textAt(resource, "group") ?? "",
    version: textAt(resource, "version") ?? "",
    kind: textAt(resource, "kind") ?? "",
  };
}
