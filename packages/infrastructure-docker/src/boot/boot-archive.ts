import { type BootPlan, type BootStep, fileCommand } from "@capstan/bootstrap-data";
import type { ContainerFile } from "../engine/engine.ts";
import { describeStep } from "./describe-step.ts";
import { reportScript, runnerScript } from "./runner-script.ts";

/** The folder of a boot in a container: on its disk, because the result must outlive its next start. */
export const bootFolder = "/var/lib/capstan/boot";
/** The folder of what is true until the container stops. */
export const liveFolder = "/run/capstan-boot";

/** The folder of a container with a file for each image that was imported into it. */
export const loadedImagesFolder = "/var/lib/capstan/images";

/** The bootstrap data of a machine as it was given, until its boot has ended. */
export const userDataPath = `${bootFolder}/user-data`;

/** The files that carry out a plan: written in this order, so that `complete` exists only if all do. Pure. */
export function bootArchive({ steps }: BootPlan): readonly ContainerFile[] {
  const named = steps.map((step, index) => ({ step, name: String(index).padStart(4, "0") }));
  const plan = named.map(({ step, name }) => `${name} ${step.frequency} ${step.onFailure} ${step.module}\n`).join("");
  return [
    file("run.sh", runnerScript),
    file("report.sh", reportScript),
    file("plan", plan),
    ...named.flatMap(({ step, name }) => filesOf(step, `steps/${name}`)),
    file("complete", ""),
  ];
}

function filesOf(step: BootStep, name: string): readonly ContainerFile[] {
  const { argv, stdin } = step.kind === "file" ? fileCommand(step.file) : step;
  return [
    file(`${name}.what`, `${describeStep(step)}\n`),
    file(`${name}.sh`, `exec ${argv.map(quoted).join(" ")}\n`),
    ...(stdin === undefined ? [] : [file(`${name}.stdin`, stdin)]),
  ];
}

function file(name: string, content: string | Uint8Array): ContainerFile {
  return { path: `${bootFolder}/${name}`, content };
}

/** A word of a shell script. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
