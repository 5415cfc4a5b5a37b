import { execFile } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type GinkgoReport, resultsOfSpecs } from "../controller-runtime/test-results.ts";
import { type TestProgram } from "./test-program.ts";

/**
 * The tests that are tried on the real server. Most of them fail there without a Node, and are then ignored; excluded are tests that take
 * long to fail (volumes, running Pods), tests that disturb others, and tests that are disabled by default.
 */
const groups: readonly RegExp[] = [
  /^\[sig-(api-machinery|auth|cli|apps|instrumentation|scheduling)\]/,
  /^\[sig-network\].*(\bAPI\b|Ingress|EndpointSlice|NetworkPolicy|ServiceCIDR|IPAddress|Services should .*(endpoint|status|delete a collection|session affinity timeout))/,
  /^\[sig-node\].*(\bAPI\b|ConfigMap should|Secrets should (patch|fail)|Lease|RuntimeClass|PodTemplates)/,
  /^\[sig-storage\] (?!.*(Driver:|CSI Volumes|csi-mock|In-tree)).*(\bAPI\b|CSINodes|CSIStorageCapacity|StorageClasses|VolumeAttachment|VolumeAttributesClass|PersistentVolumes CSI Conformance|should (be immutable|run through))/,
];
const leftOut =
  /\[(Serial|Disruptive|Slow|Flaky|Alpha|FeatureGate:[^\]]*\] \[Alpha)\]|\[Feature(Gate)?:[^\]]*\].*\[(Alpha|Feature:OffByDefault)\]/;

/** The names of the tried tests. */
export async function specsOf({ file }: TestProgram, only: RegExp): Promise<string[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-specs-"));
  const [report, kubeconfig] = ["report.json", "kubeconfig"].map((name) => path.join(folder.path, name)) as [
    string,
    string,
  ];
  await writeFile(kubeconfig, "apiVersion: v1\nkind: Config\n");
  const flags = ["--ginkgo.dry-run", `--ginkgo.json-report=${report}`, `--kubeconfig=${kubeconfig}`];
  await promisify(execFile)(file, flags, { maxBuffer: 256 * 1024 * 1024 });
  const names = [...resultsOfSpecs(JSON.parse(await readFile(report, "utf8")) as readonly GinkgoReport[]).keys()];
  return names.filter((name) => groups.some((group) => group.test(name)) && !leftOut.test(name) && only.test(name));
}

/** The Kubernetes special interest group of a test. */
export function groupOf(spec: string): string {
  return /^\[(sig-[a-z-]+)\]/.exec(spec)?.[1] ?? "other";
}
