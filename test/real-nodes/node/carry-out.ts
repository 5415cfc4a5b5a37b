import { type BootPlan, type BootStep, fileCommand } from "@capstan/bootstrap-data";
import type { NodeContainer } from "./node-container.ts";

/**
 * Carries out a plan in a container, by one shell that runs its steps.
 *
 * @returns the output of all steps.
 */
export async function carryOut(plan: BootPlan, container: NodeContainer): Promise<string> {
  const { output } = await container.exec(["/bin/bash", "-s"], bootScript(plan));
  return output;
}

function bootScript({ steps }: BootPlan): string {
  return ["exec 2>&1", "declare -A failed", "cd /", ...steps.map(stepLines), "exit 0", ""].join("\n");
}

function stepLines(step: BootStep): string {
  const { argv, stdin = new Uint8Array() } = step.kind === "file" ? fileCommand(step.file) : step;
  const module = quoted(step.module);
  const input = Buffer.from(stdin).toString("base64");
  const onFailure = {
    continue: ":",
    skipModule: `failed[${module}]=1`,
    stop: "exit 1",
  }[step.onFailure];
  return [
    `if [ -z "\${failed[${module}]:-}" ]; then`,
    `  base64 -d <<'END' | ${argv.map(quoted).join(" ")}`,
    input,
    "END",
    `  status=\${PIPESTATUS[1]}`,
    `  if [ "$status" != 0 ]; then echo "boot: ${step.module} failed with $status"; ${onFailure}; fi`,
    "fi",
  ].join("\n");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
