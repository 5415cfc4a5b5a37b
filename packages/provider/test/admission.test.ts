import { type AdmissionWebhook, defineInfraMachine, type FieldProblem, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";

type Request = Parameters<AdmissionWebhook["review"]>[0];

const dryRunAnnotation = { "topology.cluster.x-k8s.io/dry-run": "" };

const BoxMachine = defineInfraMachine({
  kind: "BoxMachine",
  storage: "v1beta2",
  versions: {
    v1beta1: { contract: "v1beta1", spec: Type.Object({ cpu: Type.Integer() }) },
    v1beta2: { contract: "v1beta2", spec: Type.Object({ cpus: Type.Integer(), zone: Type.Optional(Type.String()) }) },
  },
  conversions: {
    v1beta1: { spec: { toStorage: ({ cpu }) => ({ cpus: cpu }), fromStorage: ({ cpus }) => ({ cpu: cpus }) } },
  },
  admission: {
    validate: ({ cpus }, { operation, previous }) => [
      ...(cpus % 2 === 1 ? [{ path: "cpus", message: "must be even" }] : []),
      ...(operation === "UPDATE" && previous !== undefined && cpus < previous.cpus
        ? [{ path: "cpus", message: "may not shrink", reason: "Forbidden" } as const]
        : []),
    ],
    default: (spec) => {
      spec.zone ??= spec.cpus.toFixed();
      return spec;
    },
    immutableTemplates: true,
  },
});

const PlainMachine = defineInfraMachine({
  kind: "PlainMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

function object(kind: string, spec: object | undefined, metadata: object = {}, version = "v1beta2") {
  const apiVersion = `infrastructure.cluster.x-k8s.io/${version}`;
  return { apiVersion, kind, metadata: { name: "one", ...metadata }, ...(spec === undefined ? {} : { spec }) };
}

const machine = (spec: object | undefined, metadata: object = {}) => object("BoxMachine", spec, metadata);
const template = (spec: object, metadata: object = {}, made?: object) =>
  object("BoxMachineTemplate", { template: { ...(made === undefined ? {} : { metadata: made }), spec } }, metadata);

/** The response of the webhook at a path. */
async function ask(path: string, sent: object | undefined, request: Partial<Request> = {}) {
  const webhook = BoxMachine.admissionWebhooks.find((known) => known.path === path);
  if (webhook === undefined) throw new Error(`no webhook ${path}`);
  const { group, version, kind } = webhook;
  const asked = {
    operation: "CREATE",
    kind: { group, version, kind },
    name: "one",
    dryRun: false,
    ...request,
  } as const;
  return webhook.review({ ...asked, ...(sent === undefined ? {} : { object: sent }) } as Request);
}

const validate = async (sent: object | undefined, request: Partial<Request> = {}): Promise<readonly FieldProblem[]> => {
  const { kind } = (sent ?? machine(undefined)) as { kind: string };
  const path = `/validate-infrastructure-cluster-x-k8s-io-v1beta2-${kind.toLowerCase()}`;
  return (await ask(path, sent, request)).problems ?? [];
};
const fillIn = (sent: object) => ask("/mutate-infrastructure-cluster-x-k8s-io-v1beta2-boxmachine", sent);

test("a definition with rules has the required webhooks at the paths of controller-runtime", () => {
  expect(BoxMachine.admissionWebhooks.map(({ path }) => path)).toEqual([
    "/mutate-infrastructure-cluster-x-k8s-io-v1beta2-boxmachine",
    "/validate-infrastructure-cluster-x-k8s-io-v1beta2-boxmachine",
    "/validate-infrastructure-cluster-x-k8s-io-v1beta2-boxmachinetemplate",
  ]);
  expect(PlainMachine.admissionWebhooks).toEqual([]);
});

describe("validate", () => {
  test("reports the field path in the object, and in the Template", async () => {
    expect(await validate(machine({ cpus: 2 }))).toEqual([]);
    expect(await validate(machine({ cpus: 3 }))).toEqual([{ path: "spec.cpus", message: "must be even" }]);
    expect(await validate(template({ cpus: 3 }))).toEqual([
      { path: "spec.template.spec.cpus", message: "must be even" },
    ]);
  });

  test("receives the stored object", async () => {
    const oldObject = machine({ cpus: 4 });
    expect(await validate(machine({ cpus: 2 }), { operation: "UPDATE", oldObject })).toEqual([
      { path: "spec.cpus", message: "may not shrink", reason: "Forbidden" },
    ]);
  });

  test("receives objects of other versions in the storage version", async () => {
    expect(await validate(object("BoxMachine", { cpu: 3 }, {}, "v1beta1"))).toMatchObject([{ path: "spec.cpus" }]);
  });

  test("is not called for deletions, nor for objects that are being deleted", async () => {
    expect(await validate(undefined, { operation: "DELETE", oldObject: machine({ cpus: 3 }) })).toEqual([]);
    const deleted = machine({ cpus: 3 }, { deletionTimestamp: "2026-01-02T03:04:05Z" });
    expect(await validate(deleted, { operation: "UPDATE", oldObject: deleted })).toEqual([]);
  });
});

describe("an immutable Template", () => {
  const oldObject = template({ cpus: 2 });
  const update = (sent: object, dryRun: boolean) => validate(sent, { operation: "UPDATE", oldObject, dryRun });
  const refused = [{ path: "spec.template.spec", reason: "Invalid" }];

  test("BT-008: may change only in a dry run with the annotation of the topology controller", async () => {
    expect(await update(template({ cpus: 4 }, { annotations: dryRunAnnotation }), true)).toEqual([]);
    expect(await update(template({ cpus: 4 }), true)).toMatchObject(refused);
    expect(await update(template({ cpus: 4 }, { annotations: dryRunAnnotation }), false)).toMatchObject(refused);
  });

  test("may change outside its spec, and be created", async () => {
    expect(await update(template({ cpus: 2 }, { labels: { a: "b" } }, { labels: { c: "d" } }), false)).toEqual([]);
    expect(await validate(template({ cpus: 4 }))).toEqual([]);
  });
});

test.each([
  ["a label with an invalid name", { labels: { "a b": "c" } }, "labels"],
  ["a label of two prefixes", { labels: { "a/b/c": "d" } }, "labels"],
  ["a label with a prefix in capitals", { labels: { "A.b/c": "d" } }, "labels"],
  ["a label's value with a space", { labels: { a: "b c" } }, "labels"],
  ["a label's value of 64 characters", { labels: { a: "b".repeat(64) } }, "labels"],
  ["an annotation with an invalid name", { annotations: { "-a": "b" } }, "annotations"],
  ["annotations that are too long", { annotations: { a: "b".repeat(256 * 1024) } }, "annotations"],
  ["what is right", { labels: { "a.b/c": "", d: "e_f" }, annotations: { "A.b/c": "any text" } }, undefined],
])("a Template with %s in its metadata", async (_what, metadata, place) => {
  const paths = (await validate(template({ cpus: 2 }, {}, metadata))).map(({ path }) => path);
  expect(paths).toEqual(place === undefined ? [] : [`spec.template.metadata.${place}`]);
});

describe("default", () => {
  test("fills in the spec, and returns a complete object unchanged", async () => {
    const sent = machine({ cpus: 2 });
    expect((await fillIn(sent)).object).toEqual(machine({ cpus: 2, zone: "2" }));
    expect(sent).toEqual(machine({ cpus: 2 }));
    const full = machine({ cpus: 2, zone: "a" });
    expect((await fillIn(full)).object).toEqual(full);
  });

  test("responds in the version of the request", async () => {
    const sent = object("BoxMachine", { cpu: 2 }, {}, "v1beta1");
    expect((await fillIn(sent)).object).toMatchObject({ apiVersion: sent.apiVersion, spec: { cpu: 2 } });
  });

  test("may throw for a spec that the API server refuses anyway", async () => {
    expect((await fillIn(machine({}))).object).toEqual(machine({}));
    expect((await fillIn(machine(undefined))).object).toEqual(machine(undefined));
  });
});
