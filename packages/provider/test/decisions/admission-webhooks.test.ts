import {
  type AdmissionRules,
  type AdmissionWebhook,
  defineAuxiliaryKind,
  defineInfraCluster,
  defineInfraMachine,
  Type,
} from "@capstan/provider";
import { describe, expect, test } from "vitest";

type Request = Parameters<AdmissionWebhook["review"]>[0];

const spec = Type.Object({ size: Type.Optional(Type.String()) });
const versions = { v1: { contract: "v1beta2", spec } } as const;
const refuse = () => [{ path: "size", message: "is refused" }];
const pathsOf = (webhooks: readonly AdmissionWebhook[]) => webhooks.map(({ type, kind }) => `${type} ${kind}`);
const machines = (admission: AdmissionRules<{ size?: string }>) =>
  defineInfraMachine({ kind: "FooMachine", versions, admission }).admissionWebhooks;

/** The response of a webhook, for a creation by default. */
async function ask(webhook: AdmissionWebhook | undefined, object: object | undefined, more: Partial<Request> = {}) {
  if (webhook === undefined) throw new Error("no such webhook");
  const { group, version, kind } = webhook;
  const asked = { operation: "CREATE", kind: { group, version, kind }, name: "one", dryRun: false, ...more };
  return webhook.review({ ...asked, ...(object === undefined ? {} : { object }) } as Request);
}

const apiVersion = "infrastructure.cluster.x-k8s.io/v1";
const machine = (parts: object = {}) => ({ apiVersion, kind: "FooMachine", metadata: { name: "one" }, ...parts });
const template = (made: object, parts: object = {}) => ({
  ...machine({ spec: { template: made } }),
  kind: "FooMachineTemplate",
  ...parts,
});

describe("the webhooks of a kind", () => {
  test("are those that its rules require", () => {
    expect(defineInfraMachine({ kind: "FooMachine", versions }).admissionWebhooks).toEqual([]);
    const validating = ["validating FooMachine", "validating FooMachineTemplate"];
    expect(pathsOf(machines({}))).toEqual(validating);
    expect(pathsOf(machines({ validate: refuse }))).toEqual(validating);
    expect(pathsOf(machines({ default: (own) => own }))).toEqual(["mutating FooMachine", ...validating]);
    expect(pathsOf(machines({ defaultTemplate: (own) => own }))).toEqual([
      "validating FooMachine",
      "mutating FooMachineTemplate",
      "validating FooMachineTemplate",
    ]);
  });

  test("of an auxiliary kind exist only for its objects", () => {
    const admission = { validate: refuse };
    const network = defineAuxiliaryKind({ kind: "FooNetwork", versions: { v1: { spec } }, admission });
    expect(pathsOf(network.admissionWebhooks)).toEqual(["validating FooNetwork"]);
  });
});

