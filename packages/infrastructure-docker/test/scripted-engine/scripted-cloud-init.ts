import type { ExecResult } from "@capstan/infrastructure-docker";

/** What the cloud-init of a scripted container has come to. */
export interface ScriptedCloudInit {
  /** Default: true. */
  readonly isInstalled?: boolean;
  /** How often the container was started with it. Default: 1. */
  readonly starts?: number;
  /** The stage that runs, and for how many seconds. Default: the boot has ended. */
  readonly stage?: { readonly name: string; readonly seconds: number };
  /** Default: written. */
  readonly sentinel?: "written" | "missing";
  /** The errors of result.json. */
  readonly errors?: readonly string[];
  /** Lines of cloud-init.log about scripts that failed. */
  readonly exits?: string;
  /** Lines of cloud-init-output.log before failures. */
  readonly log?: string;
}

const now = 1_795_946_400;

/** The answer of `cloud-init.sh report`. */
export function cloudInitReport(boot: ScriptedCloudInit): ExecResult {
  const { isInstalled = true, starts = 1, stage, sentinel = "written", errors = [], exits = "", log = "" } = boot;
  if (!isInstalled) return { exitCode: 3, output: "" };
  const hasEnded = starts > 0 && stage === undefined;
  const stages = stage === undefined ? {} : { stage: stage.name, [stage.name]: { start: now - stage.seconds } };
  const lines = [
    `starts=${starts}`,
    `now=${now}`,
    ...(hasEnded ? [`sentinel=${sentinel}`] : []),
    "== status",
    ...(starts === 0 ? [] : [JSON.stringify({ v1: stages }, undefined, 1)]),
  ];
  const result = ["== result", JSON.stringify({ v1: { errors } }, undefined, 1), "== exits", exits, "== output", log];
  return { exitCode: 0, output: [...lines, ...(hasEnded ? result : [])].join("\n") };
}
