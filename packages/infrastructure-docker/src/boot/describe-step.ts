import type { BootStep } from "@capstan/bootstrap-data";
import { withoutSecrets } from "./without-secrets.ts";

/** The longest description of a step, in characters. */
const longest = 200;

/** A step on one line, for users, without its secrets: `runcmd[0]: kubeadm init --config /run/kubeadm/kubeadm.yaml`. Pure. */
export function describeStep(step: BootStep): string {
  return `${step.at}: ${subjectOf(step)}`.slice(0, longest);
}

function subjectOf(step: BootStep): string {
  if (step.kind === "file") return `write ${step.file.path}`;
  const { argv, sensitive } = step;
  if (sensitive) return argv[0];
  const words = isShell(argv) ? argv.slice(2) : argv;
  return withoutSecrets(words.join(" ").trim().replaceAll(/\s+/g, " "));
}

/** `sh -c` adds nothing for readers. */
function isShell([program, option]: readonly string[]): boolean {
  return /(^|\/)(ba)?sh$/.test(program ?? "") && option === "-c";
}