describe("a refusal", () => {
  test("reports the findings of the rules, at their path in the object or in the Template", async () => {
    const [ofMachines, ofTemplates] = machines({ validate: refuse });
    const problem = { message: "is refused" };
    expect(await ask(ofMachines, machine({ spec: {} }))).toEqual({ problems: [{ ...problem, path: "spec.size" }] });
    expect(await ask(ofTemplates, template({ spec: {} }))).toEqual({
      problems: [{ ...problem, path: "spec.template.spec.size" }],
    });
    const [whole] = machines({ validate: () => [{ path: "", message: "is refused" }] });
    expect(await ask(whole, machine({ spec: {} }))).toEqual({ problems: [{ ...problem, path: "spec" }] });
  });

  test("depends on the spec in the request, empty if missing, and on the stored one", async () => {
    const seen: unknown[] = [];
    const [ofMachines, ofTemplates] = machines({
      validate: (own, { operation, previous, isTemplate }) => {
        seen.push([operation, isTemplate, own, previous]);
        return [];
      },
    });
    await ask(ofMachines, machine({ spec: { size: "s" } }));
    await ask(ofMachines, machine());
    const update = { operation: "UPDATE", oldObject: machine({ spec: { size: "old" } }) } as Partial<Request>;
    await ask(ofMachines, machine({ spec: { size: "s" } }), update);
    await ask(ofMachines, machine(), { operation: "UPDATE", oldObject: machine() });
    await ask(ofTemplates, template({}), {
      operation: "UPDATE",
      oldObject: template({ spec: { size: "old" } }),
    } as never);
    expect(seen).toEqual([
      ["CREATE", false, { size: "s" }, undefined],
      ["CREATE", false, {}, undefined],
      ["UPDATE", false, { size: "s" }, { size: "old" }],
      ["UPDATE", false, {}, undefined],
      ["UPDATE", true, {}, { size: "old" }],
    ]);
  });

  test("does not affect other requests, or objects that are being deleted", async () => {
    const [ofMachines] = machines({ validate: refuse });
    expect(await ask(ofMachines, undefined)).toEqual({});
    expect(await ask(ofMachines, machine({ spec: {} }), { operation: "DELETE" })).toEqual({});
    const metadata = { name: "one", deletionTimestamp: "2026-01-01T00:00:00Z" };
    expect(await ask(ofMachines, machine({ metadata, spec: {} }))).toEqual({});
  });

  test("affects a change of a Template only if Templates are immutable", async () => {
    const changed = { operation: "UPDATE", oldObject: template({ spec: { size: "old" } }) } as Partial<Request>;
    const [, mutable] = machines({});
    expect(await ask(mutable, template({ spec: { size: "new" } }), changed)).toEqual({ problems: [] });
    const [ofMachines, immutable] = machines({ immutableTemplates: true });
    expect(await ask(immutable, template({ spec: { size: "new" } }), changed)).toMatchObject({
      problems: [{ path: "spec.template.spec", reason: "Invalid" }],
    });
    const objects = { operation: "UPDATE", oldObject: machine({ spec: { size: "old" } }) } as Partial<Request>;
    expect(await ask(ofMachines, machine({ spec: { size: "new" } }), objects)).toEqual({ problems: [] });
  });

  test("affects an externally managed cluster that becomes managed, and no other kind", async () => {
    const managed = { annotations: { "cluster.x-k8s.io/managed-by": "other" } };
    const of = async (webhook: AdmissionWebhook | undefined, kind: string) => {
      const object = { apiVersion, kind, metadata: { name: "one" }, spec: {} };
      const oldObject = { ...object, metadata: { ...object.metadata, ...managed } };
      return ask(webhook, object, { operation: "UPDATE", oldObject });
    };
    const [ofClusters, ofTemplates] = defineInfraCluster({
      kind: "FooCluster",
      versions,
      admission: {},
    }).admissionWebhooks;
    expect((await of(ofClusters, "FooCluster")).problems).toHaveLength(1);
    expect((await of(ofTemplates, "FooClusterTemplate")).problems).toEqual([]);
    expect((await of(machines({})[0], "FooMachine")).problems).toEqual([]);
  });
});

describe("a value that was written in another version, and that its definition refuses", () => {
  const size = (pattern: string) => Type.Object({ size: Type.Optional(Type.String({ pattern })) });
  const { admissionWebhooks } = defineInfraMachine({
    kind: "FooMachine",
    versions: {
      v1beta1: { contract: "v1beta1", spec: size("^[a-z]+$") },
      v1beta2: { contract: "v1beta2", spec: size("^[a-z]+$") },
    },
    storage: "v1beta2",
    admission: {},
  });
  const [validating] = admissionWebhooks;
  /** The object as the API server sends it, after a conversion that has kept this spec. */
  const kept = (spec: unknown) => ({
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
    kind: "FooMachine",
    metadata: {
      name: "one",
      annotations: { "cluster.x-k8s.io/conversion-data": JSON.stringify({ v1beta1: { spec } }) },
    },
    spec: {},
  });

  test("is refused at its path, because the stored object does not show it", async () => {
    const message = expect.stringContaining("as version v1beta1 requires") as string;
    const problems = [{ path: "spec.size", message, reason: "Invalid" }];
    expect(await ask(validating, kept({ size: "NO" }))).toEqual({ problems });
    expect(await ask(validating, kept({ size: "yes" }))).toEqual({ problems: [] });
    expect(await ask(validating, kept(null))).toEqual({ problems: [] });
    expect(await ask(validating, { ...kept(null), metadata: { name: "one" } })).toEqual({ problems: [] });
  });

  test("does not block other changes of an object that already has it", async () => {
    const update = { operation: "UPDATE", oldObject: kept({ size: "NO" }) } as Partial<Request>;
    expect(await ask(validating, kept({ size: "NO" }), update)).toEqual({ problems: [] });
    const before = { operation: "UPDATE", oldObject: kept({ size: "yes" }) } as Partial<Request>;
    expect(await ask(validating, kept({ size: "NO" }), before)).toMatchObject({ problems: [{ path: "spec.size" }] });
  });
});

