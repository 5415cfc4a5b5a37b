import Type from "typebox";
import { expect, test, vi } from "vitest";
import {
  type ConvertedParts,
  convertedVersionsOf,
  type ConvertedVersion,
  convertVersion,
  type CustomResourceDefinition,
  type KubernetesObject,
  type StructuralSchema,
  type VersionStep,
} from "../src/index.ts";

const name = Type.String({ minLength: 1, maxLength: 63, pattern: "^[a-z.]+$" });
const disks = Type.Optional(
  Type.Array(Type.Object({ name, size: Type.Optional(Type.Integer({ minimum: 1 })) }), {
    "x-kubernetes-list-map-keys": ["name"],
  }),
);
/** A schema of the builder whose list of required fields may be undefined. */
const structural = (schema: object) => schema as StructuralSchema;
const reported = { phase: Type.Optional(Type.String({ maxLength: 7 })) };
const status = structural(Type.Object(reported));
/** Has sizes as words, and neither zones nor the sizes of disks. */
const v1: ConvertedVersion = {
  name: "v1",
  needsSpec: true,
  schemas: {
    spec: Type.Object({ name, size: Type.Optional(Type.Enum(["small", "large"])), disks }),
    status,
  },
};
/** The storage version. */
const v2: ConvertedVersion = {
  name: "v2",
  needsSpec: true,
  schemas: {
    spec: Type.Object({
      name,
      cpus: Type.Optional(Type.Integer({ minimum: 1 })),
      zone: Type.Optional(Type.String({ maxLength: 5 })),
      disks,
    }),
    status: structural(Type.Object({ ...reported, ready: Type.Optional(Type.Boolean()) })),
  },
};
const hub = { group: "example.com", kind: "Box", version: "v2" };

interface Fields {
  readonly name?: unknown;
  readonly size?: unknown;
  readonly cpus?: unknown;
  readonly disks?: readonly { readonly name: string }[];
}
type Kept = Parameters<VersionStep["there"]>[0];
interface Parts {
  readonly spec?: Fields | null;
  readonly status?: { readonly phase?: unknown };
}

function toV1(kept: Kept): ConvertedParts {
  const { spec, status: shown } = kept as Parts;
  return {
    parts: {
      ...(spec == null
        ? {}
        : {
            spec: {
              ...("name" in spec ? { name: spec.name } : {}),
              ...("cpus" in spec ? { size: Number(spec.cpus) > 4 ? "large" : "small" } : {}),
              ...(spec.disks === undefined ? {} : { disks: spec.disks.map((disk) => ({ name: disk.name })) }),
            },
          }),
      ...(shown === undefined ? {} : { status: "phase" in shown ? { phase: shown.phase } : {} }),
    },
    losses: [],
  };
}

function toV2(kept: Kept): ConvertedParts {
  const { spec, status: shown } = kept as Parts;
  const { size, ...rest } = spec ?? {};
  const cpus = size === undefined ? {} : { cpus: size === "large" ? 8 : 2 };
  return {
    parts: {
      ...(spec == null ? {} : { spec: { ...rest, ...cpus } }),
      ...(shown === undefined ? {} : { status: shown }),
    },
    losses: [],
  };
}

const down = { from: v2, to: v1, hub, there: toV1, back: toV2, keepsAll: false } as const;
const up = { from: v1, to: v2, hub, there: toV2, back: toV1, keepsAll: false } as const;

/** Converts, and records lost values. */
function convert(object: object, step: Omit<VersionStep, "onLoss"> | Partial<VersionStep>) {
  const onLoss = vi.fn<VersionStep["onLoss"]>();
  const whole = { ...down, ...step, onLoss } as VersionStep;
  const converted = convertVersion(object as KubernetesObject, whole) as KubernetesObject & {
    readonly spec?: object;
    readonly status?: object;
  };
  return { converted, losses: onLoss.mock.calls.map(([loss]) => loss) };
}

const box = (spec: unknown, more: object = {}) => ({
  apiVersion: "example.com/v2",
  kind: "Box",
  metadata: { name: "b", namespace: "a" },
  ...(spec === undefined ? {} : { spec }),
  ...more,
});
const kept = ({ metadata }: { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } }) =>
  JSON.parse(metadata.annotations?.["cluster.x-k8s.io/conversion-data"] ?? "{}") as Record<string, unknown>;

