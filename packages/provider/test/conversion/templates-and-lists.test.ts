import { defineInfraMachine, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { reportedIn } from "../../src/conversion/reported-status.ts";
import { toConditions, toConditionsV1Beta1 } from "../../src/conversion/condition-forms.ts";
import { TwoMachine } from "./converted-kinds.ts";

const group = "infrastructure.cluster.x-k8s.io";
const size = Type.Optional(Type.String());
const disks = Type.Optional(
  Type.Unsafe<{ name: string; gigabytes?: number }[]>(
    Type.Array(Type.Object({ name: Type.String(), gigabytes: Type.Optional(Type.Integer()) }), {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
    }),
  ),
);
interface Sized {
  size?: string;
  disks?: { name: string; gigabytes?: number }[];
}

/** v1beta2 has disks with their sizes, v1beta1 with their names alone. */
const DiskMachine = defineInfraMachine({
  kind: "DiskMachine",
  storage: "v1beta2",
  versions: {
    v1beta1: {
      contract: "v1beta1",
      spec: Type.Object({ size, disks: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))) }),
    },
    v1beta2: { contract: "v1beta2", spec: Type.Object({ size, disks }) },
  },
  conversions: {
    v1beta1: {
      spec: {
        toStorage: (spec) => spec,
        fromStorage: ({ disks: list, ...rest }: Sized) => ({
          ...rest,
          ...(list === undefined ? {} : { disks: list.map(({ name }) => ({ name })) }),
        }),
      },
    },
  },
});

const machine = (version: string, spec: object) => ({
  apiVersion: `${group}/${version}`,
  kind: "DiskMachine",
  metadata: { name: "one" },
  spec,
});
const template = (version: string, made: object) => ({
  ...machine(version, { template: made }),
  kind: "DiskMachineTemplate",
});
const sized = [
  { name: "root", gigabytes: 10 },
  { name: "data", gigabytes: 20 },
];

describe("a list with keys that a version shows in part", () => {
  const renamed = { disks: [{ name: "data" }, { name: "new" }] };

  test("is changed item by item: what is kept of the others comes back", () => {
    const read = DiskMachine.convert(machine("v1beta2", { disks: sized }), "v1beta1");
    expect(read).toMatchObject({ spec: { disks: [{ name: "root" }, { name: "data" }] } });
    const changed = DiskMachine.convert({ ...read, spec: renamed } as never, "v1beta2");
    expect(changed).toMatchObject({ spec: { disks: [{ name: "data", gigabytes: 20 }, { name: "new" }] } });
  });

  test("is in Templates as well", () => {
    const read = DiskMachine.convert(template("v1beta2", { spec: { disks: sized } }), "v1beta1");
    expect(read).toMatchObject({ spec: { template: { spec: { disks: [{ name: "root" }, { name: "data" }] } } } });
    const changed = DiskMachine.convert({ ...read, spec: { template: { spec: renamed } } } as never, "v1beta2");
    expect(changed).toMatchObject({
      spec: { template: { spec: { disks: [{ name: "data", gigabytes: 20 }, { name: "new" }] } } },
    });
  });
});

test("a list without keys is changed as a whole, also one of the author's that is called as that of a status", () => {
  const named = Type.Object({ type: Type.String() });
  const valued = Type.Object({ type: Type.String(), limit: Type.Optional(Type.Integer()) });
  const definition = defineInfraMachine({
    kind: "LimitMachine",
    storage: "v2",
    versions: {
      v1: { contract: "v1beta2", spec: Type.Object({ conditions: Type.Array(named) }) },
      v2: { contract: "v1beta2", spec: Type.Object({ conditions: Type.Array(valued) }) },
    },
    conversions: {
      v1: {
        spec: {
          toStorage: (spec) => spec,
          fromStorage: ({ conditions }) => ({ conditions: conditions.map(({ type }) => ({ type })) }),
        },
      },
    },
  });
  const conditions = [
    { type: "Disk", limit: 1 },
    { type: "Network", limit: 2 },
  ];
  const read = definition.convert({ ...machine("v2", { conditions }), kind: "LimitMachine" }, "v1");
  const changed = [{ type: "Network" }, { type: "Memory" }];
  const stored = definition.convert({ ...read, spec: { conditions: changed } } as never, "v2");
  expect(stored).toHaveProperty("spec.conditions", changed);
});

