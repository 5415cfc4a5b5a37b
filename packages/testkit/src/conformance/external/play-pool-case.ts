import { IPAddress, IPAddressClaim, ipamCRDs, type KubernetesObject } from "@capstan/contract";
import { ArgumentError, groupVersionOf } from "@capstan/kube";
import { systemClock } from "@capstan/runtime";
import type { PoolCase } from "../ipam/pool-cases.ts";
import { poolFinding } from "../ipam/pool-cases.ts";
import { PoolScene } from "../ipam/pool-scene.ts";
import { lastRequests } from "../scene/seen-requests.ts";
import type { CaseReport } from "./conformance-report.ts";
import type { TestedPool } from "./kinds-in-crds.ts";
import type { InstalledKind, ProviderRun } from "./provider-run.ts";
import { startProcessWorld } from "./start-process-world.ts";

/** The kinds of the core that IPAM providers read and write. */
export const addressKinds: readonly InstalledKind[] = [
  { kind: IPAddressClaim, crds: ipamCRDs },
  { kind: IPAddress, crds: [] },
];

/**
 * `spec` of the sample of a pool, which must have exactly one address.
 *
 * @throws ArgumentError there is no sample.
 */
export function poolSpec({ kind }: TestedPool, samples: readonly KubernetesObject[]): unknown {
  const sample = samples.find(
    (each) => each.kind === kind.kind && groupVersionOf(each.apiVersion).group === kind.group,
  );
  if (sample !== undefined && "spec" in sample) return sample.spec;
  throw new ArgumentError(`The samples have no ${kind.kind}; add one with exactly one address that claims can get`);
}

/** Plays one case about a pool with a provider in a separate process. */
export async function playPoolCase(
  tested: TestedPool,
  spec: unknown,
  tried: PoolCase,
  run: ProviderRun,
): Promise<CaseReport> {
  const beganMs = systemClock.monotonic();
  const { kind, role, contract } = tested;
  await using world = await startProcessWorld(run, tested);
  const found = await poolFinding(tried, new PoolScene({ kind, spec }, world));
  const { traffic } = world;
  const requests = traffic === undefined ? {} : { requests: lastRequests(traffic.requests()) };
  return {
    kind: kind.kind,
    role,
    contract,
    expected: tried.sentence,
    rules: tried.rules.map((rule) => ({ rule, verdict: found === undefined ? "passed" : "broken" })),
    ...(found === undefined ? {} : { finding: { found: found.message, ...requests, objects: [] } }),
    seconds: Math.round((systemClock.monotonic() - beganMs) / 100) / 10,
  };
}
