import { readFileSync } from "node:fs";
import { type ProcessRecord, type RecordedRun, recordFile } from "./record.ts";

const introduction = `# What managers in processes of their own come to

What the unmodified Go managers of Cluster API v1.14.2 keep and what not, as processes next to ours: what a core does that providers rely
on, and what is left when a manager is killed at a write, or a write is refused. \`npm run docs -- go-managers\` writes this page from what
\`npm run perturb -- processes --record\` and the same with \`--core\` have kept; both need \`CAPSTAN_CLUSTER_API_ASSETS\`
([reference builds](../test/README.md#reference-builds)). [Find out what a crash breaks](how-to/perturbation.md) says how to do the same with a
manager of your own. That the Go kubeadm bootstrap manager keeps every rule that conformance tries is shown by
\`npx vitest run test/interop/go-core/conformance.test.ts\`.
`;

const disturbed = `## Killed, or refused, at a write

Each run is one life of the scenario, in real time, on an embedded API server of its own, with one disturbance at one write. It must come to
the same objects as without, step by step; what differs between two undisturbed runs is not compared. "Not reached" are runs that ended
before their write. The order of writes is not the same in every run, so that one schedule may hit another write the next time. Webhooks of
the managers are not called, and caches that are stale are not tried here.

- kubeadm: data for a first control plane Machine, then for a worker that joins, with its bootstrap token, then all is deleted.
- core: a MachineDeployment with one Machine, then two, up to Running, then it is deleted; infrastructure and kubelets are played.
`;

/** Read in the sources of v1.14.2, and seen in the writes of runs that came to it. */
const whatWasOtherwise = `What was otherwise. \`Secret/<varying>\` is a bootstrap token in the workload cluster: one that was made and not noted stays until its 15 minutes are over, and another one is used.

\`observedGeneration\` of a KubeadmConfig stays one behind because the Go manager writes an endpoint or a token into the spec, and in the same reconcile notes the generation that it had read. The next reconcile writes the conditions, each with the new generation, and then \`observedGeneration\`, unless it had an error (\`Reconcile\` of \`bootstrap/kubeadm/reconcilers/kubeadmconfig/kubeadmconfig_controller.go\`); with a worker it has one after each start, until the workload cluster is connected. If only the first of these two writes is made, no later reconcile finds anything to change, and \`Helper.Patch\` (\`util/patch/patch.go\`) returns before it looks at \`observedGeneration\`. Nothing of the provider reads it.

The endpoint or the old condition is missing for a similar reason: conditions, spec and status are three writes, each of which is sent although one before it was refused, and once the status says that there is data, the others are not made again.
`;

/** The page, before it is formatted. */
export function processesPage(): string {
  const { runs, cores } = JSON.parse(readFileSync(recordFile, "utf8")) as ProcessRecord;
  return [introduction, coresPart(cores), disturbed, runsTable(runs), "", ...divergenceLines(runs)].join("\n");
}

function coresPart(cores: ProcessRecord["cores"]): string {
  const names = Object.keys(cores);
  const cases = cores[names[0] ?? ""] ?? [];
  const lines = cases.map(({ expected, sources }) => {
    const verdicts = names.map(
      (name) => cores[name]?.find((each) => each.expected === expected)?.verdict ?? "not tried",
    );
    return row([expected, sources.join(", "), ...verdicts]);
  });
  return [
    "## What providers rely on a core to do",
    "",
    "`S…` are rows of [what the proposal names](specification.md), other ids are [rules of the contract](rules.md) in which the core has a part; `phases` is the description of phases that the tests of this repository are held to. What the Go core does not do: its Machine controller watches Clusters only for that their control plane is initialized, so that a Machine learns of the end of a pause at its next event.",
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
  const head = ["scenario", "way", "writes undisturbed", "runs", "not reached", "came to another end"];
  return [row(head), row(head.map(() => "---")), ...lines].join("\n");
}

function sortedByName(ways: Record<string, RecordedRun>): [string, RecordedRun][] {
  return Object.entries(ways).toSorted(([a], [b]) => a.localeCompare(b));
}

function divergenceLines(runs: ProcessRecord["runs"]): string[] {
  if (Object.keys(runs).length === 0) return ["No run has been recorded.", ""];
  const found = Object.entries(runs).flatMap(([scenario, ways]) =>
    sortedByName(ways).flatMap(([, { divergences }]) => divergences.map((each) => ({ scenario, ...each }))),
  );
  if (found.length === 0) return ["Every run came to the same end.", ""];
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
