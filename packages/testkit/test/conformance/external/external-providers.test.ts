import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import {
  admissionConfigurations,
  createClient,
  CustomResourceDefinition,
  installCRDs,
  placeholderClientConfig,
  withConversionWebhook,
} from "@capstan/runtime";
import { type ConformanceReport, installedCoreCRDs, runConformance } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { ShellConfig } from "../../../../../examples/bootstrap-shell/src/api/shell-config.ts";
import { definitions } from "../raw/definitions.ts";
import { refusing } from "./refusing.ts";

const node = `${process.execPath} --conditions=source`;
const shell = path.join(import.meta.dirname, "../../../../../examples/bootstrap-shell/src/main.ts");
const raw = path.join(import.meta.dirname, "run-raw-provider.ts");
const addresses = "--health-addr=127.0.0.1:{port} --diagnostics-address=127.0.0.1:{port}";

// Every case starts a process, and waits until it has been idle for a while.
const timeout = 180_000;
const settings = { parallel: 2, quietSeconds: 1 };

const controlPlane = {
  apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
  kind: definitions.v1beta2.controlPlane.kind.kind,
  metadata: { name: "sample" },
  spec: { replicas: 3, version: "v1.34.1" },
};

/** Each rule with its result. */
function verdicts({ cases }: ConformanceReport): Record<string, string> {
  return Object.fromEntries(cases.flatMap(({ rules }) => rules.map(({ rule, verdict }) => [rule, verdict])));
}

