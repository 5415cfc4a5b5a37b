import { systemClock } from "@capstan/runtime";
import { type BothProviders, namespaces, type Provider } from "@capstan/harness/go";
import { differences } from "../compare/compare-data.ts";
import { type DifferenceId } from "../expected/differences.ts";
import { type Facts, readFacts } from "../sequences/facts.ts";
import { type ExpectedDifference, type Sequence, type Step, type StepTools } from "../sequences/sequence.ts";
import { Stage } from "../stage/stage.ts";

/** The result of a sequence. */
export interface SequenceResult {
  readonly sequence: Sequence;
  readonly steps: readonly StepResult[];
  /** Expected differences that did not occur. */
  readonly stale: readonly DifferenceId[];
}

interface StepResult {
  readonly what: string;
  /** Lines of unexpected differences; empty if the providers agree. */
  readonly unexplained: readonly string[];
  readonly shown: readonly DifferenceId[];
}

/** The time limit of both for a step, in milliseconds: the Go provider reconciles again every 30 s. */
const stepTimeoutMs = 50_000;
const pollMs = 1500;
/** How long to check that nothing happens, in milliseconds, unless the step overrides it. */
const quietMs = 4000;

type Pair<Value> = Readonly<Record<Provider, Value>>;

/** Runs all sequences concurrently, each step with both providers. */
export async function runSequences(
  providers: BothProviders,
  sequences: readonly Sequence[],
  everywhere: readonly ExpectedDifference[],
  tools: StepTools,
): Promise<SequenceResult[]> {
  return await Promise.all(sequences.map((sequence) => runSequence(providers, sequence, everywhere, tools)));
}

async function runSequence(
  { client }: BothProviders,
  sequence: Sequence,
  everywhere: readonly ExpectedDifference[],
  tools: StepTools,
): Promise<SequenceResult> {
  const stages: Pair<Stage> = {
    go: new Stage(client, namespaces.go, sequence.name),
    ours: new Stage(client, namespaces.ours, sequence.name),
  };
  const expected = [...(sequence.expected ?? []), ...everywhere];
  const steps: StepResult[] = [];
  for (const step of sequence.steps) {
    try {
      await Promise.all([step.act?.(stages.go, tools), step.act?.(stages.ours, tools)]);
      steps.push(await settle(step, stages, expected));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      steps.push({ what: step.what, unexplained: [`the step failed: ${message}`], shown: [] });
      break;
    }
  }
  const shown = new Set(steps.flatMap((step) => step.shown));
  const due = (sequence.expected ?? []).filter(({ sometimes }) => sometimes !== true);
  const stale = due.map(({ id }) => id).filter((id) => !shown.has(id));
  return { sequence, steps, stale };
}

/** Waits until both have reacted and agree except for expected differences; then, or after the time limit, returns the differences. */
async function settle(step: Step, stages: Pair<Stage>, expected: readonly ExpectedDifference[]): Promise<StepResult> {
  if (step.until === undefined) await systemClock.sleep(step.quietMs ?? quietMs);
  const until = step.until ?? (() => true);
  const signal = AbortSignal.timeout(stepTimeoutMs);
  for (;;) {
    const facts = { go: await factsOf(stages.go), ours: await factsOf(stages.ours) };
    const behind = (["go", "ours"] as const).filter((provider) => !until(facts[provider], stages[provider].cluster));
    const result = compare(step, facts, expected);
    const shows = step.shows === undefined || result.shown.includes(step.shows);
    if (behind.length === 0 && result.unexplained.length === 0 && (shows || signal.aborted)) return result;
    if (signal.aborted) {
      const waiting = behind.map((provider) => `has not come that far: ${provider}`);
      return { ...result, unexplained: [...waiting, ...result.unexplained] };
    }
    await systemClock.sleep(pollMs);
  }
}

function factsOf({ client, namespace, cluster, createdSpecs }: Stage): Promise<Facts> {
  return readFacts(client, namespace, cluster, createdSpecs);
}

function compare(step: Step, facts: Pair<Facts>, expected: readonly ExpectedDifference[]): StepResult {
  const lines = differences(facts.go, facts.ours, "").map((line) => line.replace(/^\./, ""));
  const explanations = lines.map((line) => expected.find(({ at }) => at.test(line))?.id);
  return {
    what: step.what,
    unexplained: lines.filter((_line, index) => explanations[index] === undefined),
    shown: [...new Set(explanations.filter((id) => id !== undefined))],
  };
}
