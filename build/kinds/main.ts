// npm run generate: the tables of built-in kinds in packages/apiserver/src/types and src/registry/built-in, from a real API
// server (KUBEBUILDER_ASSETS) and the Go types of Kubernetes.
import { writeFileSync } from "node:fs";
import { RealApiServer } from "@capstan/testkit";
import { Wire } from "../../packages/apiserver/test/conformance/target.ts";
import { goFacts } from "./facts.ts";
import { columnsAt, observe, type Observed } from "./observed.ts";
import { resourceTable } from "./resource-table.ts";
import { kindsOf, openApiSchemas, servedVersions } from "./served.ts";
import { typeTables } from "./type-tables.ts";

const sources = new URL("../../packages/apiserver/src/", import.meta.url);

/** The generated files by their URL. Needs Go and KUBEBUILDER_ASSETS. */
export async function generatedKinds(): Promise<ReadonlyMap<string, string>> {
  await using server = await RealApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const served = await servedVersions(wire);
  const schemas = await openApiSchemas(wire);
  const facts = goFacts(kindsOf(served));
  const observed = new Map<string, Partial<Observed>>();
  for (const { group, version, resources: found } of served) {
    for (const resource of found) {
      if (!resource.verbs.includes("list")) continue;
      const place = { group, version, resource };
      const isStored = resource.verbs.includes("create");
      const found = isStored ? await observe(wire, place) : { columns: await columnsAt(wire, place) };
      observed.set(`${group}/${version}/${resource.resource}`, found);
    }
  }
  const files = {
    "types/tables": typeTables(facts, schemas),
    "registry/built-in/resources": resourceTable({ served, facts, observed }),
  };
  return new Map(
    Object.entries(files).map(([name, text]) => [new URL(`${name}.generated.json`, sources).href, `${text}\n`]),
  );
}

if (import.meta.main && process.env.KUBEBUILDER_ASSETS === undefined) {
  process.stderr.write("The tables of built-in kinds stay as they are: they need Go and KUBEBUILDER_ASSETS.\n");
} else if (import.meta.main) {
  for (const [url, text] of await generatedKinds()) writeFileSync(new URL(url), text);
}