/** A file with the kubeconfig of a server. */
function kubeconfigFile({ kubeconfig }: ApiServer, closing: AsyncDisposableStack): string {
  const folder = mkdtempSync(path.join(tmpdir(), "conformance-"));
  closing.defer(() => {
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, "kubeconfig");
  writeFileSync(file, kubeconfig);
  return file;
}

describe("a provider in its own process", () => {
  test("passes if it is an example of this repository", { timeout }, async () => {
    const report = await runConformance({
      ...settings,
      provider: `${node} ${shell} --leader-elect=false ${addresses}`,
      crds: ShellConfig.crds,
      only: ["BC-017", "BC-018", "CT-017"],
    });
    expect(report.cases.map(({ finding }) => finding?.found)).toEqual(report.cases.map(() => undefined));
    expect(report.counts).toMatchObject({ broken: 0, blocked: 0, "not observable": 0 });
    expect(verdicts(report)).toMatchObject({ "BC-017": "passed", "BC-018": "passed", "CT-017": "passed" });
  });

  test.each([
    ["BC-017", "sets the flag in one write and the name in the next"],
    ["BS-003", "does not label its Secret with the Cluster"],
    ["BC-018", "sets the flag before the Secret exists"],
    ["BC-021", "goes on while the object is paused"],
  ] as const)("is caught by %s if it %s", { timeout }, async (rule, fault) => {
    const report = await runConformance({
      ...settings,
      provider: `${node} ${raw} --fault "${fault}"`,
      crds: definitions.v1beta2.config.crds,
      only: [rule],
    });
    expect(verdicts(report)).toMatchObject({ [rule]: "broken" });
    const [finding] = report.cases.flatMap((tried) => tried.finding ?? []);
    expect(finding?.requests).toContainEqual(expect.stringMatching(/^patch rawconfigs\/status default\/c1: 200$/));
    expect(finding?.objects).toContainEqual(expect.objectContaining({ kind: "RawConfig" }));
    expect(JSON.stringify(finding?.objects)).not.toContain(Buffer.from("#!/bin/sh").toString("base64").slice(0, 11));
  });

  test("has no findings about its cloud, which the suite cannot inspect", { timeout }, async () => {
    const report = await runConformance({
      ...settings,
      provider: `${node} ${raw} --name "RawMachine under v1beta2"`,
      crds: definitions.v1beta2.machine.crds,
      only: ["IB-004", "IB-007", "IM-006", "BH-009"],
    });
    expect(verdicts(report)).toEqual({
      "IB-004": "not observable",
      "IB-007": "not observable",
      "BH-009": "not observable",
      "IM-006": "passed",
      "IB-008": "passed",
      "IM-015": "passed",
      "IM-014": "not observable",
    });
  });

  test.each([
    ["RawPool", definitions.v1beta2.pool, "MP-002", []],
    ["RawCluster", definitions.v1beta2.cluster, "IC-008", []],
    ["RawControlPlane", definitions.v1beta2.controlPlane, "CP-002", [controlPlane]],
  ] as const)("is checked by the rules of its role: %s", { timeout }, async (name, { crds }, rule, samples) => {
    const provider = `${node} ${raw} --name "${name} under v1beta2"`;
    const report = await runConformance({ ...settings, provider, crds, samples, only: [rule] });
    expect(verdicts(report)).toMatchObject({ [rule]: "passed" });
    expect(report.counts).toMatchObject({ broken: 0, blocked: 0 });
  });

  test("may already be running, on an existing server", { timeout }, async () => {
    await using closing = new AsyncDisposableStack();
    const server = closing.use(await ApiServer.start());
    const kubeconfig = kubeconfigFile(server, closing);
    const { crds } = definitions.v1beta2.config;
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    closing.defer(() => client.close());
    await installCRDs(client, [...installedCoreCRDs(), ...crds]);
    const started = spawn(process.execPath, ["--conditions=source", raw, "--name", "RawConfig under v1beta2"], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: "ignore",
    });
    closing.defer(async () => {
      const ended = once(started, "exit");
      started.kill();
      await ended;
    });
    const report = await runConformance({ ...settings, provider: "running", kubeconfig, crds, only: ["BC-017"] });
    expect(verdicts(report)).toMatchObject({ "BC-017": "passed" });
    expect(report.counts).toMatchObject({ broken: 0, blocked: 0 });
  });

  test.runIf(process.env.KUBEBUILDER_ASSETS !== undefined)("also runs on real servers", { timeout }, async () => {
    const provider = `${node} ${raw} --name "RawConfig under v1beta2"`;
    const { crds } = definitions.v1beta2.config;
    const report = await runConformance({ ...settings, provider, crds, server: "real", only: ["BC-018"] });
    expect(verdicts(report)).toMatchObject({ "BC-018": "passed" });
    expect(report.counts).toMatchObject({ broken: 0, blocked: 0 });
  });

  test("has its admission webhooks called if its command line has their port", { timeout }, async () => {
    // given a provider whose admission refuses everything, registered by a Service as in its components
    const service = { namespace: "raw-system", name: "raw-webhook-service" };
    const crds = [
      ...definitions.v1beta2.config.crds,
      ...admissionConfigurations([refusing("is not for sale")], { name: "raw", manager: { service } }),
    ];
    const command = `${node} ${raw} --name "RawConfig under v1beta2" --refuse "is not for sale"`;
    const webhooks = "--webhook-cert-dir {certificates} --webhook-port";
    const only = ["BC-018"];
    // when its objects are created with and without the webhooks
    const called = await runConformance({ ...settings, provider: `${command} ${webhooks} {webhook-port}`, crds, only });
    const left = await runConformance({ ...settings, provider: `${command} ${webhooks} {port}`, crds, only });
    // then the webhooks matter only where they are called
    expect(called.counts).toMatchObject({ passed: 0, blocked: 1 });
    expect(JSON.stringify(called.cases)).toContain("is not for sale");
    expect(verdicts(left)).toMatchObject({ "BC-018": "passed" });
  });

  test("leaves an existing server without its webhooks", { timeout }, async () => {
    // given a server with the provider's CRDs
    await using closing = new AsyncDisposableStack();
    const server = closing.use(await ApiServer.start());
    const kubeconfig = kubeconfigFile(server, closing);
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    closing.defer(() => client.close());
    const { crds } = definitions.v1beta2.config;
    await installCRDs(client, [...installedCoreCRDs(), ...crds]);
    const conversions = async () => {
      const { items } = await client.list(CustomResourceDefinition);
      const own = items.filter(({ metadata: { name } }) => crds.some((crd) => crd.metadata.name === name));
      return own.map(({ metadata: { name }, spec }) => ({ name, ...spec.conversion }));
    };
    const before = await conversions();
    expect(before).toHaveLength(crds.length);
    // when a case runs with admission and conversion webhooks
    const manager = { service: { namespace: "raw-system", name: "raw-webhook-service" } };
    const report = await runConformance({
      ...settings,
      parallel: 1,
      kubeconfig,
      provider: `${node} ${raw} --name "RawConfig under v1beta2" --refuse no --webhook-cert-dir {certificates} --webhook-port {webhook-port}`,
      crds: [
        ...crds.map((crd) => withConversionWebhook(crd, placeholderClientConfig)),
        ...admissionConfigurations([refusing("no")], { name: "raw", manager }),
      ],
      only: ["BC-018"],
    });
    expect(report.counts).toMatchObject({ blocked: 1 });
    // then objects can be written again, and are converted as before
    expect(await conversions()).toEqual(before);
    const { kind } = definitions.v1beta2.config;
    const object = {
      apiVersion: `${kind.group}/${kind.version}`,
      kind: kind.kind,
      metadata: { name: "c", namespace: "default" },
    };
    await expect(client.create(kind, { ...object, spec: {} })).resolves.toMatchObject({ metadata: { name: "c" } });
  });

  test("that does not start is reported with its last log lines", async () => {
    const failing = runConformance({
      provider: "echo no configuration; exit 3",
      crds: definitions.v1beta2.config.crds,
      only: ["BC-017"],
    });
    await expect(failing).rejects.toThrow(/exited \(exit status 3\)[^]*no configuration/);
  });
});
