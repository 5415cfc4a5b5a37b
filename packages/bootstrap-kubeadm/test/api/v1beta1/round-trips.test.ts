import type { KubernetesObject } from "@capstan/provider";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawnConfig } from "./drawn-config.ts";
import { KubeadmConfig } from "../../../src/api/kubeadm-config.ts";
import { withoutKept } from "./without-kept.ts";

const cases = ["KubeadmConfig", "KubeadmConfigTemplate"].flatMap((kind) => [
  { kind, from: "v1beta1", to: "v1beta2" },
  { kind, from: "v1beta2", to: "v1beta1" },
]);

describe.each(cases)("any $kind of $from", ({ kind, from, to }) => {
  const objects = drawnConfig(kind, from);
  const there = (object: KubernetesObject) => KubeadmConfig.convert(object, to);
  const back = (object: KubernetesObject) => KubeadmConfig.convert(object, from);

  test(`is unchanged after a round trip through ${to}`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        expect(withoutKept(back(there(object)))).toEqual(object);
      }),
    );
  });

  test(`is unchanged in ${to} after another round trip`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        const converted = there(object);
        expect(there(back(converted))).toEqual(converted);
      }),
    );
  });

  test(`keeps its spec when only its metadata changes in ${to}`, () => {
    fc.assert(
      fc.property(objects, (object) => {
        const converted = there(object);
        const labels = { changed: to };
        const changed = { ...converted, metadata: { ...converted.metadata, labels } };
        expect(withoutKept(back(changed))).toEqual({ ...object, metadata: { ...object.metadata, labels } });
      }),
    );
  });
});

describe.each(cases.filter(({ kind }) => kind === "KubeadmConfig"))("any $kind of $from", ({ kind, from, to }) => {
  test(`is valid in ${to}`, () => {
    fc.assert(
      fc.property(drawnConfig(kind, from), (object) => {
        expect(KubeadmConfig.validate(KubeadmConfig.convert(object, to))).toEqual([]);
      }),
    );
  });
});
