import type { BootFile, BootPlan, BootStep } from "@capstan/bootstrap-data";
import type { ContainerFile } from "../engine/engine.ts";
import { describeStep } from "./describe-step.ts";
import { reportScript, runnerScript } from "./runner-script.ts";

/** The folder of a boot in a container: on its disk, because the result must outlive its next start. */
export const bootFolder = "/var/lib/capstan/boot";
/** The folder of what is true until the container stops. */
export const liveFolder = "/run/capstan-boot";

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
  const what = file(`${name}.what`, `${describeStep(step)}\n`);
  if (step.kind === "file") {
    const content = `${bootFolder}/${name}.file`;
    return [what, file(`${name}.sh`, writeFileScript(step.file, content)), file(`${name}.file`, step.file.content)];
  }
  const { argv, stdin } = step;
  const script = `exec ${argv.map(quoted).join(" ")}\n`;
  return [what, file(`${name}.sh`, script), ...(stdin === undefined ? [] : [file(`${name}.stdin`, stdin)])];
}

/** A script that writes one file. */
function writeFileScript({ path, mode, user, group, append }: BootFile, content: string): string {
  const target = quoted(path);
  const owner = [user, group].every((name) => name === undefined)
    ? undefined
    : `${user ?? ""}${group === undefined ? "" : `:${group}`}`;
  return [
    "set -e",
    `mkdir -p -- ${quoted(path.slice(0, path.lastIndexOf("/")) || "/")}`,
    append ? `cat ${content} >>${target}` : `(umask 077 && cat ${content} >${target})`,
    ...(owner === undefined ? [] : [`chown -- ${quoted(owner)} ${target}`]),
    `chmod -- ${mode.toString(8).padStart(4, "0")} ${target}`,
    "",
  ].join("\n");
}

function file(name: string, content: string | Uint8Array): ContainerFile {
  return { path: `${bootFolder}/${name}`, content };
}

/** A word of a shell script. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