test("an object in another version shows the fields of that version, and keeps the others in an annotation", () => {
  const { converted, losses } = convert(box({ name: "b", cpus: 8, zone: "eu" }, { status: { phase: "Up" } }), down);
  expect(converted).toMatchObject({
    apiVersion: "example.com/v1",
    kind: "Box",
    spec: { name: "b", size: "large" },
    status: { phase: "Up" },
  });
  expect(kept(converted)).toEqual({
    apiVersion: "example.com/v2",
    kind: "Box",
    spec: { name: "b", cpus: 8, zone: "eu" },
  });
  expect(losses).toEqual([]);
});

test("an object is unchanged after a round trip, and has no annotation if nothing was lost", () => {
  const rich = box({ name: "b", cpus: 5, zone: "eu" }, { status: { ready: true, phase: "Up" } });
  expect(convert(convert(rich, down).converted, up).converted).toEqual(rich);
  const plain = box({ name: "b", cpus: 8 });
  expect(convert(plain, down).converted).toEqual({
    ...plain,
    apiVersion: "example.com/v1",
    spec: expect.anything() as unknown,
  });
  expect(convert(convert(plain, down).converted, up).converted).toEqual(plain);
});

test("a part without losses survives when another part has some", () => {
  const reported = box({ name: "b", cpus: 8 }, { status: { ready: true } });
  expect(convert(convert(reported, down).converted, up).converted).toEqual(reported);
});

test("an object without required fields, and one with an optional spec, survive a round trip", () => {
  const incomplete = box({ cpus: 5, zone: "eu" });
  expect(convert(convert(incomplete, down).converted, up).converted).toEqual(incomplete);
  const optional = { ...v2, needsSpec: false };
  const rich = box({ name: "b", cpus: 5, zone: "eu" });
  const shown = convert(rich, { ...down, from: optional }).converted;
  expect(convert(shown, { ...up, to: optional }).converted).toEqual(rich);
});

test("a change in the other version takes precedence, and unchanged fields keep their values", () => {
  const shown = convert(box({ name: "b", cpus: 5, zone: "eu" }), down).converted;
  const resized = convert({ ...shown, spec: { ...shown.spec, size: "small" } }, up).converted;
  expect(resized.spec).toEqual({ name: "b", cpus: 2, zone: "eu" });
  const renamed = convert({ ...shown, spec: { ...shown.spec, name: "c" } }, up).converted;
  expect(renamed.spec).toEqual({ name: "c", cpus: 5, zone: "eu" });
});

test("lists with keys are merged by item if the step defines how, and replaced otherwise", () => {
  const shown = convert(box({ name: "b", disks: [{ name: "root", size: 7 }] }), down).converted;
  const added = { ...shown, spec: { ...shown.spec, disks: [{ name: "root" }, { name: "data" }] } };
  expect(convert(added, up).converted.spec).toEqual({ name: "b", disks: [{ name: "root" }, { name: "data" }] });
  const mergeSchema = () => ({ properties: { disks: { "x-kubernetes-list-map-keys": ["name"] } } });
  expect(convert(added, { ...up, mergeSchema }).converted.spec).toEqual({
    name: "b",
    disks: [{ name: "root", size: 7 }, { name: "data" }],
  });
});

test("the annotation keeps the entire object if the step requires it", () => {
  const { converted } = convert(box({ name: "b", cpus: 8 }, { status: { phase: "Up" } }), { ...down, keepsAll: true });
  expect(kept(converted)).toMatchObject({ spec: { name: "b", cpus: 8 }, status: { phase: "Up" } });
});

