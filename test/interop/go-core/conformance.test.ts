import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseManifests } from "@capstan/kube";
import { goCoreAvailable } from "@capstan/harness/go";
import { runConformance } from "@capstan/testkit";
import { expect, test } from "vitest";

const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";

/** The unmodified Go kubeadm bootstrap manager, which the suite starts for each case. */
const manager = [
  path.join(assets, "kubeadm-bootstrap-manager"),
  "--leader-elect=false",
  "--health-addr=127.0.0.1:{port}",
  "--diagnostics-address=127.0.0.1:{port}",
  "--insecure-diagnostics",
  "--webhook-port={webhook-port}",
  "--webhook-cert-dir={certificates}",
].join(" ");

// Every case starts a process and waits until it is idle.
const timeout = 400_000;

test.runIf(goCoreAvailable)("the Go kubeadm bootstrap provider keeps every observable rule", { timeout }, async () => {
  const manifests = path.join(assets, "manifests/bootstrap.yaml");
  const { cases, counts } = await runConformance({
    provider: manager,
    crds: parseManifests(manifests, readFileSync(manifests, "utf8")),
    parallel: 3,
  });
  expect(cases.flatMap(({ finding }) => finding?.found ?? [])).toEqual([]);
  expect(counts).toEqual({ passed: 27, broken: 0, blocked: 0, "not observable": 0 });
});
