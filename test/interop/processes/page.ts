import { readFileSync } from "node:fs";
import { type ProcessRecord, type RecordedRun, recordFile } from "./record.ts";

const introduction = `# Go and Capstan managers under failures

Test results of the unmodified Go managers of Cluster API v1.14.2 and of Capstan's managers, each in its own process: whether a core does
what providers rely on, and the result of a crash at a write or of a rejected write. \`npm run docs -- go-managers\` writes this
page from the records of \`npm run perturb -- processes --record\` and the same command with \`--core\`. Both need \`CAPSTAN_CLUSTER_API_ASSETS\`
([reference builds](../test/README.md#reference-builds)). To test your own manager, see [Find out what a crash
breaks](how-to/perturbation.md). \`npx vitest run test/interop/go-core/conformance.test.ts\` shows that the Go kubeadm bootstrap manager keeps
every rule of the conformance suite.
`;

const disturbed = `## Crashes and rejected writes

Each run plays the scenario once, in real time, on a separate embedded API server, with one disturbance at one write. After each step, the
objects must be the same as in an undisturbed run; fields that differ between two undisturbed runs are not compared. "Not reached" counts the
runs that ended before their write. The order of writes varies between runs, so a schedule may disturb a different write the next time. The
runs do not call the managers' webhooks and do not test stale caches.

- kubeadm: data for the first control plane Machine, then for a worker that joins, with its bootstrap token; then all objects are deleted.
- core: a MachineDeployment with one Machine, then two, up to Running; then it is deleted. Infrastructure and kubelets are simulated.
`;

/** From the sources of v1.14.2, and from the writes of the runs. */
const whatWasOtherwise = `Causes of the different results. \`Secret/<varying>\` is a bootstrap token in the workload cluster. If the manager crashes after it creates a token and before it records it, the token stays for its 15 minutes, and the manager creates another.

\`observedGeneration\` of a KubeadmConfig stays one behind because the Go manager writes an endpoint or a token into the spec and, in the same reconcile, records the generation that it read before. The next reconcile writes the conditions, each with the new generation, and then \`observedGeneration\`, unless the reconcile has an error (\`Reconcile\` of \`bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go\`). For a worker, it has an error after each start until the workload cluster is connected. If the manager sends only the first of these two writes, later reconciles have nothing to change, and \`Helper.Patch\` (\`util/patch/patch.go\`) returns before it checks \`observedGeneration\`. The provider does not read this field.

The endpoint or the old condition is missing for a similar reason. The manager writes conditions, spec and status separately, and sends each write even if an earlier one was rejected. Once the status reports the data, it does not repeat the others.
`;

/** The page before formatting. */
export function processesPage(): string {
  const { runs, cores } = JSON.parse(readFileSync(recordFile, "utf8")) as ProcessRecord;
  return [introduction, coresPart(cores), disturbed, runsTable(runs), "", ...divergenceLines(runs)].join("\n");
}

function coresPart(cores: ProcessRecord["cores"]): string {
  const names = Object.keys(cores);
  const cases = cores[names[0] ?? ""] ?? [];
  const lines = cases.map(({ expected, sources }) => {
    const verdicts = names.map(
      (name) => cores[name]?.find((each) => each.expected === expected)?.verdict ?? "not tested",
    );
    return row([expected, sources.join(", "), ...verdicts]);
  });
  return [
    "## Behavior that providers rely on",
    "",
    "`S…` are rows of [the proposal](specification.md), other ids are [rules of the contract](rules.md) that involve the core, and `phases` is the description of phases that the tests of this repository use. The Go core breaks one row: its Machine controller watches Clusters only for an initialized control plane, so it notices the end of a pause at the next event of a Machine.",
    "",
    row(["the core …", "by", ...names]),
    row(["", "", ...names].map(() => "---")),
    ...lines,
    "",
  ].join("\n");
}

function runsTable(runs: ProcessRecord["runs"]): string {
  const lines = Object.entries(runs).flatMap(([scenario, ways]) =>
    sortedByName(ways).map(([way, { writes, runs: count, notReached, divergences }]) =>
      row([scenario, way, writes, count, notReached, divergences.length]),
    ),
  );
  const head = ["scenario", "way", "writes undisturbed", "runs", "not reached", "different result"];
  return [row(head), row(head.map(() => "---")), ...lines].join("\n");
}

function sortedByName(ways: Record<string, RecordedRun>): [string, RecordedRun][] {
  return Object.entries(ways).toSorted(([a], [b]) => a.localeCompare(b));
}

function divergenceLines(runs: ProcessRecord["runs"]): string[] {
  if (Object.keys(runs).length === 0) return ["There are no recorded runs.", ""];
  const found = Object.entries(runs).flatMap(([scenario, ways]) =>
    sortedByName(ways).flatMap(([, { divergences }]) => divergences.map((each) => ({ scenario, ...each }))),
  );
  if (found.length === 0) return ["Every run ended with the same result.", ""];
  return [
    whatWasOtherwise,
    "",
    ...found.map(({ scenario, schedule, problems }) => `- ${scenario}, ${schedule}: \`${problems.join("; ")}\``),
    "",
  ];
}

function row(cells: readonly (number | string)[]): string {
  return `| ${cells.join(" | ")} |`;
}
