import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiServer } from "@capstan/apiserver";
import { root } from "./code-block.ts";

/** The time limit for a program to start a watch, or to end. */
const limitMs = 60_000;

/**
 * Runs a program on an embedded API server until it ends by itself, or watches objects: then it gets a signal to stop.
 *
 * @returns its exit status, or the signal that ended it, and its output.
 */
export async function runProgram(file: string): Promise<{ readonly end: unknown; readonly output: string }> {
  await using server = await ApiServer.start();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-program-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const addresses = ["--health-addr=0", "--diagnostics-address=0"];
  const program = spawn(process.execPath, ["--conditions=source", file, "--install", ...addresses], {
    cwd: root,
    env: { ...process.env, KUBECONFIG: kubeconfig, XDG_STATE_HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  const output = Promise.all([text(program.stdout), text(program.stderr)]);
  const ended = once(program, "exit");
  try {
    while (program.exitCode === null && program.signalCode === null && !isWatching(server)) await sleep(50);
    program.kill("SIGTERM");
    const [code, signal] = (await ended) as [number | null, string | null];
    return { end: code ?? signal, output: (await output).join("") };
  } finally {
    program.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

function isWatching(server: ApiServer): boolean {
  return [...server.requests.entries()].some(({ verb, status }) => verb === "watch" && status === 200);
}
