import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The directory of the reference binaries; without it, tests against them are skipped. */
export const assets = process.env.KUBEBUILDER_ASSETS;

/** A directory for one test. */
export async function scratchFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "capstan-kubeadm-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Runs the reference kubeadm; rejects with its output if it exits with an error. */
export async function kubeadm(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(join(assets ?? "", "kubeadm"), args);
  return `${stdout}\n${stderr}`;
}

/** Validates a configuration file with the reference kubeadm. */
export async function validateWithKubeadm(config: string): Promise<void> {
  await using folder = await scratchFolder();
  const path = join(folder.path, "kubeadm.yaml");
  await writeFile(path, config);
  await kubeadm("config", "validate", "--config", path);
}
