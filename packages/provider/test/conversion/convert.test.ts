import { ConversionError, defineInfraMachine, type ProviderDefinition, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { ThreeMachine, TwoCluster, TwoConfig, TwoControlPlane, TwoMachine, TwoPool } from "./converted-kinds.ts";

const lastTransitionTime = "2026-01-02T03:04:05Z";

function object(definition: ProviderDefinition, version: string, parts: object) {
  const { group, kind } = definition.kind;
  return { apiVersion: `${group}/${version}`, kind, metadata: { name: "one", namespace: "default" }, ...parts };
}

/** The object's parts in the other version. */
function converted(definition: ProviderDefinition, from: string, to: string, parts: object): object {
  const fields = Object.entries(definition.convert(object(definition, from, parts), to));
  return Object.fromEntries(fields.filter(([name]) => name === "spec" || name === "status"));
}

const old = { spec: { size: "small" } };
const fresh = { spec: { cpus: 2 } };

describe("the contract fields", () => {
  test.each([
    [
      "BC-003, BC-004",
      TwoConfig,
      { ready: true, dataSecretName: "s" },
      { initialization: { dataSecretCreated: true }, dataSecretName: "s" },
    ],
    ["IM-013, IM-014", TwoMachine, { ready: false }, { initialization: { provisioned: false } }],
    ["IC-009, IC-010", TwoCluster, { ready: true }, { initialization: { provisioned: true } }],
    [
      "IC-006, IC-007",
      TwoCluster,
      { failureDomains: { a: { controlPlane: true }, b: { attributes: { rack: "1" } } } },
      {
        failureDomains: [
          { name: "a", controlPlane: true },
          { name: "b", attributes: { rack: "1" } },
        ],
      },
    ],
    [
      "IM-011",
      TwoMachine,
      { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
      { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
    ],
    [
      "BC-011, BC-014",
      TwoConfig,
      {
        conditions: [
          {
            type: "Ready",
            status: "False",
            severity: "Info",
            reason: "Waiting",
            message: "for it",
            lastTransitionTime,
          },
        ],
      },
      { conditions: [{ type: "Ready", status: "False", reason: "Waiting", message: "for it", lastTransitionTime }] },
    ],
    [
      "BC-011, a condition without reason",
      TwoConfig,
      { conditions: [{ type: "Ready", status: "True", lastTransitionTime }] },
      { conditions: [{ type: "Ready", status: "True", reason: "NoReasonReported", message: "", lastTransitionTime }] },
    ],
  ])("%s: of status, in both directions", (_, definition, v1beta1, v1beta2) => {
    expect(converted(definition, "v1beta1", "v1beta2", { ...old, status: v1beta1 })).toEqual({
      ...fresh,
      status: v1beta2,
    });
    // BC-015: conditions of v1beta2 have their place in v1beta1.
    const reported = "conditions" in v1beta2 ? { v1beta2: { conditions: v1beta2.conditions } } : {};
    expect(converted(definition, "v1beta2", "v1beta1", { ...fresh, status: v1beta2 })).toEqual({
      ...old,
      status: { ...v1beta1, ...reported },
    });
  });

  describe("BC-015: the status of the other contract", () => {
    const ready = { type: "Ready", status: "False", reason: "Waiting", message: "for it", lastTransitionTime };
    const waiting = { ...ready, severity: "Warning", reason: "WaitingForIt" };
    const v1beta1 = { failureReason: "Lost", failureMessage: "It is gone", conditions: [waiting] };

    test("is in status.v1beta2 for v1beta1, and in status.deprecated.v1beta1 for v1beta2", () => {
      const inOld = { ...old, status: { ...v1beta1, v1beta2: { conditions: [ready] } } };
      const inFresh = { ...fresh, status: { conditions: [ready], deprecated: { v1beta1 } } };
      expect(converted(TwoConfig, "v1beta1", "v1beta2", inOld)).toEqual(inFresh);
      expect(converted(TwoConfig, "v1beta2", "v1beta1", inFresh)).toEqual(inOld);
    });

    test("is dropped in v1beta1 when a condition has a newer status", () => {
      const now = { ...ready, status: "True", reason: "Ready", message: "" };
      const stale = { ...fresh, status: { conditions: [now], deprecated: { v1beta1: { conditions: [waiting] } } } };
      expect(converted(TwoConfig, "v1beta2", "v1beta1", stale)).toMatchObject({
        status: { conditions: [{ type: "Ready", status: "True", reason: "Ready", lastTransitionTime }] },
      });
    });
  });

  test("are the same in versions of one contract, including derived fields", () => {
    const version = { contract: "v1beta2", spec: Type.Object({}) } as const;
    const definition = defineInfraMachine({
      kind: "FourMachine",
      versions: { v1beta1: { ...version, contract: "v1beta1" }, v1beta2: version, v1: version },
      storage: "v1",
    });
    const earlier = { type: "Ready", status: "True", reason: "Up", lastTransitionTime };
    const conditions = [{ ...earlier, message: "" }];
    const status = { conditions, deprecated: { v1beta1: { conditions: [earlier] } } };
    for (const [from, to] of [
      ["v1beta2", "v1"],
      ["v1", "v1beta2"],
    ] as const)
      expect(converted(definition, from, to, { status })).toEqual({ status });
  });

  test("IM-008, IM-009: the failure domain of a machine is in spec or in status", () => {
    const inSpec = { spec: { size: "small", providerID: "two://1", failureDomain: "a" } };
    const inStatus = { spec: { cpus: 2, providerID: "two://1" }, status: { failureDomain: "a" } };
    expect(converted(TwoMachine, "v1beta1", "v1beta2", inSpec)).toEqual(inStatus);
    expect(converted(TwoMachine, "v1beta2", "v1beta1", inStatus)).toEqual(inSpec);
  });

  test("MP-002: the flag of a pool is in one field or in two", () => {
    const inOne = { spec: { size: "small", providerIDList: ["two://1"] }, status: { ready: true, replicas: 1 } };
    const inTwo = {
      spec: { cpus: 2, providerIDList: ["two://1"] },
      status: { initialization: { provisioned: true }, ready: true, replicas: 1 },
    };
    expect(converted(TwoPool, "v1beta1", "v1beta2", inOne)).toEqual(inTwo);
    expect(converted(TwoPool, "v1beta2", "v1beta1", inTwo)).toEqual(inOne);
  });

  test("CP-004: available and unavailable replicas of a control plane are derived from each other", () => {
    const inOld = { spec: { ...old.spec, replicas: 3 }, status: { replicas: 3, unavailableReplicas: 1 } };
    const inFresh = { spec: { ...fresh.spec, replicas: 3 }, status: { replicas: 3, availableReplicas: 2 } };
    expect(converted(TwoControlPlane, "v1beta1", "v1beta2", inOld)).toEqual(inFresh);
    expect(converted(TwoControlPlane, "v1beta2", "v1beta1", inFresh)).toEqual(inOld);
  });

  test("CP-004: unavailable replicas are unknown without a desired number", () => {
    const unknown = { ...fresh, status: { availableReplicas: 2 } };
    expect(converted(TwoControlPlane, "v1beta2", "v1beta1", unknown)).toEqual(old);
  });

  test("IC-003, IC-004: an endpoint of zero values counts as missing", () => {
    const unset = { spec: { size: "small", controlPlaneEndpoint: { host: "", port: 0 } } };
    expect(converted(TwoCluster, "v1beta1", "v1beta2", unset)).toEqual(fresh);
    const set = { host: "10.0.0.1", port: 6443 };
    expect(converted(TwoCluster, "v1beta1", "v1beta2", { spec: { size: "small", controlPlaneEndpoint: set } })).toEqual(
      {
        spec: { cpus: 2, controlPlaneEndpoint: set },
      },
    );
  });

  test("IM-016, IM-017: a failure has no v1beta2 fields, and returns in v1beta1", () => {
    const failed = { ...old, status: { failureReason: "Lost", failureMessage: "The server is gone" } };
    const there = TwoMachine.convert(object(TwoMachine, "v1beta1", failed), "v1beta2");
    expect(there).not.toHaveProperty("status.failureReason");
    expect(there).toMatchObject({ status: { deprecated: { v1beta1: failed.status } } });
    expect(TwoMachine.convert(there, "v1beta1")).toMatchObject(failed);
  });

  test("of a version with both contracts are those of both", () => {
    const conditions = [{ type: "Ready", status: "True", reason: "Ready", message: "", lastTransitionTime }];
    const both = { ready: true, initialization: { provisioned: true }, failureReason: "Lost", conditions };
    expect(converted(ThreeMachine, "v1beta1", "v1alpha1", { status: both })).toEqual({
      status: {
        ready: true,
        failureReason: "Lost",
        conditions: [{ type: "Ready", status: "True", reason: "Ready", lastTransitionTime }],
        v1beta2: { conditions },
      },
    });
    expect(
      converted(ThreeMachine, "v1beta2", "v1beta1", { status: { initialization: { provisioned: true }, conditions } }),
    ).toEqual({
      status: { ready: true, initialization: { provisioned: true }, conditions },
    });
  });
});

describe("data without a place in a version", () => {
  const stored = object(TwoMachine, "v1beta2", {
    spec: { cpus: 16, disks: [{ name: "root", gigabytes: 10 }] },
    status: {
      zones: ["z1"],
      conditions: [
        { type: "Ready", status: "True", reason: "Ready", message: "", observedGeneration: 3, lastTransitionTime },
        { type: "Extra", status: "False", reason: "Why", message: "", observedGeneration: 3, lastTransitionTime },
      ],
    },
  });

  test("is kept during changes in that version, which take precedence", () => {
    // given an object whose 16 CPUs read "large" in v1beta1, which has no disks
    const read = TwoMachine.convert(stored, "v1beta1") as typeof stored & { spec: object };
    expect(read).toMatchObject({ spec: { size: "large" } });

    // when a v1beta1 client changes the note, and another makes the object small
    const labeled = { ...read, metadata: { ...read.metadata, labels: { a: "b" } } };
    const smaller = { ...read, spec: { ...read.spec, size: "small" } };

    // then the first change leaves spec unchanged, and the second changes only its field
    expect(TwoMachine.convert(labeled, "v1beta2")).toEqual({
      ...stored,
      metadata: { name: "one", namespace: "default", labels: { a: "b" } },
    });
    expect(TwoMachine.convert(smaller, "v1beta2")).toMatchObject({
      spec: { cpus: 2, disks: [{ name: "root", gigabytes: 10 }] },
    });
  });

  test("is kept per condition", () => {
    const read = TwoMachine.convert(stored, "v1beta1") as unknown as {
      status: { v1beta2: { conditions: object[] } };
    };
    const [ready, extra] = read.status.v1beta2.conditions;
    const conditions = [{ ...ready, status: "False" }, extra];
    const changed = { ...read, status: { ...read.status, v1beta2: { conditions } } };
    expect(TwoMachine.convert(changed as never, "v1beta2")).toMatchObject({
      status: {
        zones: ["z1"],
        conditions: [
          { type: "Ready", status: "False", observedGeneration: 3 },
          { type: "Extra", observedGeneration: 3 },
        ],
      },
    });
  });

  test("is kept for each condition that another version stores in a different form", () => {
    // given two conditions with severities, which a version of both contracts does not have
    const waiting = (type: string, severity: string) => ({
      ...{ type, status: "False", severity, reason: "Waiting", message: "for it", lastTransitionTime },
    });
    const inOld = object(ThreeMachine, "v1alpha1", {
      status: { conditions: [waiting("Disk", "Warning"), waiting("Network", "Error")] },
    });
    const read = ThreeMachine.convert(inOld, "v1beta1") as unknown as { status: { conditions: object[] } };
    expect(read.status.conditions[0]).not.toHaveProperty("severity");

    // when a client of that version changes one of them
    const [disk, network] = read.status.conditions;
    const changed = { ...read, status: { ...read.status, conditions: [{ ...disk, message: "for another" }, network] } };

    // then both have their previous severities
    expect(ThreeMachine.convert(changed as never, "v1alpha1")).toMatchObject({
      status: { conditions: [{ message: "for another", severity: "Warning" }, waiting("Network", "Error")] },
    });
  });

  test("adds no annotation when nothing is lost", () => {
    const plain = object(TwoMachine, "v1beta2", {
      spec: { cpus: 2 },
      status: { initialization: { provisioned: true } },
    });
    expect(TwoMachine.convert(plain, "v1beta1").metadata).toEqual(plain.metadata);
  });

  test("is kept for Templates, too", () => {
    const template = {
      ...object(TwoMachine, "v1beta2", { spec: { template: { metadata: { labels: { a: "b" } }, spec: { cpus: 3 } } } }),
      kind: "TwoMachineTemplate",
    };
    const read = TwoMachine.convert(template, "v1beta1");
    expect(read).toMatchObject({ spec: { template: { metadata: { labels: { a: "b" } }, spec: { size: "small" } } } });
    expect(TwoMachine.convert(read, "v1beta2")).toEqual(template);
  });
});

test("an empty spec counts as missing if it must not be empty, and is restored", () => {
  const definition = defineInfraMachine({
    kind: "StrictMachine",
    storage: "v1beta2",
    versions: {
      v1beta1: { contract: "v1beta1", spec: Type.Object({ note: Type.Optional(Type.String()) }) },
      v1beta2: {
        contract: "v1beta2",
        spec: Type.Object({ note: Type.Optional(Type.String()) }, { minProperties: 1 }),
      },
    },
  });
  const stored = definition.convert(object(definition, "v1beta1", { spec: {} }), "v1beta2");
  expect(stored).not.toHaveProperty("spec");
  expect(definition.convert(stored, "v1beta1")).toEqual(object(definition, "v1beta1", { spec: {} }));
});

test("an undefined result of a function counts as omitted, also if a spec must not be empty", () => {
  // given a storage version without a field for the hint in v1, and with a spec that must not be empty
  const text = Type.Optional(Type.String());
  const definition = defineInfraMachine({
    kind: "HintMachine",
    storage: "v2",
    versions: {
      v1: { contract: "v1beta2", spec: Type.Object({ note: text, hint: text }) },
      v2: { contract: "v1beta2", spec: Type.Object({ text }, { minProperties: 1 }) },
    },
    conversions: {
      v1: {
        spec: {
          toStorage: ({ note }) => ({ text: note }),
          fromStorage: (spec) => ({ note: spec.text, hint: undefined }),
        },
      },
    },
  });
  const hint = { hint: "h" };
  const sent = [
    object(definition, "v1", { spec: hint }),
    { ...object(definition, "v1", { spec: { template: { spec: hint } } }), kind: "HintMachineTemplate" },
  ];

  // when an object and a Template without other fields are stored, and read again
  const stored = sent.map((each) => definition.convert(each, "v2"));
  const read = stored.map((each) => definition.convert(each, "v1"));

  // then the stored object has no spec, and the Template, which must have one, has a spec without content
  expect(stored[0]).not.toHaveProperty("spec");
  expect(stored[1]).toMatchObject({ spec: { template: { spec: { text: "unrepresentable.invalid" } } } });
  expect(read).toEqual(sent);
});

test("data kept by a Go webhook is restored, except empty objects, because it omits empty lists", () => {
  const note = Type.Optional(Type.String());
  const disks = Type.Optional(Type.Object({ names: Type.Optional(Type.Array(Type.String())) }, { minProperties: 1 }));
  const definition = defineInfraMachine({
    kind: "KeptMachine",
    storage: "v1beta2",
    conversionData: "whole",
    versions: {
      v1beta1: { contract: "v1beta1", spec: Type.Object({ note }) },
      v1beta2: {
        contract: "v1beta2",
        spec: Type.Object({ note, disks, timeoutSeconds: Type.Optional(Type.Integer()) }),
      },
    },
    conversions: {
      v1beta1: {
        spec: {
          toStorage: (spec) => spec,
          fromStorage: ({ note: text }) => (text === undefined ? {} : { note: text }),
        },
      },
    },
  });
  const kept = { spec: { note: "n", disks: {}, timeoutSeconds: 5 } };
  const read = object(definition, "v1beta1", { spec: { note: "n" } });
  const annotations = { "cluster.x-k8s.io/conversion-data": JSON.stringify(kept) };
  const stored = definition.convert({ ...read, metadata: { ...read.metadata, annotations } }, "v1beta2");
  expect(stored).toMatchObject({ spec: { note: "n", timeoutSeconds: 5 } });
});

describe("an impossible conversion", () => {
  const BrokenMachine = defineInfraMachine({
    kind: "BrokenMachine",
    versions: {
      v1: { contract: "v1beta2", spec: Type.Object({ a: Type.String() }) },
      v2: { contract: "v1beta2", spec: Type.Object({ b: Type.String() }) },
    },
    storage: "v2",
    conversions: {
      v1: {
        spec: {
          toStorage: () => {
            throw new Error("a is not known");
          },
          fromStorage: () => "b" as never,
        },
      },
    },
  });

  /** The object in the other version, and the reported losses. */
  const lossy = (definition: ProviderDefinition, from: string, to: string, spec: object) => {
    const losses: string[] = [];
    const converted = definition.convert(object(definition, from, { spec }), to, ({ why }) => losses.push(why));
    return { converted, losses };
  };

  test("reports the function that returns a non-JSON value, without the value", () => {
    const definition = defineInfraMachine({
      kind: "BytesMachine",
      storage: "v2",
      versions: {
        v1: { contract: "v1beta2", spec: Type.Object({ size: Type.String() }) },
        v2: { contract: "v1beta2", spec: Type.Object({ bytes: Type.Integer() }) },
      },
      conversions: {
        v1: {
          spec: {
            toStorage: ({ size }) => ({ bytes: BigInt(size) as never }),
            fromStorage: ({ bytes }) => ({ size: String(bytes) }),
          },
        },
      },
    });
    const { converted, losses } = lossy(definition, "v1", "v2", { size: "1024" });
    expect(converted).toMatchObject({ spec: { bytes: 0 } });
    expect(losses).toContain("conversions.v1.spec.toStorage threw TypeError; the author's fields are omitted in v2");
  });

  test("has defaults for required fields, and the original values after the way back", () => {
    const up = lossy(BrokenMachine, "v1", "v2", { a: "x" });
    expect(up.converted).toMatchObject({ spec: { b: "unrepresentable.invalid" } });
    expect(up.losses).toEqual([
      "conversions.v1.spec.toStorage threw Error; the author's fields are omitted in v2",
      "spec.b has no valid value in v2, which requires a value; it is omitted there",
    ]);
    const down = lossy(BrokenMachine, "v2", "v1", { b: "x" });
    expect(down.converted).toMatchObject({ spec: { a: "unrepresentable.invalid" } });
    expect(down.losses[0]).toContain("conversions.v1.spec.fromStorage must return the fields as an object");
    // Server-side apply converts objects before they are complete.
    expect(lossy(BrokenMachine, "v1", "v2", {})).toMatchObject({ converted: { spec: {} }, losses: [] });
  });

  test("is for an unknown version or kind", () => {
    const known = object(BrokenMachine, "v2", { spec: { b: "x" } });
    expect(() => BrokenMachine.convert(known, "v3")).toThrow(ConversionError);
    expect(() => BrokenMachine.convert(known, "v3")).toThrow(/BrokenMachine has versions v1, v2 of .*, but not .*\/v3/);
    expect(() => BrokenMachine.convert({ ...known, kind: "Other" }, "v1")).toThrow(/neither BrokenMachine/);
  });
});
