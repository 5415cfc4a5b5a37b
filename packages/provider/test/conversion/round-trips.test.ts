import type { KubernetesObject } from "@capstan/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryObject } from "./arbitrary-object.ts";
import { convertedKinds } from "./converted-kinds.ts";

const annotation = "cluster.x-k8s.io/conversion-data";

const cases = convertedKinds.flatMap((definition) =>
  definition.crds.flatMap((crd) => {
    const names = crd.spec.versions.map(({ name }) => name);
    return names.flatMap((from) =>
      names.filter((to) => to !== from).map((to) => ({ definition, crd, from, to, kind: crd.spec.names.kind })),
    );
  }),
);

describe.each(cases)("any $kind of $from", ({ definition, crd, from, to }) => {
  const objects = arbitraryObject(crd, from);
  const thereAndBack = (object: KubernetesObject): KubernetesObject =>
    definition.convert(definition.convert(object, to), from);

  test(`is the same after conversion to ${to} and back`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        expect(thereAndBack(object)).toEqual(object);
      }),
    );
  });

  test(`is the same after conversion to ${to} and back, twice`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        const there = definition.convert(object, to);
        expect(definition.convert(definition.convert(there, from), to)).toEqual(there);
      }),
    );
  });

  test(`keeps spec and status when a client changes only its metadata in ${to}`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        const there = definition.convert(object, to);
        const labels = { changed: to };
        const back = definition.convert({ ...there, metadata: { ...there.metadata, labels } }, from);
        expect(back).toEqual({ ...object, metadata: { ...object.metadata, labels } });
      }),
    );
  });

  test(`is valid in ${to}, with only the kept data as added metadata`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        const converted = definition.convert(object, to);
        if (crd === definition.crds[0]) expect(definition.validate(converted)).toEqual([]);
        const annotations = Object.entries(converted.metadata.annotations ?? {}).filter(
          ([name]) => name !== annotation,
        );
        expect({ ...converted.metadata, annotations: Object.fromEntries(annotations) }).toEqual({
          annotations: {},
          ...object.metadata,
        });
        expect(converted.apiVersion).toBe(`${crd.spec.group}/${to}`);
      }),
    );
  });

  test(`converts to ${to} with any value of the annotation`, () => {
    const corrupted = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((parts) => `{"${to}":${parts}}`),
      fc.json().map((spec) => `{"${to}":{"spec":${spec},"status":${spec}}}`),
    );
    fc.assert(
      fc.property(objects, corrupted, (object, text) => {
        const { annotations } = object.metadata;
        const marked = {
          ...object,
          metadata: { ...object.metadata, annotations: { ...annotations, [annotation]: text } },
        };
        const converted = definition.convert(marked, to);
        if (crd === definition.crds[0]) expect(definition.validate(converted)).toEqual([]);
      }),
    );
  });
});
