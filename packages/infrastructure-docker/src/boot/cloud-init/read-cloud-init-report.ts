import { fieldsAt, listAt, textAt } from "@capstan/kube";
import type { ExecResult } from "../../engine/engine.ts";
import type { BootReport } from "../boot-report.ts";
import { splitOnce } from "../split-once.ts";
import { cloudInitFailures } from "./cloud-init-failures.ts";
import { noCloudInitCode, sections } from "./cloud-init-script.ts";

/** Reads the output of the script's `report`. Pure. */
export function readCloudInitReport({ exitCode, output }: ExecResult): BootReport {
  if (exitCode === noCloudInitCode) return { state: "noCloudInit" };
  // The shell ends with 2 or 127 if there is no script.
  if ([2, 127].includes(exitCode)) return { state: "absent" };
  const { fields, status, result, exits, log } = partsOf(output);
  const starts = Number(fields.get("starts") ?? 0);
  const sentinel = fields.get("sentinel");
  if (sentinel === undefined) {
    return starts === 0 ? { state: "ready" } : runningIn(jsonOf(status), Number(fields.get("now")));
  }
  const hasSentinel = sentinel === "written";
  const { failure, others } = cloudInitFailures(listAt(jsonOf(result), "v1", "errors").map(String), { exits, log });
  // cloud-init does not repeat a module that the container's end has interrupted.
  if (!hasSentinel && failure === undefined && starts > 1) return { state: "interrupted", what: "cloud-init" };
  return {
    state: "ended",
    hasSentinel,
    runsAgain: false,
    failedModules: others,
    ...(failure === undefined ? {} : { failure }),
  };
}

function partsOf(output: string) {
  const [head, afterHead] = splitOnce(output, `${sections.status}\n`);
  const [status, afterStatus] = splitOnce(afterHead, `${sections.result}\n`);
  const [result, afterResult] = splitOnce(afterStatus, `${sections.exits}\n`);
  const [exits, log] = splitOnce(afterResult, `${sections.output}\n`);
  return { fields: new Map(head.split("\n").map((line) => splitOnce(line, "="))), status, result, exits, log };
}

function runningIn(status: unknown, now: number): BootReport {
  const stage = textAt(status, "v1", "stage");
  if (stage === undefined) return { state: "running", what: "cloud-init", seconds: 0 };
  const { start } = fieldsAt(status, "v1", stage);
  return { state: "running", what: `the stage ${stage} of cloud-init`, seconds: now - Number(start ?? now) };
}

/** Undefined for a file that is missing, or is being written. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
