import { type BootPlan, type BootStep, planBoot } from "@capstan/bootstrap-data";

export const instance = { instanceID: "i-1", localHostname: "worker-0" };

export function planned(data: string): BootPlan {
  return planBoot(data, { instance });
}

/** The plan of a cloud-config with this content; JSON is YAML. */
export function cloudConfig(document: object): BootPlan {
  return planned(`#cloud-config\n${JSON.stringify(document)}`);
}

/** The plan of an Ignition configuration with these sections. */
export function ignition(sections: object, version = "2.3.0"): BootPlan {
  return planned(JSON.stringify({ ignition: { version }, ...sections }));
}

/** A step in one line: the file that it writes, or its program and arguments without the text of scripts. */
function lineOf(step: BootStep): string {
  if (step.kind === "file") {
    const { path, mode, user = "", group = "", append, content } = step.file;
    return `${path} ${mode.toString(8)} ${user}:${group} ${append ? ">>" : ">"} ${Buffer.from(content).toString()}`;
  }
  const { argv } = step;
  const [program, flag, , ...args] = argv;
  return (program === "/bin/sh" && flag === "-c" ? args : argv).join(" ");
}

export function linesOf({ steps }: BootPlan): string[] {
  return steps.map(lineOf);
}