describe("what an annotation keeps", () => {
  const shown = { size: "small", disks: [{ name: "root" }, { name: "data" }] };
  const sent = machine("v1beta1", shown);
  const stored = (annotation: unknown, object: { metadata: object } = sent) => {
    const annotations = { "cluster.x-k8s.io/conversion-data": JSON.stringify(annotation) };
    const kept = { ...object, metadata: { ...object.metadata, annotations } };
    return DiskMachine.convert(kept as never, "v1beta2") as unknown as { spec: unknown; status: unknown };
  };

  test("comes back where the storage version could have stored it, and is dropped otherwise", () => {
    expect(stored({ spec: { size: "small", disks: sized } }).spec).toEqual({ size: "small", disks: sized });
    for (const spec of [{ disks: "all" }, { disks: [{ gigabytes: 1 }] }, null, "text"]) {
      expect(stored({ spec }).spec).toEqual(shown);
    }
  });

  test("of a status does not bring a spec, nor the other way", () => {
    expect(stored({ status: { failureDomain: "a" } })).toMatchObject({ spec: shown });
    expect(stored({ spec: shown })).not.toHaveProperty("status");
  });

  test("of a Template is the spec that its objects are made with; a Template has no status", () => {
    const made = template("v1beta1", { spec: shown });
    expect(stored({ spec: { template: { spec: { size: "small", disks: sized } } } }, made).spec).toEqual({
      template: { spec: { size: "small", disks: sized } },
    });
    const unfitting = [{ name: "root", gigabytes: "many" }, { name: "data" }];
    for (const disks of [7, unfitting])
      expect(stored({ spec: { template: { spec: { size: "small", disks } } } }, made).spec).toEqual(made.spec);
    expect(stored({ spec: { template: {} }, status: { a: 1 } }, made)).not.toHaveProperty("status");
  });
});

describe("a Template that says little", () => {
  const StrictMachine = defineInfraMachine({
    kind: "StrictMachine",
    storage: "v1beta2",
    versions: {
      v1beta1: { contract: "v1beta1", spec: Type.Object({ size }) },
      v1beta2: { contract: "v1beta2", spec: Type.Object({ size }, { minProperties: 1 }) },
    },
  });
  const there = (spec: object | undefined, to = "v1beta2") => {
    const from = to === "v1beta2" ? "v1beta1" : "v1beta2";
    const sent = { apiVersion: `${group}/${from}`, kind: "StrictMachineTemplate", metadata: { name: "one" } };
    const { spec: converted } = StrictMachine.convert(
      (spec === undefined ? sent : { ...sent, spec }) as never,
      to,
    ) as unknown as { spec?: unknown };
    return converted;
  };

  test("has no spec where that may not be empty", () => {
    expect(there(undefined)).toBeUndefined();
    expect(there({ template: {} })).toBeUndefined();
  });

  test("has a spec in which a value stands in where it must be there and may not be empty", () => {
    const standIn = { size: "unrepresentable.invalid" };
    expect(there({ template: { spec: {} } })).toEqual({ template: { spec: standIn } });
    expect(there({ template: { metadata: {}, spec: {} } })).toEqual({ template: { spec: standIn } });
    const metadata = { labels: { a: "b" } };
    expect(there({ template: { metadata, spec: {} } })).toEqual({ template: { metadata, spec: standIn } });
  });

  test("may lack more where it lacks a spec itself", () => {
    expect(there({ template: {}, other: 1 })).toEqual({ template: {}, other: 1 });
  });

  test("keeps it where that may be empty", () => {
    expect(there(undefined, "v1beta1")).toBeUndefined();
    expect(there({ template: {} }, "v1beta1")).toEqual({ template: {} });
    expect(there({ template: { spec: {} } }, "v1beta1")).toEqual({ template: { spec: {} } });
  });

  test("is the same after the way to a version that leaves out what is empty, and back", () => {
    const sent = { apiVersion: `${group}/v1beta1`, kind: "StrictMachineTemplate", metadata: { name: "one" } };
    const empty = { ...sent, spec: { template: {} } };
    expect(StrictMachine.convert(StrictMachine.convert(empty, "v1beta2"), "v1beta1")).toEqual(empty);
  });

  test("leaves metadata out that is empty", () => {
    expect(there({ template: { metadata: {}, spec: { size: "small" } } })).toEqual({
      template: { spec: { size: "small" } },
    });
  });
});

test("a Template that leaves out what its author's function needs is converted without it", () => {
  const NamedMachine = defineInfraMachine({
    kind: "NamedMachine",
    storage: "v2",
    versions: {
      v1: { contract: "v1beta2", spec: Type.Object({ name: Type.String() }) },
      v2: { contract: "v1beta2", spec: Type.Object({ label: Type.String() }) },
    },
    conversions: {
      v1: {
        spec: { toStorage: ({ name }) => ({ label: name.trim() }), fromStorage: ({ label }) => ({ name: label }) },
      },
    },
  });
  const sent = { ...template("v1", { spec: {} }), kind: "NamedMachineTemplate" };
  expect(NamedMachine.convert(sent as never, "v2")).toMatchObject({ spec: { template: { spec: {} } } });
});

