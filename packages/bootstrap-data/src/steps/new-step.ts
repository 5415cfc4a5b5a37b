import type { BootFile, CommandStep, FileStep, OnFailure } from "./boot-step.ts";

/** What the steps of a module share. */
export interface StepOrigin {
  readonly module: string;
  readonly at: string;
  /** Default: `skipModule`. */
  readonly onFailure?: OnFailure;
  /** Default: `once`. */
  readonly frequency?: "once" | "everyBoot";
}

/** A step that runs a program. */
export function command(
  origin: StepOrigin,
  argv: readonly [string, ...string[]],
  input: { readonly stdin?: string; readonly sensitive?: boolean } = {},
): CommandStep {
  const { stdin, sensitive = false } = input;
  return {
    kind: "command",
    ...complete(origin),
    argv,
    ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin) }),
    sensitive,
  };
}

/** A step that runs a script of this package, with `argument0` as `$0` and the rest as `$1` and so on. */
export function script(
  origin: StepOrigin,
  lines: readonly string[],
  args: readonly string[],
  input: { readonly stdin?: string; readonly sensitive?: boolean } = {},
): CommandStep {
  return command(origin, ["/bin/sh", "-c", lines.join("\n"), ...args], input);
}

/** A step that writes a file; owned by root unless `file` has an owner. */
export function file(
  origin: StepOrigin,
  file: Pick<BootFile, "path" | "mode"> & Partial<BootFile> & { readonly text?: string },
): FileStep {
  const { text = "", ...rest } = file;
  return {
    kind: "file",
    ...complete(origin),
    file: { content: Buffer.from(text), append: false, ...rest },
  };
}

function complete({ module, at, onFailure = "skipModule", frequency = "once" }: StepOrigin): Required<StepOrigin> {
  return { module, at, onFailure, frequency };
}
