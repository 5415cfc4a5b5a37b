// npm run generate: the types and schemas of packages/runtime-extension/src/hooks, from the Go module of Cluster API that go/go.mod pins.
import { writeFileSync } from "node:fs";
import process from "node:process";
import { hasGo } from "@capstan/harness/has-go";
import { format, resolveConfig } from "prettier";
import { hookSchemas, shortName } from "./hook-schemas.ts";
import { hookTypes } from "./hook-types.ts";
import { openAPIDocument } from "./openapi-document.ts";

const folder = new URL("../../packages/runtime-extension/src/hooks/", import.meta.url);

/** The generated files by their URL, formatted like the repository. Needs Go. */
export async function generatedHooks(): Promise<ReadonlyMap<string, string>> {
  const document = openAPIDocument();
  const schemas = hookSchemas(document);
  const options = (await resolveConfig(folder)) ?? {};
  const hooks = document.hooks.map(({ request, response, ...hook }) => ({
    ...hook,
    request: shortName(request),
    response: shortName(response),
  }));
  const facts = { defaultTimeoutSeconds: document.defaultTimeoutSeconds, hooks, schemas };
  const types = await format(hookTypes(document, schemas), { ...options, parser: "typescript" });
  return new Map([
    [new URL("hook-types.generated.ts", folder).href, types],
    [new URL("hooks.generated.json", folder).href, await format(JSON.stringify(facts), { ...options, parser: "json" })],
  ]);
}

if (import.meta.main) {
  if (hasGo()) for (const [url, text] of await generatedHooks()) writeFileSync(new URL(url), text);
  else process.stderr.write("The hooks of the Runtime SDK stay as they are: they need Go.\n");
}
