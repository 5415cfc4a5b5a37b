import { accessSync, constants } from "node:fs";
import path from "node:path";
import { ProgramError } from "./program-error.ts";

/** The folder with the programs; checks that all exist. */
export function findAssets(options: {
  readonly assets?: string | undefined;
  readonly controllerManager?: boolean;
}): string {
  const assets = options.assets ?? process.env.KUBEBUILDER_ASSETS;
  if (assets === undefined || assets === "") {
    throw new ProgramError("Set KUBEBUILDER_ASSETS, or pass `assets`: the folder with etcd and kube-apiserver.");
  }
  const programs = [
    "etcd",
    "kube-apiserver",
    ...(options.controllerManager === true ? ["kube-controller-manager"] : []),
  ];
  for (const program of programs) accessProgram(assets, program);
  return assets;
}

/** @throws ProgramError - the program is missing or not executable. */
export function accessProgram(assets: string, program: string): void {
  try {
    accessSync(path.join(assets, program), constants.X_OK);
  } catch (error) {
    throw new ProgramError(`${path.join(assets, program)} is not an executable program.`, { cause: error });
  }
}
