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
      return [endpoint, [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => name)] as const;
    });
    return `
/** What is checked, by the path at which it is asked for. */
export const healthChecks = ${objectOf(Object.fromEntries(await Promise.all(entries)))} as const;`;
  },
};
