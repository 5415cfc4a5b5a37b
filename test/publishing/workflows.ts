import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseManifests } from "@capstan/kube";

type Permissions = Readonly<Record<string, string>>;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Permissions;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

/** A workflow of GitHub Actions. */
export interface Workflow {
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The workflows of a project, by the names of their files. */
export function workflowsOf(project: string): ReadonlyMap<string, Workflow> {
  const files = globSync(".github/workflows/*.yml", { cwd: project });
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(project, file), "utf8");
      return [path.basename(file), parseManifests(file, text)[0] as Workflow];
    }),
  );
}

/** Problems that would let an outsider into a workflow, or let it run forever. */
export function workflowProblems({ jobs }: Workflow): string[] {
  return Object.entries(jobs).flatMap(([name, job]) => [
    ...(job["timeout-minutes"] === undefined ? [`${name} has no timeout-minutes`] : []),
    ...job.steps.flatMap(({ uses = "", with: options }) => [
      ...(uses === "" || /^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(uses) ? [] : [`${uses} is not a commit`]),
      ...(uses.startsWith("actions/checkout@") && options?.["persist-credentials"] !== false
        ? [`${name} keeps the credentials of its checkout`]
        : []),
    ]),
  ]);
}
