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

/** v1beta2 has disks with sizes, v1beta1 has only their names. */
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

describe("a list with keys, whose items have fewer fields in another version", () => {
  const renamed = { disks: [{ name: "data" }, { name: "new" }] };

  test("is changed item by item: other items keep their hidden fields", () => {
    const read = DiskMachine.convert(machine("v1beta2", { disks: sized }), "v1beta1");
    expect(read).toMatchObject({ spec: { disks: [{ name: "root" }, { name: "data" }] } });
    const changed = DiskMachine.convert({ ...read, spec: renamed } as never, "v1beta2");
    expect(changed).toMatchObject({ spec: { disks: [{ name: "data", gigabytes: 20 }, { name: "new" }] } });
  });

  test("is changed item by item in Templates, too", () => {
    const read = DiskMachine.convert(template("v1beta2", { spec: { disks: sized } }), "v1beta1");
    expect(read).toMatchObject({ spec: { template: { spec: { disks: [{ name: "root" }, { name: "data" }] } } } });
    const changed = DiskMachine.convert({ ...read, spec: { template: { spec: renamed } } } as never, "v1beta2");
    expect(changed).toMatchObject({
      spec: { template: { spec: { disks: [{ name: "data", gigabytes: 20 }, { name: "new" }] } } },
    });
  });
});

