import { type Suite } from "./suite.ts";
import { type Answer, eventually } from "./target.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const group = "rules.example.io";

/** The definition of a kind with a schema of its own. */
function definitionOf(kind: string, openAPIV3Schema: object, version: object = {}): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...version }],
    },
  };
}

/** Defines a kind, once for all tests of a server, and says where its objects are in a namespace of the test's own. */
export async function gauges(suite: Suite, kind: string, schema: object, version: object = {}) {
  const { wire, namespace } = await suite.namespace();
  const definition = definitionOf(kind, schema, version);
  const answer = await wire.post(definitions, definition);
  if (answer.status !== 201 && answer.status !== 409) throw new Error(answer.body.message);
  const plural = `${kind.toLowerCase()}s`;
  await eventually(
    () => wire.get(`/apis/${group}/v1/${plural}`),
    ({ status }) => status === 200,
  );
  const path = (name = ""): string => `/apis/${group}/v1/namespaces/${namespace}/${plural}${name}`;
  const object = (name: string, content: object): object => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name },
    ...content,
  });
  return { wire, path, object };
}

/** What an answer refuses, each problem a line; none if it refuses nothing. */
export function causesOf({ status, body }: Answer): string[] {
  if (status < 300) return [];
  return body.details.causes.map(({ field, reason, message }) => `${field}|${reason}|${message}`);
}
