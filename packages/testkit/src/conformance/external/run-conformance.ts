import type { KindRole, KubernetesObject } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { isApiError, systemClock } from "@capstan/runtime";
import type { ServerChoice } from "../../environment/test-server.ts";
import { casesFor, type ConcerningCase } from "../cases/rule-cases.ts";
import { poolCases } from "../ipam/pool-cases.ts";
import type { Outcome } from "../play/outcome.ts";
import { playCase } from "../play/play-case.ts";
import { NotSo } from "../scene/not-so.ts";
import { Scene } from "../scene/scene.ts";
import { sceneObjects } from "../scene/seen-objects.ts";
import type { Subject, TestedKind } from "../scene/subject.ts";
import { unobservedRules } from "../unobserved-rules.ts";
import type { CaseReport, ConformanceReport, Verdict } from "./conformance-report.ts";
import { admissionAmong } from "./installed-webhooks.ts";
import { kindsInCRDs, mustHaveKinds, poolsInCRDs, type TestedPool } from "./kinds-in-crds.ts";
import { addressKinds, playPoolCase, poolSpec } from "./play-pool-case.ts";
import { checkCoreOf } from "./management-server.ts";
import { type ProviderRun, running } from "./provider-run.ts";
import { reportCase } from "./report-case.ts";
import { prerequisites, type Samples, subjectOf } from "./samples.ts";
import { startProcessWorld } from "./start-process-world.ts";

/** Options of {@link runConformance}. */
export interface ConformanceOptions {
  /**
   * The command line that starts the provider, with KUBECONFIG set. In it, `{kubeconfig}` stands for that file, each `{port}` for a free
   * port, `{certificates}` for a folder with tls.crt and tls.key, and `{webhook-port}` for the port of its webhooks, which use these
   * certificates. Or `running`: it runs already, against the server of `kubeconfig`.
   */
  readonly provider: string;
  /**
   * The CRDs of the provider, with its roles, contracts and versions. With `{webhook-port}` in the command, the API server calls the
   * conversion webhooks that they name, and the admission webhooks registered among them; otherwise these are omitted. Other objects are
   * ignored.
   */
  readonly crds: readonly unknown[];
  /** Roles of kinds whose names do not show them. */
  readonly roles?: Readonly<Record<string, KindRole | "none">>;
  /**
   * Objects as a user would apply them: their specs are used for the objects under test, and all others are applied first. A provider of IP
   * addresses needs the sample of a pool with exactly one address.
   */
  readonly samples?: readonly KubernetesObject[];
  /**
   * The kubeconfig file of the server to use, on which no core controller of Cluster API may run. Default: each case has its own server.
   */
  readonly kubeconfig?: string;
  /** The type of server for each case. Default: the embedded one. */
  readonly server?: ServerChoice;
  /** Ids of rules: plays only cases about one of them. Default: all. */
  readonly only?: readonly string[];
  /** The number of concurrent cases. Default: 1. */
  readonly parallel?: number;
  /** The time limit for provisioning or deletion. Default: 60. */
  readonly withinSeconds?: number;
  /** The provider has settled after this time without a write. Default: 2. */
  readonly quietSeconds?: number;
  /** As in `ProviderUnderTest`. Default: `linux`. */
  readonly sentinelFile?: "linux" | "none" | "windows";
  /** Called after each case. */
  readonly onCase?: (report: CaseReport, progress: { readonly done: number; readonly of: number }) => void;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
}