test("a list without keys is changed as a whole, also an author's list with the name of a status list", () => {
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

describe("data kept in an annotation", () => {
  const shown = { size: "small", disks: [{ name: "root" }, { name: "data" }] };
  const sent = machine("v1beta1", shown);
  const stored = (annotation: unknown, object: { metadata: object } = sent) => {
    const annotations = { "cluster.x-k8s.io/conversion-data": JSON.stringify(annotation) };
    const kept = { ...object, metadata: { ...object.metadata, annotations } };
    return DiskMachine.convert(kept as never, "v1beta2") as unknown as { spec: unknown; status: unknown };
  };

  test("is restored where it is valid in the storage version, and dropped otherwise", () => {
    expect(stored({ spec: { size: "small", disks: sized } }).spec).toEqual({ size: "small", disks: sized });
    for (const spec of [{ disks: "all" }, { disks: [{ gigabytes: 1 }] }, null, "text"]) {
      expect(stored({ spec }).spec).toEqual(shown);
    }
  });

  test("of a status restores no spec, and vice versa", () => {
    expect(stored({ status: { failureDomain: "a" } })).toMatchObject({ spec: shown });
    expect(stored({ spec: shown })).not.toHaveProperty("status");
  });

  test("of a Template is the spec of its objects; a Template has no status", () => {
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

describe("a minimal Template", () => {
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

  test("has no spec if it must not be empty", () => {
    expect(there(undefined)).toBeUndefined();
    expect(there({ template: {} })).toBeUndefined();
  });

  test("has a spec with a default value if it is required and must not be empty", () => {
    const standIn = { size: "unrepresentable.invalid" };
    expect(there({ template: { spec: {} } })).toEqual({ template: { spec: standIn } });
    expect(there({ template: { metadata: {}, spec: {} } })).toEqual({ template: { spec: standIn } });
    const metadata = { labels: { a: "b" } };
    expect(there({ template: { metadata, spec: {} } })).toEqual({ template: { metadata, spec: standIn } });
  });

  test("may omit more if it has no spec itself", () => {
    expect(there({ template: {}, other: 1 })).toEqual({ template: {}, other: 1 });
  });

  test("keeps an empty spec if it is allowed", () => {
    expect(there(undefined, "v1beta1")).toBeUndefined();
    expect(there({ template: {} }, "v1beta1")).toEqual({ template: {} });
    expect(there({ template: { spec: {} } }, "v1beta1")).toEqual({ template: { spec: {} } });
  });

  test("is the same after conversion to a version that omits empty values, and back", () => {
    const sent = { apiVersion: `${group}/v1beta1`, kind: "StrictMachineTemplate", metadata: { name: "one" } };
    const empty = { ...sent, spec: { template: {} } };
    expect(StrictMachine.convert(StrictMachine.convert(empty, "v1beta2"), "v1beta1")).toEqual(empty);
  });

  test("omits empty metadata", () => {
    expect(there({ template: { metadata: {}, spec: { size: "small" } } })).toEqual({
      template: { spec: { size: "small" } },
    });
  });
});

test("a Template without an input of its author's function is converted without its result", () => {
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

describe("two versions that are not the storage version", () => {
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

  test("are converted through the storage version", () => {
    expect(FormMachine.convert(formed("v1", { a: "x" }), "v2")).toMatchObject({
      apiVersion: `${group}/v2`,
      spec: { b: "x" },
    });
  });

  test("keep the storage version completely on request, and otherwise only the lost part", () => {
    const { apiVersion, kind, spec } = formed("v3", { c: "x" });
    expect(keptOf(FormMachine.convert(formed("v3", { c: "x" }), "v1"))).toEqual({ apiVersion, kind, spec });
    expect(keptOf(FormMachine.convert(formed("v1", { a: "x" }), "v3"))).toBeUndefined();
    expect(keptOf(DiskMachine.convert(machine("v1beta2", { size: "small" }), "v1beta1"))).toBeUndefined();
  });

  test("keep no data of an object without spec and status", () => {
    const { apiVersion, kind, metadata } = formed("v3", {});
    expect(FormMachine.convert({ apiVersion, kind, metadata }, "v1").metadata).toEqual(metadata);
  });
});

describe("a converted object", () => {
  test("is identical in its own version", () => {
    const object = machine("v1beta2", {});
    expect(DiskMachine.convert(object, "v1beta2")).toBe(object);
  });

  test("has no additional sections", () => {
    const { apiVersion, kind, metadata } = machine("v1beta2", {});
    expect(Object.keys(DiskMachine.convert({ apiVersion, kind, metadata }, "v1beta1"))).toEqual([
      "apiVersion",
      "kind",
      "metadata",
    ]);
  });

  test("has no additional sections if its author's functions fill in missing values", () => {
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

  test("may be incomplete after server-side apply, and is complete otherwise", () => {
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
              // oxlint-disable-next-line typescript/only-throw-error -- as code in plain JavaScript may
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

describe("v1beta1 conditions as v1beta2 conditions", () => {
  const lastTransitionTime = "2026-01-02T03:04:05Z";
  const old = (type: unknown, more: object = {}) => ({ type, status: "True", lastTransitionTime, ...more });
  const typesOf = (conditions: unknown[]) => toConditions(conditions).map(({ type }) => type);

  test("have the types that v1beta2 accepts, each once and at most 32", () => {
    expect(typesOf([old("Ready"), old("example.com/Disk"), old("not a name"), old(""), old(7), old("Ready")])).toEqual([
      "Ready",
      "example.com/Disk",
    ]);
    const many = Array.from({ length: 40 }, (_, index) => old(`Type${index}`));
    expect(typesOf(many)).toHaveLength(32);
  });

  test("have a reason, a message, and one of three statuses", () => {
    const reported = { type: "Ready", lastTransitionTime, message: "" };
    expect(toConditions([old("Ready", { status: "Maybe", reason: "two words" })])).toEqual([
      { ...reported, status: "Unknown", reason: "NoReasonReported" },
    ]);
    expect(toConditions([{ type: "Ready", status: "False", reason: "Known", message: 7 }])).toEqual([
      { ...reported, lastTransitionTime: "", status: "False", reason: "Known" },
    ]);
  });

  test("have no reason in v1beta1 if v1beta2 needed a default", () => {
    const fresh = { type: "Ready", status: "True", message: "", lastTransitionTime };
    expect(toConditionsV1Beta1([{ ...fresh, reason: "NoReasonReported" }])[0]).not.toHaveProperty("reason");
    expect(toConditionsV1Beta1([{ ...fresh, reason: "Ready" }])).toMatchObject([{ reason: "Ready" }]);
  });

  test("are in v1beta1 as written for it, while their own types have the same status", () => {
    const [ready, disk] = [old("Ready", { reason: "Up" }), old("Disk", { status: "False", severity: "Info" })];
    const now = [
      { type: "Ready", status: "True", reason: "Other", message: "", lastTransitionTime },
      { type: "Disk", status: "True", reason: "Known", message: "", lastTransitionTime },
    ];
    const status = { conditions: now, deprecated: { v1beta1: { conditions: [ready, disk] } } };
    const { conditions } = reportedIn(status, ["v1beta2"], ["v1beta1"]);
    expect(conditions).toEqual([ready, expect.objectContaining({ type: "Disk", status: "True" })]);
  });

  test("are missing if the field is not a list", () => {
    expect(reportedIn({ conditions: { type: "Ready" } }, ["v1beta1"], ["v1beta2"])).toEqual({});
  });

  test("of a version with both contracts are those of v1beta2, else derived from v1beta1", () => {
    const both = ["v1beta2", "v1beta1"] as const;
    const [fresh] = toConditions([old("Ready")]);
    expect(reportedIn({ conditions: [old("Ready")] }, ["v1beta1"], both)).toEqual({ conditions: [fresh] });
    const own = { ...fresh, reason: "Up" };
    expect(reportedIn({ conditions: [old("Ready")], v1beta2: { conditions: [own] } }, ["v1beta1"], both)).toEqual({
      conditions: [own],
    });
  });
});

test("conditions are merged by type while others are kept", () => {
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
  // A v1beta1 client inserts a condition at the front.
  const conditions = [condition("New"), ...read.status.v1beta2.conditions];
  const changed = TwoMachine.convert(
    { ...read, status: { ...read.status, v1beta2: { conditions } } } as never,
    "v1beta2",
  );
  const { status } = changed as unknown as { status: { conditions: { type: string; observedGeneration?: number }[] } };
  expect(status.conditions.map(({ type }) => type).sort()).toEqual(["Disk", "New", "Ready"]);
});