describe("versions of which none is the storage version", () => {
  const FormMachine = defineInfraMachine({
    kind: "FormMachine",
    storage: "v3",
    conversionData: "whole",
    versions: {
      v1: { contract: "v1beta2", spec: Type.Object({ a: Type.String() }) },
      v2: { contract: "v1beta2", spec: Type.Object({ b: Type.String() }) },
      v3: { contract: "v1beta2", spec: Type.Object({ c: Type.String() }) },
    },
    conversions: {
      v1: { spec: { toStorage: ({ a }) => ({ c: a }), fromStorage: ({ c }) => ({ a: c }) } },
      v2: { spec: { toStorage: ({ b }) => ({ c: b }), fromStorage: ({ c }) => ({ b: c }) } },
    },
  });
  const formed = (version: string, spec: object) => ({ ...machine(version, spec), kind: "FormMachine" });
  const keptOf = (object: { metadata: { annotations?: Readonly<Record<string, string>> } }): unknown => {
    const text = object.metadata.annotations?.["cluster.x-k8s.io/conversion-data"];
    return text === undefined ? undefined : JSON.parse(text);
  };

  test("are converted by way of it", () => {
    expect(FormMachine.convert(formed("v1", { a: "x" }), "v2")).toMatchObject({
      apiVersion: `${group}/v2`,
      spec: { b: "x" },
    });
  });

  test("keep the storage version whole where that is asked for, and of others only what is lost", () => {
    const { apiVersion, kind, spec } = formed("v3", { c: "x" });
    expect(keptOf(FormMachine.convert(formed("v3", { c: "x" }), "v1"))).toEqual({ apiVersion, kind, spec });
    expect(keptOf(FormMachine.convert(formed("v1", { a: "x" }), "v3"))).toBeUndefined();
    expect(keptOf(DiskMachine.convert(machine("v1beta2", { size: "small" }), "v1beta1"))).toBeUndefined();
  });

  test("keep nothing of an object that has neither spec nor status", () => {
    const { apiVersion, kind, metadata } = formed("v3", {});
    expect(FormMachine.convert({ apiVersion, kind, metadata }, "v1").metadata).toEqual(metadata);
  });
});

describe("an object that is converted", () => {
  test("is the very same in its own version", () => {
    const object = machine("v1beta2", {});
    expect(DiskMachine.convert(object, "v1beta2")).toBe(object);
  });

  test("has no sections that it did not have", () => {
    const { apiVersion, kind, metadata } = machine("v1beta2", {});
    expect(Object.keys(DiskMachine.convert({ apiVersion, kind, metadata }, "v1beta1"))).toEqual([
      "apiVersion",
      "kind",
      "metadata",
    ]);
  });

  test("has none either where its author's functions fill in what is missing", () => {
    const filled = { toStorage: () => ({ b: "" }), fromStorage: () => ({ a: "" }) };
    const FilledMachine = defineInfraMachine({
      kind: "FilledMachine",
      storage: "v2",
      versions: {
        v1: { contract: "v1beta2", spec: Type.Object({ a: size }), status: Type.Object({ a: size }) },
        v2: { contract: "v1beta2", spec: Type.Object({ b: size }), status: Type.Object({ b: size }) },
      },
      conversions: { v1: { spec: filled, status: filled } },
    });
    const { metadata } = machine("v2", {});
    const sent = { apiVersion: `${group}/v1`, kind: "FilledMachine", metadata };
    expect(FilledMachine.convert(sent, "v2")).toEqual({ ...sent, apiVersion: `${group}/v2` });
  });

  test("may have been left incomplete by server-side apply, and is complete otherwise", () => {
    const ThrowingMachine = defineInfraMachine({
      kind: "ThrowingMachine",
      storage: "v2",
      versions: {
        v1: { contract: "v1beta2", spec: Type.Object({ a: Type.String(), b: Type.String() }) },
        v2: { contract: "v1beta2", spec: Type.Object({ c: Type.String() }) },
      },
      conversions: {
        v1: {
          spec: {
            toStorage: () => {
              // eslint-disable-next-line @typescript-eslint/only-throw-error -- as code in plain JavaScript may
              throw "a is not known";
            },
            fromStorage: () => ({ a: "", b: "" }),
          },
        },
      },
    });
    const sent = (spec: object) => ({
      apiVersion: `${group}/v1`,
      kind: "ThrowingMachine",
      metadata: { name: "one" },
      spec,
    });
    expect(ThrowingMachine.convert(sent({ a: "x" }), "v2")).not.toHaveProperty("spec");
    expect(ThrowingMachine.convert(sent({ a: "x", b: "y" }), "v2")).toMatchObject({
      spec: { c: "unrepresentable.invalid" },
    });
  });
});

