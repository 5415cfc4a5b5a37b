import { drawnValue, type SeededRandom } from "@capstan/harness/random";
import { annotationBytes, type JsonObject, mostAnnotationBytes, objectAt } from "@capstan/kube";
import type { CustomResourceDefinition, KubernetesObject } from "@capstan/provider";
import { mutated } from "../../differential/definitions/mutated.ts";

type Version = CustomResourceDefinition["spec"]["versions"][number];

const annotation = "cluster.x-k8s.io/conversion-data";
const parts = ["spec", "status"] as const;

/** Strings that v1beta1 admits as a name or an API version, and that are not valid in a path or reference. */
const strings = ["?watch=true", "../../victim/machines/cp", "a/b", "", "\u0000", "é".repeat(40), "-", "x".repeat(300)];

/** An object of a version as a tenant may write it, valid or not: with arbitrary values, lengths, and forged annotations of kept values. */
export function hostileObject(crd: CustomResourceDefinition, version: Version, random: SeededRandom): KubernetesObject {
  const { group, names, versions } = crd.spec;
  const other = versions.find(({ name }) => name !== version.name) ?? version;
  const sound = { ...drawnParts(version, random) };
  const object = {
    apiVersion: `${group}/${version.name}`,
    kind: names.kind,
    metadata: { name: "one", namespace: "tenant", uid: "u", labels: { a: "b" } },
    ...(random.happens(1 / 3)
      ? sound
      : withStrings(random.happens(1 / 2) ? sound : mutated(sound, parts, random), random)),
  };
  const annotations = drawnAnnotations(crd, other, random);
  return { ...object, metadata: { ...object.metadata, ...(annotations === undefined ? {} : { annotations }) } };
}

function drawnParts({ schema }: Version, random: SeededRandom): JsonObject {
  const properties = objectAt(schema.openAPIV3Schema, "properties") ?? {};
  return Object.fromEntries(
    parts.flatMap((part) => {
      const found = objectAt(properties, part);
      return found === undefined || random.happens(1 / 20) ? [] : [[part, drawnValue(found, random)]];
    }),
  );
}

/** Inserts a tenant's strings at some places of strings. */
function withStrings(value: JsonObject, random: SeededRandom): JsonObject {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "string" && random.happens(1 / 8) ? random.pick(strings) : inner,
    ),
  ) as JsonObject;
}

/** Annotations that the API server admits: none, as many as fit, and one that forges kept values. */
function drawnAnnotations(
  { spec: { group, names } }: CustomResourceDefinition,
  other: Version,
  random: SeededRandom,
): Readonly<Record<string, string>> | undefined {
  const forged = mutated({ ...drawnParts(other, random) }, parts, random);
  const hub = { apiVersion: `${group}/${other.name}`, kind: names.kind, ...forged };
  const kept = random.pick([
    null,
    null,
    JSON.stringify(hub),
    JSON.stringify({ [other.name]: forged, v0: forged }),
    JSON.stringify({ ...hub, [other.name]: { spec: { toString: 1, valueOf: { a: [null] } }, status: [] } }),
    '{"spec":',
    "[".repeat(500),
  ]);
  const annotations = kept === null ? {} : { [annotation]: kept };
  const key = "note";
  const left = mostAnnotationBytes - annotationBytes(annotations) - key.length;
  const length = random.pick([0, 0, left, left - 40, left - 1000]);
  if (length <= 0) return kept === null ? undefined : annotations;
  return { ...annotations, [key]: "x".repeat(length) };
}
