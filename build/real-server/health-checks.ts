import { objectOf } from "../data-lines.ts";
import { type GeneratedFile, generatedIn } from "./generated-file.ts";

/** The health checks of a server. */
export const healthChecks: GeneratedFile = {
  what: "the names of health checks",
  file: generatedIn("server/health/checks"),
  rbac: true,
  source: async (wire) => {
    const entries = ["healthz", "livez", "readyz"].map(async (endpoint) => {
      const { text } = await wire.get(`/${endpoint}?verbose`);
      const names = [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => name);
      return [endpoint, JSON.stringify(names)] as const;
    });
    return objectOf(Object.fromEntries(await Promise.all(entries)));
  },
};