describe("conditions of contract v1beta1 as those of v1beta2", () => {
  const lastTransitionTime = "2026-01-02T03:04:05Z";
  const old = (type: unknown, more: object = {}) => ({ type, status: "True", lastTransitionTime, ...more });
  const typesOf = (conditions: unknown[]) => toConditions(conditions).map(({ type }) => type);

  test("are those whose types v1beta2 takes, each once and 32 at most", () => {
    expect(typesOf([old("Ready"), old("example.com/Disk"), old("not a name"), old(""), old(7), old("Ready")])).toEqual([
      "Ready",
      "example.com/Disk",
    ]);
    const many = Array.from({ length: 40 }, (_, index) => old(`Type${index}`));
    expect(typesOf(many)).toHaveLength(32);
  });

  test("have a reason and a message, and one of three statuses", () => {
    const reported = { type: "Ready", lastTransitionTime, message: "" };
    expect(toConditions([old("Ready", { status: "Maybe", reason: "two words" })])).toEqual([
      { ...reported, status: "Unknown", reason: "NoReasonReported" },
    ]);
    expect(toConditions([{ type: "Ready", status: "False", reason: "Known", message: 7 }])).toEqual([
      { ...reported, lastTransitionTime: "", status: "False", reason: "Known" },
    ]);
  });

  test("have no reason in v1beta1 where v1beta2 had to have one", () => {
    const fresh = { type: "Ready", status: "True", message: "", lastTransitionTime };
    expect(toConditionsV1Beta1([{ ...fresh, reason: "NoReasonReported" }])[0]).not.toHaveProperty("reason");
    expect(toConditionsV1Beta1([{ ...fresh, reason: "Ready" }])).toMatchObject([{ reason: "Ready" }]);
  });

  test("are shown in v1beta1 as they were written for it, each as long as its own type says the same", () => {
    const [ready, disk] = [old("Ready", { reason: "Up" }), old("Disk", { status: "False", severity: "Info" })];
    const now = [
      { type: "Ready", status: "True", reason: "Other", message: "", lastTransitionTime },
      { type: "Disk", status: "True", reason: "Known", message: "", lastTransitionTime },
    ];
    const status = { conditions: now, deprecated: { v1beta1: { conditions: [ready, disk] } } };
    const { conditions } = reportedIn(status, ["v1beta2"], ["v1beta1"]);
    expect(conditions).toEqual([ready, expect.objectContaining({ type: "Disk", status: "True" })]);
  });

  test("are not there where there is not a list", () => {
    expect(reportedIn({ conditions: { type: "Ready" } }, ["v1beta1"], ["v1beta2"])).toEqual({});
  });

  test("of a version of both contracts are those of v1beta2, made of those of v1beta1 if there are no others", () => {
    const both = ["v1beta2", "v1beta1"] as const;
    const [fresh] = toConditions([old("Ready")]);
    expect(reportedIn({ conditions: [old("Ready")] }, ["v1beta1"], both)).toEqual({ conditions: [fresh] });
    const own = { ...fresh, reason: "Up" };
    expect(reportedIn({ conditions: [old("Ready")], v1beta2: { conditions: [own] } }, ["v1beta1"], both)).toEqual({
      conditions: [own],
    });
  });
});

test("conditions are merged by their types while others are kept", () => {
  const condition = (type: string, status = "True", more: object = {}) => ({
    type,
    status,
    reason: "Known",
    message: "",
    lastTransitionTime: "2026-01-02T03:04:05Z",
    ...more,
  });
  const stored = {
    apiVersion: `${group}/v1beta2`,
    kind: "TwoMachine",
    metadata: { name: "one" },
    spec: { cpus: 2 },
    status: {
      zones: ["a"],
      conditions: ["Ready", "Disk"].map((type) => condition(type, "True", { observedGeneration: 2 })),
    },
  };
  const read = TwoMachine.convert(stored, "v1beta1") as unknown as { status: { v1beta2: { conditions: object[] } } };
  // A client of v1beta1 adds a condition in front.
  const conditions = [condition("New"), ...read.status.v1beta2.conditions];
  const changed = TwoMachine.convert(
    { ...read, status: { ...read.status, v1beta2: { conditions } } } as never,
    "v1beta2",
  );
  const { status } = changed as unknown as { status: { conditions: { type: string; observedGeneration?: number }[] } };
  expect(status.conditions.map(({ type }) => type).sort()).toEqual(["Disk", "New", "Ready"]);
});
