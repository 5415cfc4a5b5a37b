import type { KubernetesObject } from "@capstan/contract";
import { drawnRuns } from "@capstan/harness/night";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertCoreObject, convertedKinds } from "../../src/api/convert.ts";
import { drawnObject } from "./drawn-object.ts";

const cases = convertedKinds.flatMap((kind) => [
  { kind, from: "v1beta1", to: "v1beta2" },
  { kind, from: "v1beta2", to: "v1beta1" },
]);
const annotation = "cluster.x-k8s.io/conversion-data";
const parameters = { numRuns: drawnRuns({ sample: 60, all: 300 }) };

function apiVersionOf(group: string): string | undefined {
  return group === "example.com" ? undefined : `${group}/v1beta2`;
}

/** Omits the conversion data, which stays for the life of an object. */
function withoutKept({ metadata, ...parts }: KubernetesObject): KubernetesObject {
  const { annotations = {}, ...others } = metadata;
  const left = Object.entries(annotations).filter(([name]) => name !== annotation);
  return { ...parts, metadata: left.length === 0 ? others : { ...others, annotations: Object.fromEntries(left) } };
}

describe.each(cases)("any $kind of $from", ({ kind, from, to }) => {
  const objects = drawnObject(kind, from);
  const there = (object: KubernetesObject) => convertCoreObject(object, to, apiVersionOf);
  const back = (object: KubernetesObject) => convertCoreObject(object, from, apiVersionOf);

  test(`is unchanged after a round trip through ${to}`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        expect(withoutKept(back(there(object)))).toEqual(object);
      }),
      parameters,
    );
  });

  test(`is unchanged in ${to} after another round trip`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        const converted = there(object);
        expect(withoutKept(there(back(converted)))).toEqual(withoutKept(converted));
      }),
      parameters,
    );
  });

  test(`keeps data that ${to} cannot hold when another field changes in ${to}`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        fc.pre("spec" in object);
        const converted = there(object) as KubernetesObject & { spec: object };
        const paused = kind === "Cluster" ? { paused: true } : {};
        const named = kind === "Cluster" ? {} : { clusterName: "another" };
        const changed = { ...converted, spec: { ...converted.spec, ...paused, ...named } };
        expect(withoutKept(back(changed))).toEqual({
          ...object,
          spec: { ...(object as KubernetesObject & { spec: object }).spec, ...paused, ...named },
        });
      }),
      parameters,
    );
  });
});
