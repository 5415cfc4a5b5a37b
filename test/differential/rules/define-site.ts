import { type JudgingServer, type Named, type Verdict } from "../servers/judging-server.ts";
import { type RuleSite } from "./rule-sites.ts";

const group = "sites.example.io";

/** The path of a site's objects. */
export function sitePath(index: number): string {
  return `/apis/${group}/v1/sites${index}`;
}

/** Each site has its own kind, whose spec is the schema of the site. */
export function defineSite(server: JudgingServer, site: RuleSite, index: number): Promise<Verdict> {
  const plural = `sites${index}`;
  const openAPIV3Schema = { type: "object", properties: { spec: site.schema } };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Cluster",
      names: { plural, kind: `Site${index}` },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
  return server.define(definition, sitePath(index));
}

/** An object whose spec is a value of the site. */
export function siteObject(index: number, spec: unknown): Named {
  return { apiVersion: `${group}/v1`, kind: `Site${index}`, metadata: { name: "a" }, spec };
}
