import { type GeneratedFile, generatedIn } from "./generated-file.ts";

/** In which order a server prefers its own groups and their versions. */
export const apiServices: GeneratedFile = {
  what: "the priorities of groups",
  file: generatedIn("api-services/priorities"),
  source: async (wire) => {
    const { body } = await wire.get("/apis/apiregistration.k8s.io/v1/apiservices");
    const found = body.items.map(({ spec }) => {
      const { group = "", version, groupPriorityMinimum, versionPriority } = spec;
      return { group, version, groupPriorityMinimum, versionPriority };
    });
    return `import { type Priorities } from "./api-service.ts";

    /** The versions that a server has without any definition, and in which order it prefers them. */
    export const priorities: readonly Priorities[] = ${JSON.stringify(found)};`;
  },
};
