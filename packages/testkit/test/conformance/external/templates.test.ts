import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import type { CustomResourceDefinition } from "@capstan/contract";
import { defineInfraMachine, Type } from "@capstan/provider";
import { admissionConfigurations, createClient, installCRDs, Namespace } from "@capstan/runtime";
import { type ConformanceReport, installedCoreCRDs, runConformance } from "@capstan/testkit";
import { expect, test } from "vitest";

const node = `${process.execPath} --conditions=source`;
const script = (name: string) => path.join(import.meta.dirname, name);
const provider = `${node} ${script("run-raw-provider.ts")} --name "RawMachine under v1beta2"`;
const denying = `${node} ${script("deny-changes.ts")} --webhook-cert-dir {certificates}`;

// Every case starts a process, and waits until it has been idle for a while.
const timeout = 180_000;
const settings = { parallel: 2, quietSeconds: 1 };

const SizedMachine = defineInfraMachine({
  kind: "RawMachine",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) } },
  templateCapacity: true,
});
const service = { namespace: "raw-system", name: "raw-webhook-service" };
const { templateKind, crds } = SizedMachine;
const admission = admissionConfigurations(
  [{ ...templateKind, type: "validating", path: "/validate", review: () => ({ problems: [] }) }],
  { name: "raw", manager: { service } },
);

/** The rules with their results, and the reason of what is not observable. */
function verdicts({ cases }: ConformanceReport) {
  return Object.fromEntries(cases.flatMap(({ rules }) => rules.map(({ rule, ...verdict }) => [rule, verdict])));
}

test.each([
  { code: 400, reason: "BadRequest", message: "is immutable" },
  { code: 403, reason: "is immutable" },
  { code: 422, reason: "Invalid", message: "is immutable" },
  { code: 405, reason: "MethodNotAllowed" },
  {},
])("Templates are immutable whatever the status of a denial: %j", { timeout }, async (status) => {
  const webhooks = `${denying} --status '${JSON.stringify(status)}' --webhook-port {webhook-port}`;
  const report = await runConformance({
    ...settings,
    provider: `${webhooks} & exec ${provider}`,
    crds: [...crds, ...admission],
    only: ["BT-008"],
  });
  expect(verdicts(report)).toEqual({ "BT-008": { verdict: "passed" } });
});

test.each([
  ["its command line does not have their port", { provider, crds: [...crds, ...admission] }],
  [
    "its files do not register them",
    { provider: `${denying} --status "{}" --webhook-port {webhook-port} & exec ${provider}`, crds },
  ],
])("no verdict depends on webhooks that are not called, because %s", { timeout }, async (_why, options) => {
  const report = await runConformance({ ...settings, ...options, only: ["BT-008"] });
  expect(verdicts(report)).toEqual({
    "BT-008": {
      verdict: "not observable",
      reason: expect.stringMatching(/calls no admission webhooks.*\{webhook-port\}.*webhook configurations/) as string,
    },
  });
});

test("Templates that are immutable by a rule of their schema are found without webhooks", { timeout }, async () => {
  const rule = { rule: "self == oldSelf", message: "is immutable" };
  const report = await runConformance({
    ...settings,
    provider,
    crds: crds.map((crd) => withTemplateSpec(crd, { "x-kubernetes-validations": [rule] })),
    only: ["BT-008"],
  });
  expect(verdicts(report)).toEqual({ "BT-008": { verdict: "broken" } });
});

test.each([
  ["of a sample", [{ ...sampleHead(), spec: { foo: "of the sample", template: { spec: { size: "big" } } } }]],
  ["that its schema requires", []],
])("Templates have the fields next to spec.template %s", { timeout }, async (_whose, samples) => {
  const foo = { type: "string", ...(samples.length === 0 ? {} : { enum: ["of the sample"] }) };
  const report = await runConformance({
    ...settings,
    provider: `${denying} --status "{}" --webhook-port {webhook-port} & exec ${provider}`,
    crds: [...crds.map((crd) => withTemplateSpec(crd, { required: ["foo", "template"] }, { foo })), ...admission],
    samples,
    only: ["BT-006", "BT-008", "BT-010"],
  });
  expect(report.cases.map(({ finding }) => finding?.found)).toEqual(report.cases.map(() => undefined));
  expect(verdicts(report)).toMatchObject({
    "BT-006": { verdict: "passed" },
    "BT-008": { verdict: "passed" },
    "BT-010": { verdict: "passed" },
  });
});

test("a Template with a finalizer leaves no namespace behind on an existing server", { timeout }, async () => {
  // given a server with another program that gives each new Template a finalizer
  await using closing = new AsyncDisposableStack();
  const server = closing.use(await ApiServer.start());
  const folder = mkdtempSync(path.join(tmpdir(), "conformance-"));
  closing.defer(() => {
    rmSync(folder, { recursive: true });
  });
  const kubeconfig = path.join(folder, "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig);
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  closing.defer(() => client.close());
  await installCRDs(client, [...installedCoreCRDs(), ...crds]);
  const stopping = new AbortController();
  const kept: string[] = [];
  const keeping = (async () => {
    for await (const event of client.watch(templateKind, { signal: stopping.signal })) {
      if (event.type !== "ADDED") continue;
      const { name, namespace = "" } = event.object.metadata;
      await client.patch(templateKind, { name, namespace }, { type: "merge", body: keepingBody });
      kept.push(namespace);
    }
  })().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  closing.defer(async () => {
    stopping.abort();
    await keeping;
  });
  // when a case creates a Template
  await runConformance({ ...settings, parallel: 1, kubeconfig, provider, crds, only: ["BT-010"] });
  // then its namespace is deleted
  expect(kept).toHaveLength(1);
  const { items } = await client.list(Namespace);
  expect(items.map(({ metadata }) => metadata.name)).not.toContain(kept[0]);
});

const keepingBody = { metadata: { finalizers: ["example.com/keep"] } };

function sampleHead() {
  const { group, version, kind } = SizedMachine.templateKind;
  return { apiVersion: `${group}/${version}`, kind, metadata: { name: "sample" } };
}

/** The CRD, if it is the Template's, with this in the schema of its `spec`. */
function withTemplateSpec(
  crd: CustomResourceDefinition,
  schema: object,
  properties: object = {},
): CustomResourceDefinition {
  if (crd.spec.names.kind !== templateKind.kind) return crd;
  const copy = structuredClone(crd) as { spec: { versions: { schema: { openAPIV3Schema: Schema } }[] } };
  for (const { schema: stored } of copy.spec.versions) {
    const { spec } = stored.openAPIV3Schema.properties;
    stored.openAPIV3Schema.properties.spec = {
      ...spec,
      ...schema,
      properties: { ...spec?.properties, ...properties },
    };
  }
  return copy as unknown as CustomResourceDefinition;
}

interface Schema {
  properties: Record<string, Schema | undefined>;
}
