import { defineInfraMachine, DefinitionError, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";

const old = { contract: "v1beta1", spec: Type.Object({ size: Type.String() }) } as const;
const stored = { contract: "v1beta2", spec: Type.Object({ cpus: Type.Integer() }) } as const;
const kind = "FooMachine";

describe("the conversions of a definition", () => {
  test("are required where a served version's own fields differ", () => {
    expect(() =>
      // @ts-expect-error conversions are missing
      defineInfraMachine({ kind, versions: { v1beta1: old, v1beta2: stored }, storage: "v1beta2" }),
    ).toThrow(
      /Version v1beta1 of FooMachine and the storage version \S+ have different author fields in spec, but no conversion \(AR-020\)\. Set conversions: \{ v1beta1: \{ spec/,
    );
  });

  test("are required for status as well as for spec", () => {
    const status = Type.Object({ serverName: Type.String() });
    expect(() =>
      defineInfraMachine({
        kind,
        versions: { v1beta1: { ...stored, status }, v1beta2: stored },
        storage: "v1beta2",
        // @ts-expect-error that of status is missing
        conversions: { v1beta1: {} },
      }),
    ).toThrow(DefinitionError);
  });

  test("may be omitted where the fields are equal: then only contract fields are converted, if any", () => {
    const { spec } = stored;
    const versions = { v1beta1: { contract: "v1beta1", spec }, v1beta2: stored } as const;
    expect(defineInfraMachine({ kind, versions, storage: "v1beta2" }).isConverted).toBe(true);
    const limited = { contract: "v1beta2", spec: Type.Object({ cpus: Type.Integer({ maximum: 64 }) }) } as const;
    const alike = defineInfraMachine({ kind, versions: { v1beta1: limited, v1beta2: stored }, storage: "v1beta2" });
    expect(alike.isConverted).toBe(false);
    expect(alike.crds.map(({ spec: { conversion } }) => conversion)).toEqual([
      { strategy: "None" },
      { strategy: "None" },
    ]);
  });

  test("may be omitted for a version that is no longer served", () => {
    const versions = { v1beta1: { ...old, served: false }, v1beta2: stored } as const;
    expect(defineInfraMachine({ kind, versions, storage: "v1beta2" }).kind.version).toBe("v1beta2");
  });

  test("have the types of the versions' schemas", () => {
    const versions = { v1beta1: old, v1beta2: stored } as const;
    const definition = defineInfraMachine({
      kind,
      versions,
      storage: "v1beta2",
      conversions: {
        v1beta1: {
          spec: {
            // @ts-expect-error cpus is a number
            toStorage: ({ size }) => ({ cpus: size }),
            // @ts-expect-error a v1beta2 object has no flavor
            fromStorage: ({ flavor }) => ({ size: String(flavor) }),
          },
        },
      },
    });
    expect(definition.isConverted).toBe(true);
  });

  test("accept the same values as outcomes: undefined optional fields and read-only lists", () => {
    const spec = Type.Object({
      disks: Type.Array(Type.Object({ size: Type.Integer(), type: Type.Optional(Type.String()) })),
      zone: Type.Optional(Type.String()),
    });
    const definition = defineInfraMachine({
      kind,
      versions: { v1beta1: old, v1beta2: { contract: "v1beta2", spec } },
      storage: "v1beta2",
      conversions: {
        v1beta1: {
          spec: {
            toStorage: ({ size }) => {
              const disks: readonly { readonly size: number; readonly type: string | undefined }[] = [
                { size: Number(size), type: undefined },
              ];
              return { disks, zone: undefined };
            },
            fromStorage: ({ disks }) => ({ size: String(disks[0]?.size) }),
          },
        },
      },
    });
    const object = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind, metadata: { name: "m1" } };
    const converted = definition.convert({ ...object, spec: { size: "8" } } as typeof object, "v1beta2");
    expect(converted).toHaveProperty("spec", { disks: [{ size: 8 }] });
  });

  test("are for all versions except the storage version", () => {
    const identity = { toStorage: (fields: object) => fields, fromStorage: (fields: object) => fields };
    const conversions = { v1beta2: { spec: identity } };
    const versions = { v1beta1: stored, v1beta2: stored } as const;
    expect(() => defineInfraMachine({ kind, versions, storage: "v1beta2", ...{ conversions } })).toThrow(
      /conversions of FooMachine must not include v1beta2/,
    );
  });
});

describe("the CRDs of differing versions", () => {
  test("have the conversion webhook, also for the Template", () => {
    const versions = { v1beta1: { contract: "v1beta1", spec: stored.spec }, v1beta2: stored } as const;
    const definition = defineInfraMachine({ kind, versions, storage: "v1beta2" });
    expect(definition.crds).toHaveLength(2);
    for (const { spec, metadata } of definition.crds) {
      expect(spec.conversion).toMatchObject({ strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"] } });
      expect(metadata.labels).toEqual({ "cluster.x-k8s.io/v1beta1": "v1beta1", "cluster.x-k8s.io/v1beta2": "v1beta2" });
    }
  });
});
