import { type Suite } from "./suite.ts";
import { type Answer, eventually } from "./target.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const group = "rules.example.io";

/** The definition of a kind with its own schema. */
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

/** Defines a kind once for all tests of a server, and returns the path of its objects in a namespace for this test alone. */
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

/** The problems of a rejection, one per line; empty if the request was accepted. */
export function causesOf({ status, body }: Answer): string[] {
  if (status < 300) return [];
  return body.details.causes.map(({ field, reason, message }) => `${field}|${reason}|${message}`);
}