test.each([
  ["an error", new RangeError("secret"), "RangeError"],
  ["something else", "secret", "not an Error"],
])("an object whose conversion throws %s is shown valid and empty, without quoting the error", (_what, thrown, why) => {
  const there = () => {
    // oxlint-disable-next-line typescript/only-throw-error -- Authors may throw anything.
    throw thrown;
  };
  const { converted, losses } = convert(box({ name: "b", cpus: 8 }), { ...down, there });
  expect(converted.spec).toEqual({ name: "unrepresentable.invalid" });
  expect(kept(converted)).toMatchObject({ spec: { name: "b", cpus: 8 } });
  expect(losses).toEqual([
    { part: "spec", why: expect.stringContaining(why) as string },
    { part: "spec", why: expect.stringMatching(/^spec\.name /) as string },
  ]);
  expect(JSON.stringify(losses)).not.toContain("secret");
});

test("losses that the conversion reports are forwarded", () => {
  const loss = { part: "status", why: "phase has no place" } as const;
  const there = (parts: Kept) => ({ ...toV1(parts), losses: [loss] });
  expect(convert(box({ name: "b" }), { ...down, there }).losses).toEqual([loss]);
});

test("a value that is invalid in the other version is omitted there, kept, and reported by its path", () => {
  const given = box({ name: "b" }, { status: { phase: "Provisioning" } });
  const { converted, losses } = convert(given, down);
  expect(converted.status).toEqual({});
  expect(kept(converted)).toMatchObject({ status: { phase: "Provisioning" } });
  expect(losses).toEqual([
    { part: "status", why: expect.stringMatching(/^status\.phase .*v1.*at most 7 characters/) as string },
  ]);
});

test("a long path is truncated in the report, and a whole part is named directly", () => {
  const key = "k".repeat(300);
  const schema = Type.Object({ map: Type.Record(Type.String(), Type.Integer()) });
  const to = { ...v1, schemas: { spec: schema, status: Type.Array(Type.Integer()) } };
  const there = () => ({ parts: { spec: { map: { [key]: "x" } }, status: ["x"] }, losses: [] });
  const [first, second] = convert(box({ name: "b" }, { status: {} }), { ...down, to, there }).losses;
  expect(first?.why.split(" ", 1)).toEqual([`spec.map.${key}`.slice(0, 200)]);
  expect(second?.why).toMatch(/^status\[0\] /);
  const asText = () => ({ parts: { spec: { name: "b" }, status: "text" }, losses: [] });
  expect(convert(box({ name: "b" }), { ...down, there: asText }).losses[0]?.why).toMatch(/^status /);
});

test("a value that exceeds the annotation limit is omitted and reported with the remedy", () => {
  const annotations = { own: "x".repeat(262_100) };
  const spec = { name: "b", zone: "eu" };
  const { converted, losses } = convert({ ...box(spec), metadata: { name: "b", annotations } }, down);
  expect(converted.metadata.annotations).toEqual(annotations);
  expect(losses).toEqual([{ part: "spec", why: expect.stringContaining("annotations") as string }]);
  const whole = convert({ ...box({ name: "b" }), metadata: { name: "b", annotations } }, { ...down, keepsAll: true });
  expect(whole.losses).toEqual([]);
});

test("a part of a third version that exceeds the limit is omitted without a report", () => {
  const third = JSON.stringify({ v3: { spec: { text: "y".repeat(1_000) } } });
  const annotations = { own: "x".repeat(262_000), "cluster.x-k8s.io/conversion-data": third };
  const { converted, losses } = convert({ ...box({ name: "b" }), metadata: { name: "b", annotations } }, down);
  expect(kept(converted)).toEqual({});
  expect(losses).toEqual([]);
});

test("the parts of other versions are omitted before the object's own", () => {
  const large = "y".repeat(1_000);
  const other = JSON.stringify({ v1: { spec: { name: "old" } }, v3: { spec: { text: large } } });
  const annotations = { own: "x".repeat(261_500), "cluster.x-k8s.io/conversion-data": other };
  const metadata = { name: "b", annotations };
  const raised = convert({ ...box({ name: "b" }), metadata }, { ...up, keepsAll: true });
  expect(kept(raised.converted)).toEqual({ v1: { spec: { name: "b" } } });
  const lowered = convert({ ...box({ name: "b", zone: "eu" }), metadata }, down);
  expect(kept(lowered.converted)).toMatchObject({ spec: { name: "b", zone: "eu" } });
  expect(kept(lowered.converted)).not.toHaveProperty("v3");
  expect(lowered.losses).toEqual([]);
});

