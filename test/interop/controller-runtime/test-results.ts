/** The result of a test. */
export type Outcome = "passed" | "failed" | "skipped";

export interface TestResult {
  readonly outcome: Outcome;
  /** The reason of its failure. */
  readonly message?: string;
}

/** By the full name of the test. */
export type Results = ReadonlyMap<string, TestResult>;

/** The part of Ginkgo's JSON report that this module reads. */
export interface GinkgoReport {
  readonly SpecReports: readonly SpecReport[] | null;
}

interface SpecReport {
  // eslint-disable-next-line words/words -- Ginkgo's words
  readonly ContainerHierarchyTexts: readonly string[] | null;
  readonly LeafNodeType: string;
  readonly LeafNodeText: string;
  readonly State: string;
  readonly Failure?: { readonly Message: string };
}

/** The part of the events of `go tool test2json` that this module reads. */
interface TestEvent {
  readonly Action: string;
  readonly Test?: string;
  readonly Output?: string;
}

/** The specs of a Ginkgo suite. Failed setup counts as a result, because no spec has run then. */
export function resultsOfSpecs(reports: readonly GinkgoReport[]): Results {
  const results = new Map<string, TestResult>();
  for (const spec of reports.flatMap(({ SpecReports }) => SpecReports ?? [])) {
    const outcome = outcomeOf(spec.State);
    if (spec.LeafNodeType !== "It" && outcome !== "failed") continue;
    const words = [...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText || spec.LeafNodeType];
    const message = spec.Failure?.Message;
    results.set(nameNotIn(results, words.join(" ")), { outcome, ...(message === undefined ? {} : { message }) });
  }
  return results;
}

/** Go's own tests, from the lines of `go tool test2json`: tests without subtests, except the one that runs the Ginkgo specs. */
export function resultsOfTests(lines: string): Results {
  const events = lines
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as TestEvent);
  const output = new Map<string, string>();
  const results = new Map<string, TestResult>();
  for (const { Action: action, Test: test = "", Output: text = "" } of events) {
    if (test === "") continue;
    if (action === "output") output.set(test, (output.get(test) ?? "") + text);
    if (action === "pass") results.set(test, { outcome: "passed" });
    if (action === "skip") results.set(test, { outcome: "skipped" });
    if (action === "fail") results.set(test, { outcome: "failed", message: output.get(test) ?? "" });
  }
  const isParent = (test: string) => [...results.keys()].some((other) => other.startsWith(`${test}/`));
  const runsSpecs = (test: string) => output.get(test)?.includes("Running Suite:") === true;
  return new Map([...results].filter(([test]) => !isParent(test) && !runsSpecs(test)));
}

/** Ginkgo also has panicked, timedout, aborted and interrupted. */
function outcomeOf(state: string): Outcome {
  if (state === "passed") return "passed";
  return state === "skipped" || state === "pending" ? "skipped" : "failed";
}

/** Several specs may have the same name: their order, which is the same in each run, distinguishes them. */
function nameNotIn(results: Results, name: string): string {
  for (let time = 2, candidate = name; ; time += 1) {
    if (!results.has(candidate)) return candidate;
    candidate = `${name} (${time})`;
  }
}