describe("metadata of a Template", () => {
  const problems = async (metadata: object) =>
    ((await ask(machines({})[1], template({ metadata, spec: {} }))).problems ?? []).map(({ path }) => path);
  const labels = ["spec.template.metadata.labels"];
  const annotations = ["spec.template.metadata.annotations"];
  // Parts of at most 63 characters, with the given total length.
  const domain = (length: number) => `${"a".repeat(length - 4)}.bcd`;

  test("may be as long as the API server allows", async () => {
    expect(await problems({ labels: { [`${domain(253)}/a`]: "b" } })).toEqual([]);
    expect(await problems({ labels: { [`${domain(254)}/a`]: "b" } })).toEqual(labels);
    expect(await problems({ labels: { ["a".repeat(63)]: "b".repeat(63) } })).toEqual([]);
    expect(await problems({ labels: { ["a".repeat(64)]: "b" } })).toEqual(labels);
    expect(await problems({ annotations: { a: "b".repeat(256 * 1024 - 1) } })).toEqual([]);
    expect(await problems({ annotations: { a: "b".repeat(256 * 1024) } })).toEqual(annotations);
  });
});

describe("a default", () => {
  const withSize = (own: { size?: string }) => ({ size: "small", ...own });

  test("is set in the object or in the Template, each by its own function", async () => {
    const [ofMachines, , ofTemplates] = machines({ default: withSize, defaultTemplate: withSize });
    expect((await ask(ofMachines, machine({ spec: {} }))).object).toEqual(machine({ spec: { size: "small" } }));
    const [, templates] = machines({ defaultTemplate: withSize });
    const sent = template({ metadata: { labels: { a: "b" } }, spec: {} });
    expect((await ask(templates, sent)).object).toEqual(
      template({ metadata: { labels: { a: "b" } }, spec: { size: "small" } }),
    );
    expect(ofTemplates?.type).toBe("mutating");
  });

  test("without a function result changes nothing, and keeps the identical object", async () => {
    const [ofMachines] = machines({ default: () => undefined as never });
    const sent = machine({ spec: { size: "large" } });
    expect((await ask(ofMachines, sent)).object).toBe(sent);
    const [full] = machines({ default: withSize });
    expect((await ask(full, sent)).object).toBe(sent);
  });

  test("is ignored if its function throws for a spec that the schema refuses, and is an error otherwise", async () => {
    const throwing = () => {
      throw new Error("cannot be filled in");
    };
    const [ofMachines] = machines({ default: throwing });
    const wrong = machine({ spec: { size: 7 } });
    expect((await ask(ofMachines, wrong)).object).toBe(wrong);
    await expect(async () => ask(ofMachines, machine({ spec: { size: "small" } }))).rejects.toThrow(
      "cannot be filled in",
    );
  });

  test("is returned in the version of the request", async () => {
    const both = { v1beta1: { contract: "v1beta1", spec }, v1beta2: { contract: "v1beta2", spec } } as const;
    const admission = { default: withSize };
    const definition = defineInfraMachine({ kind: "FooMachine", versions: both, storage: "v1beta2", admission });
    const sent = { ...machine({ spec: {} }), apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1" };
    expect((await ask(definition.admissionWebhooks[0], sent)).object).toEqual({ ...sent, spec: { size: "small" } });
  });
});