test("an object without a spec gets one only if the other version alone requires it", () => {
  expect(convert(box(undefined), down).converted).not.toHaveProperty("spec");
  const optional = { ...v2, needsSpec: false };
  const { converted } = convert(box(undefined), { ...down, from: optional });
  expect(converted.spec).toEqual({ name: "unrepresentable.invalid" });
  expect(kept(converted)).toEqual({ apiVersion: "example.com/v2", kind: "Box", spec: null });
  expect(convert(converted, { ...up, to: optional }).converted).toEqual(box(undefined));
  expect(convert(converted, up).converted.spec).toEqual({ name: "unrepresentable.invalid" });
});

test("an optional spec that would be empty is omitted, unless it has required fields", () => {
  const there = () => ({ parts: { spec: 7 }, losses: [] });
  const needsName = { ...v1, needsSpec: false };
  expect(convert(box({ name: "b" }), { ...down, there, to: needsName }).converted.spec).toEqual({
    name: "unrepresentable.invalid",
  });
  const nothing = { ...needsName, schemas: { spec: structural(Type.Object({})), status } };
  const from = { ...nothing, name: "v2" };
  expect(convert(box({}), { ...down, there, from, to: nothing }).converted).not.toHaveProperty("spec");
});

test("a required spec without required fields is empty if none of its fields can be shown", () => {
  const there = () => ({ parts: { spec: 7 }, losses: [] });
  const empty = { ...v1, schemas: { spec: structural(Type.Object({})), status } };
  const from = { ...empty, name: "v2" };
  expect(convert(box({}), { ...down, there, from, to: empty }).converted.spec).toEqual({});
});

test("an object without a spec keeps nothing if the conversion back creates an empty spec", () => {
  const back = () => ({ parts: { spec: {} }, losses: [] });
  const open = { schemas: {}, needsSpec: false };
  const { converted } = convert(box(undefined), { ...down, from: { ...v2, ...open }, to: { ...v1, ...open }, back });
  expect(converted.metadata).not.toHaveProperty("annotations");
});

test("a client cannot remove a required spec with the annotation", () => {
  const to = { ...v2, schemas: { spec: structural(Type.Object({ cpus: Type.Optional(Type.Integer()) })), status } };
  const given = { ...claiming({ spec: null }, { name: "b", size: "large" }) };
  expect(convert(given, { ...up, to }).converted.spec).toMatchObject({ cpus: 8 });
});

test("an incomplete object in an optional spec keeps its fields", () => {
  const inner = Type.Object({ inner: Type.Optional(Type.Object({ a: Type.String(), b: Type.String() })) });
  const optional = { schemas: { spec: structural(inner), status }, needsSpec: false };
  const [from, to] = [
    { ...v2, ...optional },
    { ...v1, ...optional },
  ];
  const there = ({ spec }: Kept) => ({ parts: { spec }, losses: [] });
  const spec = { inner: { a: "x" } };
  expect(convert(box(spec), { ...down, from, to, there, back: there }).converted.spec).toEqual(spec);
});

test("an object that lacks a required field may also lack it in the other version", () => {
  expect(convert(box({ cpus: 8 }), down).converted.spec).toEqual({ size: "large" });
  const strict = { ...v1, schemas: { ...v1.schemas, status: Type.Object({ phase: Type.String() }) } };
  expect(convert(box({ name: "b" }, { status: {} }), { ...down, to: strict }).converted).not.toHaveProperty("status");
  const from = { ...v2, schemas: { ...v2.schemas, status: strict.schemas.status } };
  expect(convert(box({ name: "b" }, { status: {} }), { ...down, from, to: strict }).converted.status).toEqual({});
});

test("a part without a schema is not shown", () => {
  const to = { ...v1, schemas: { spec: v1.schemas.spec } } as ConvertedVersion;
  expect(convert(box({ name: "b" }, { status: { phase: "Up" } }), { ...down, to }).converted).not.toHaveProperty(
    "status",
  );
});

