import { Cluster, Machine, MachineSet } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { Namespace, systemClock } from "@capstan/runtime";
import type { FindingReport } from "../conformance/external/conformance-report.ts";
import { NotSo } from "../conformance/scene/not-so.ts";
import { objectsOf } from "../conformance/scene/seen-objects.ts";
import { lastRequests } from "../conformance/scene/seen-requests.ts";
import { ProcessStage } from "../perturbation/process-stage.ts";
import { clusterCases } from "./cluster-cases.ts";
import type { CoreCase } from "./core-case.ts";
import { machineCases } from "./machine-cases.ts";
import { playedKinds } from "./played-kinds.ts";
import { PlayedProviders } from "./played-providers.ts";

/** Options of {@link runCoreConformance}. */
export interface CoreConformanceOptions {
  /** The command line that starts the core, as in `ConformanceOptions`; its webhooks are not called. */
  readonly provider: string;
  /** The CRDs of its kinds; other objects are ignored. Default: Capstan's. */
  readonly crds?: readonly unknown[];
  /** Plays only cases that name one of these, such as `IC-017` or `S035`. Default: all. */
  readonly only?: readonly string[];
  /** The time limit of each wait, in seconds. Default: 30. */
  readonly withinSeconds?: number;
  /** Called after each case. */
  readonly onCase?: (report: CoreCaseReport, progress: { readonly done: number; readonly of: number }) => void;
}

/** The result of one case. */
export interface CoreCaseReport {
  /** The expected behavior, as a sentence about the core. */
  readonly expected: string;
  /** The sources of the expectation. */
  readonly sources: readonly string[];
  /** Whether the core met the expectation. */
  readonly verdict: "broken" | "passed";
  /** The observations if the case is broken; `requests` are those of the core. */
  readonly finding?: FindingReport;
  /** The duration in seconds. */
  readonly seconds: number;
}

const cases = [...clusterCases, ...machineCases];
/** The kinds that a finding shows. */
const shownKinds = [Cluster, MachineSet, Machine, ...playedKinds.map(({ kind }) => kind)];

/**
 * Tests the behavior that providers rely on in a core, written in any language: it runs as a separate process, while the suite acts as
 * users and providers of Clusters and Machines, each case in its own namespace.
 *
 * @throws ProgramError it does not start.
 * @throws ArgumentError `only` matches no case, or the core has written nothing.
 *
 * @example
 * <!-- no-run: starts a core -->
 * ```ts
 * import { runCoreConformance } from "@capstan/testkit";
 *
 * const cases = await runCoreConformance({ provider: "bin/core-manager --leader-elect=false" });
 * console.log(cases.filter(({ verdict }) => verdict === "broken"));
 * ```
 */
export async function runCoreConformance(options: CoreConformanceOptions): Promise<readonly CoreCaseReport[]> {
  const { provider, crds = [], only, withinSeconds = 30, onCase } = options;
  const chosen = cases.filter(({ sources }) => only === undefined || sources.some((source) => only.includes(source)));
  if (chosen.length === 0) throw new ArgumentError(`No case tests ${only?.join(", ") ?? "anything"}.`);
  const scenario = {
    name: "core",
    provider,
    crds,
    watches: "machines",
    surroundings: () => ({ crds: playedKinds.flatMap((kind) => kind.crds) }),
    steps: {},
  };
  await using stage = await ProcessStage.open(scenario, [], { withinSeconds });
  let done = 0;
  const reports = await Promise.all(
    chosen.map(async (each, index) => {
      const report = await playCoreCase(each, stage, { namespace: `case-${index + 1}`, withinSeconds });
      done += 1;
      onCase?.(report, { done, of: chosen.length });
      return report;
    }),
  );
  if (stage.director.writes === 0) throw new ArgumentError(`The core has not sent a write: ${provider}`);
  return reports;
}

interface Place {
  readonly namespace: string;
  readonly withinSeconds: number;
}

async function playCoreCase(tried: CoreCase, stage: ProcessStage, place: Place): Promise<CoreCaseReport> {
  const startedMs = systemClock.monotonic();
  const finding = await findingIn(tried, stage, place);
  const seconds = Math.round((systemClock.monotonic() - startedMs) / 100) / 10;
  const report = { expected: tried.sentence, sources: tried.sources, seconds };
  return finding === undefined ? { ...report, verdict: "passed" } : { ...report, verdict: "broken", finding };
}

async function findingIn(
  { run }: CoreCase,
  stage: ProcessStage,
  { namespace, withinSeconds }: Place,
): Promise<FindingReport | undefined> {
  const { client } = stage.env;
  await client.create(Namespace, { apiVersion: "v1", kind: Namespace.kind, metadata: { name: namespace } });
  try {
    await run(new PlayedProviders(client, namespace, withinSeconds));
    return undefined;
  } catch (error) {
    if (!(error instanceof NotSo)) throw error;
    const requests = lastRequests(stage.requestsIn(namespace));
    return { found: error.message, requests, objects: await objectsOf(client, namespace, shownKinds) };
  }
}
