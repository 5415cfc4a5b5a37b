import { upstreamCRDs } from "@capstan/testkit";
import { BothProviders, namespaces } from "@capstan/harness/go";
import { allCases } from "./cases/all-cases.ts";
import { type Judgment, judgeByCloudInit, judgeByKubeadm } from "./checks/judge-cases.ts";
import { certificatePairs, makeClusterCertificates } from "./run/cluster-certificates.ts";
import { createControlPlane } from "./expected/control-plane.ts";
import { type FieldCoverage, fieldCoverage } from "./fields/field-coverage.ts";
import { type CaseResult, runCases } from "./run/run-cases.ts";
import { runSequences, type SequenceResult } from "./run/run-sequences.ts";
import { allSequences } from "./sequences/all-sequences.ts";
import { everywhere } from "./sequences/everywhere.ts";

/** All findings of the comparison. */
export interface Findings {
  readonly cases: readonly CaseResult[];
  readonly sequences: readonly SequenceResult[];
  /** Of all cases, including those excluded from this run. */
  readonly coverage: FieldCoverage;
  /** Undefined where cloud-init is not installed. */
  readonly cloudInit: Judgment | undefined;
  readonly kubeadm: Judgment;
}

/** The shortest allowed lifetime, because the comparison waits for changes of a token. */
const tokenTtlSeconds = 60;

/**
 * Runs the comparison on one API server.
 *
 * @param pattern - for the names of the cases and sequences to run.
 */
export async function runAll(pattern = /./): Promise<Findings> {
  await using providers = await BothProviders.start({ tokenTtlSeconds });
  for (const namespace of Object.values(namespaces)) await createControlPlane(providers.client, namespace);
  const certificates = await makeClusterCertificates();
  const cases = allCases().filter(({ name }) => pattern.test(name));
  const sequences = allSequences.filter(({ name }) => pattern.test(name));
  const world = { kubeconfig: providers.kubeconfig, certificates: certificatePairs(certificates) };
  const [ofCases, ofSequences] = await Promise.all([
    runCases(providers, cases, certificates).then(judged),
    runSequences(providers, sequences, everywhere, world),
  ]);
  return { ...ofCases, sequences: ofSequences, coverage: coverageOfAllCases() };
}

async function judged(cases: readonly CaseResult[]): Promise<Pick<Findings, "cases" | "cloudInit" | "kubeadm">> {
  const [cloudInit, kubeadm] = await Promise.all([judgeByCloudInit(cases), judgeByKubeadm(cases)]);
  return { cases, cloudInit, kubeadm };
}

/** The number of cases that set each field of upstream's CRD, among those with generated data. */
function coverageOfAllCases(): FieldCoverage {
  const made = allCases().filter((one) => one.go !== "refused" && one.ours !== "refused");
  return fieldCoverage(upstreamSpecSchema(), made);
}

interface Versions {
  readonly name: string;
  readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly spec: unknown } } };
}

function upstreamSpecSchema(): unknown {
  const crds = upstreamCRDs("bootstrap") as unknown as {
    metadata: { name: string };
    spec: { versions: Versions[] };
  }[];
  const crd = crds.find(({ metadata }) => metadata.name === "kubeadmconfigs.bootstrap.cluster.x-k8s.io");
  const version = crd?.spec.versions.find(({ name }) => name === "v1beta2");
  if (version === undefined) throw new Error("upstream's CRD has no v1beta2 of KubeadmConfig");
  return version.schema.openAPIV3Schema.properties.spec;
}