/**
 * Tests a provider in any language against the contract of Cluster API: plays the scenarios of `describeProviderContract` with the provider
 * in a separate process, in real time. Its cloud is not observed.
 *
 * @throws ArgumentError the CRDs have no kind of a provider, no rule is left, or the options contradict each other.
 * @throws ProgramError the provider does not start.
 * @throws CoreVersionError the core of `kubeconfig` is too old.
 *
 * @example
 * <!-- no-run: starts a provider -->
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { runConformance } from "@capstan/testkit";
 *
 * const crds = JSON.parse(readFileSync("crds.json", "utf8")) as unknown[];
 * const { counts } = await runConformance({ provider: "bin/manager", crds });
 * console.log(`${counts.broken} rules are broken`);
 * ```
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { provider, samples = [], kubeconfig, server = "embedded", quietSeconds = 2, parallel = 1 } = options;
  if (provider === running && kubeconfig === undefined) {
    throw new ArgumentError("A running provider is tested on its own server; set kubeconfig.");
  }
  if (provider !== running && kubeconfig !== undefined && parallel > 1) {
    throw new ArgumentError(
      "Providers that are started for each case would conflict on one server; set parallel to 1.",
    );
  }
  const kinds = kindsInCRDs(options.crds, options.roles);
  const pools = poolsInCRDs(options.crds, options.roles);
  mustHaveKinds([...kinds, ...pools]);
  if (kubeconfig !== undefined && pools.some(({ kind }) => !kind.namespaced)) {
    throw new ArgumentError("The cases about cluster-wide pools need servers of their own; omit kubeconfig.");
  }
  const run: ProviderRun = {
    command: provider,
    server,
    kinds: pools.length === 0 ? kinds : [...kinds, ...pools, ...addressKinds],
    prerequisites: prerequisites(samples, [...kinds, ...pools]),
    admission: admissionAmong(options.crds),
    quietMs: quietSeconds * 1_000,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
  };
  const plan = chosenOf([...planOf(kinds, samples, options), ...planOfPools(pools, samples)], options);
  if (kubeconfig !== undefined) await checkCoreOf(kubeconfig);
  const cases = await playAll(plan, run, options);
  return { cases, counts: countsOf(cases), unobserved: unobservedRules };
}

/** A case, and the rules that it is about. */
interface Planned {
  readonly rules: readonly string[];
  readonly play: (run: ProviderRun) => Promise<CaseReport>;
}

function planOf(
  kinds: readonly TestedKind[],
  samples: Samples,
  { withinSeconds, sentinelFile }: ConformanceOptions,
): readonly Planned[] {
  const settings = {
    ...(withinSeconds === undefined ? {} : { withinSeconds }),
    ...(sentinelFile === undefined ? {} : { sentinelFile }),
  };
  return kinds.flatMap((definition) => {
    const subject = subjectOf(definition, kinds, samples, settings);
    return casesFor(definition).map((found) => ({
      rules: found.holding,
      play: (run: ProviderRun) => playOne(subject, found, run),
    }));
  });
}

function planOfPools(pools: readonly TestedPool[], samples: Samples): readonly Planned[] {
  return pools.flatMap((tested) => {
    const spec = poolSpec(tested, samples);
    return poolCases.map((tried) => ({
      rules: tried.rules,
      play: (run: ProviderRun) => playPoolCase(tested, spec, tried, run),
    }));
  });
}

/** @throws ArgumentError no case is left. */
function chosenOf(plan: readonly Planned[], { only }: ConformanceOptions): readonly Planned[] {
  if (only === undefined) return plan;
  const chosen = plan.filter(({ rules }) => rules.some((rule) => only.includes(rule)));
  if (chosen.length === 0) throw new ArgumentError(`No case tests ${only.join(", ")} of the kinds in the CRDs.`);
  return chosen;
}

async function playAll(
  plan: readonly Planned[],
  run: ProviderRun,
  { parallel = 1, onCase, signal }: ConformanceOptions,
): Promise<readonly CaseReport[]> {
  const reports: CaseReport[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < plan.length; index = next) {
      next += 1;
      signal?.throwIfAborted();
      const planned = plan[index];
      if (planned === undefined) return;
      const report = await planned.play(run);
      reports[index] = report;
      done += 1;
      onCase?.(report, { done, of: plan.length });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return reports;
}

async function playOne(subject: Subject, found: ConcerningCase, run: ProviderRun): Promise<CaseReport> {
  const beganMs = systemClock.monotonic();
  await using scene = new Scene(subject, await startProcessWorld(run, subject.definition));
  const outcome = await playCase(scene, found).catch((error: unknown) => refusedBy(error, scene));
  return reportCase(subject.definition, found, outcome, Math.round((systemClock.monotonic() - beganMs) / 100) / 10);
}

/** The outcome if the API server refuses a request of the suite, typically with a sample that is invalid for the kind. */
async function refusedBy(error: unknown, scene: Scene): Promise<Outcome> {
  if (!isApiError(error)) throw error;
  const found = new NotSo(
    `the API server rejected a request of the suite; pass samples that it accepts: ${error.message}`,
  );
  return { type: "blocked", seen: { found, requests: undefined, objects: await sceneObjects(scene) } };
}

function countsOf(cases: readonly CaseReport[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { passed: 0, broken: 0, "not observable": 0, blocked: 0 };
  for (const { rules } of cases) for (const { verdict } of rules) counts[verdict] += 1;
  return counts;
}
