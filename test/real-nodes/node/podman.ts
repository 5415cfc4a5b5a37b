import { spawn } from "node:child_process";
import path from "node:path";
import { readFileSync } from "node:fs";

/** The folder of the reference build of a node image; undefined: no real Nodes here. */
export const assets = process.env.CAPSTAN_NODE_IMAGE_ASSETS;

/** The Kubernetes version of the node image: `v1.36.3`. */
export function imageVersion(folder: string): string {
  return readFileSync(path.join(folder, "version"), "utf8").trim();
}

/** The result of a program. */
export interface Ended {
  readonly status: number;
  /** What it wrote to stdout and stderr, in the order of its arrival. */
  readonly output: string;
}

/** Runs podman until it exits. */
export async function podman(args: readonly string[], stdin = ""): Promise<Ended> {
  const runtime = path.join(assets ?? "", "oci-runtime");
  return await new Promise((resolve, reject) => {
    const child = spawn("podman", ["--runtime", runtime, ...args]);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status: status ?? -1, output: Buffer.concat(chunks).toString("utf8") });
    });
    // A program that ends early does not read its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin);
  });
}

/**
 * Runs podman until it exits.
 *
 * @throws Error it fails.
 */
export async function mustPodman(args: readonly string[], stdin = ""): Promise<string> {
  const { status, output } = await podman(args, stdin);
  if (status !== 0) throw new Error(`podman ${args.slice(0, 3).join(" ")} ended with ${status}: ${output}`);
  return output;
}
