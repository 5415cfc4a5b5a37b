// npm run generate: packages/apiserver/assets/descriptions.json.br, the descriptions of types and fields from a real API server
// (KUBEBUILDER_ASSETS).
import { mkdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { RealApiServer } from "@capstan/testkit";
import { type Description } from "../packages/apiserver/src/descriptions/kubernetes-descriptions.ts";
import { Wire } from "../packages/apiserver/test/conformance/target.ts";

const file = new URL("../packages/apiserver/assets/descriptions.json.br", import.meta.url);

interface Schema {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * The content of the file: the description of each type, by its name.
 *
 * @param kubeconfig - of a real API server.
 */
export async function descriptions(kubeconfig: string): Promise<string> {
  const wire = new Wire(kubeconfig);
  const { paths } = (await wire.get("/openapi/v3")).body as unknown as { readonly paths: object };
  const types: Record<string, Description> = {};
  for (const path of Object.keys(paths)
    .sort()
    .filter((each) => isOfKubernetes(each))) {
    const { body } = await wire.get(`/openapi/v3/${path}`);
    const { components } = body as unknown as { readonly components?: { readonly schemas?: Schema["properties"] } };
    for (const [name, type] of Object.entries(components?.schemas ?? {})) types[name] ??= descriptionOf(type);
  }
  return JSON.stringify(Object.fromEntries(Object.entries(types).sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** Whether a path belongs to a group version of Kubernetes itself, not to custom resources. */
function isOfKubernetes(path: string): boolean {
  const [root, group = ""] = path.split("/");
  return root === "api" || (root === "apis" && (!group.includes(".") || group.endsWith(".k8s.io")));
}

function descriptionOf({ description, required, properties = {} }: Schema): Description {
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    field.description === undefined ? [] : [[name, field.description] as const],
  );
  return {
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
  };
}

if (import.meta.main && process.env.KUBEBUILDER_ASSETS === undefined) {
  process.stderr.write("The descriptions of types stay as they are: they need KUBEBUILDER_ASSETS.\n");
} else if (import.meta.main) {
  await using server = await RealApiServer.start();
  const text = await descriptions(server.kubeconfig);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