const claiming = (data: object, spec: object = { name: "b", size: "large" }) => ({
  ...box(spec),
  apiVersion: "example.com/v1",
  metadata: { name: "b", annotations: { "cluster.x-k8s.io/conversion-data": JSON.stringify(data) } },
});

test.each<[string, object]>([
  ["a value of another type", { spec: { name: "b", zone: 7 } }],
  ["a value that is too long", { spec: { name: "b", zone: "far away" } }],
  ["a reference that is a path", { spec: { name: "../c", cpus: 7 } }],
  ["no object", { spec: "text" }],
  ["a spec that lacks a required field", { spec: { zone: "eu" } }],
])("the annotation of a client may contain %s, and the result is valid", (_what, data) => {
  const { spec } = convert(claiming(data), up).converted;
  expect(spec).toMatchObject({ name: "b" });
  expect(spec).not.toHaveProperty("zone");
});

test("kept parts that the steps cannot convert in both directions are not restored", () => {
  const data = { spec: { name: "b", cpus: 8, zone: "eu" } };
  expect(convert(claiming(data), up).converted.spec).toEqual({ name: "b", cpus: 8, zone: "eu" });
  const losing = (convertParts: VersionStep["there"]) => (parts: Kept) => ({
    ...convertParts(parts),
    losses: [{ part: "spec", why: "lost" } as const],
  });
  expect(convert(claiming(data), { ...up, back: losing(toV1) }).converted.spec).toEqual({ name: "b", cpus: 8 });
  expect(convert(claiming(data), { ...up, there: losing(toV2) }).converted.spec).toEqual({ name: "b", cpus: 8 });
});

test("a restored spec that would need a stand-in is not restored", () => {
  const limits = { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } } } as const;
  const exclusive = { ...limits, not: { required: ["a", "b"] } };
  const to = { ...v2, schemas: { spec: structural(Type.Object({ limits: Type.Unsafe(exclusive) })), status } };
  const from = { ...v1, schemas: { spec: structural(Type.Object({ limits: Type.Unsafe(limits) })), status } };
  const there = ({ spec }: Kept) => ({ parts: { spec }, losses: [] });
  const back = () => ({ parts: { spec: { limits: {} } }, losses: [] });
  const step = { ...up, from, to, there, back };
  const restored = (spec: object) => convert(claiming({ spec: { limits: { a: 1 } } }, spec), step).converted.spec;
  expect(restored({ limits: {} })).toEqual({ limits: { a: 1 } });
  expect(restored({ limits: { b: 2 } })).toEqual({ limits: { b: 2 } });
});

test("a version may have no schema for a part of the object", () => {
  const from = { ...v2, schemas: {} };
  const given = box({ name: "b", cpus: 8 }, { status: { phase: "Up" } });
  expect(convert(given, { ...down, from }).converted).toMatchObject({ spec: { name: "b" }, status: { phase: "Up" } });
});

test("the versions of a CRD have the schemas of their parts and whether they require a spec", () => {
  const crd = (properties: object, required?: string[]) => {
    const openAPIV3Schema = { type: "object", properties, ...(required === undefined ? {} : { required }) };
    const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
    return { spec: { versions } } as unknown as CustomResourceDefinition;
  };
  const [spec, own] = [{ type: "object" }, { type: "string" }];
  expect(convertedVersionsOf(crd({ spec, status: own }, ["spec"]))).toStrictEqual([
    { name: "v1", schemas: { spec, status: own }, needsSpec: true },
  ]);
  expect(convertedVersionsOf(crd({ other: own }, ["other"]))).toStrictEqual([
    { name: "v1", schemas: {}, needsSpec: false },
  ]);
  expect(convertedVersionsOf(crd({ spec }))).toStrictEqual([{ name: "v1", schemas: { spec }, needsSpec: false }]);
});

test("data for other versions is kept, and the entry of the shown version is removed", () => {
  const data = { v1: { spec: { name: "old" } }, v3: { spec: { own: 1 } } };
  const object = { ...claiming(data), ...box({ name: "b", cpus: 8 }), metadata: claiming(data).metadata };
  expect(kept(convert(object, down).converted)).toEqual({ v3: { spec: { own: 1 } } });
});
