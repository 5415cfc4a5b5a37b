import { execFile } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type GinkgoReport, resultsOfSpecs } from "../controller-runtime/test-results.ts";
import { type TestProgram } from "./test-program.ts";

/**
 * What is tried on the real server. Most of it fails there without a node, and counts no further; left out is only what would take long
 * to do so (volumes, Pods that have to run), what disturbs other tests, and what is off by default.
 */
const groups: readonly RegExp[] = [
  /^\[sig-(api-machinery|auth|cli|apps|instrumentation|scheduling)\]/,
  /^\[sig-network\].*(\bAPI\b|Ingress|EndpointSlice|NetworkPolicy|ServiceCIDR|IPAddress|Services should .*(endpoint|status|delete a collection|session affinity timeout))/,
  /^\[sig-node\].*(\bAPI\b|ConfigMap should|Secrets should (patch|fail)|Lease|RuntimeClass|PodTemplates)/,
  /^\[sig-storage\] (?!.*(Driver:|CSI Volumes|csi-mock|In-tree)).*(\bAPI\b|CSINodes|CSIStorageCapacity|StorageClasses|VolumeAttachment|VolumeAttributesClass|PersistentVolumes CSI Conformance|should (be immutable|run through))/,
];
const leftOut =
  /\[(Serial|Disruptive|Slow|Flaky|Alpha|FeatureGate:[^\]]*\] \[Alpha)\]|\[Feature(Gate)?:[^\]]*\].*\[(Alpha|Feature:OffByDefault)\]/;

/** The names of the tests that are tried. */
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

/** Of which group of Kubernetes' developers a test is. */
export function groupOf(spec: string): string {
  return /^\[(sig-[a-z-]+)\]/.exec(spec)?.[1] ?? "other";
}
