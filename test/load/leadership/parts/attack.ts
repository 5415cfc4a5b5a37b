import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { ConfigMap, createClient, isAlreadyExists, isNotFound, Lease } from "@capstan/runtime";
import type { CandidateOptions, Durations } from "./candidate-options.ts";
import { Relay } from "./relay.ts";

/** One write that a server has received. */
interface SeenWrite {
  readonly agent: string;
  readonly resource: string;
  /** The time when the server completed it, or received it, in milliseconds since the epoch. */
  readonly atMs: number;
  readonly status: number;
}

/** A server and its observed requests. */
export interface Arena {
  readonly kubeconfig: string;
  readonly port: number;
  writes(): readonly SeenWrite[];
}

/** The disturbance of the leader. */
export type AttackName = "pause" | "partition" | "slow-acquire" | "none";

export interface AttackOptions {
  readonly attack: AttackName;
  readonly durations: Durations;
  /** The minimum duration of the attack; longer than the Lease. The attack continues until the second candidate leads. */
  readonly attackMs: number;
}

export interface AttackResult {
  readonly attack: AttackName;
  /** Writes of the first leader before the takeover: 0 means that there was no load. */
  readonly writesBefore: number;
  /** Writes of the first leader after the takeover. */
  readonly writesAfter: number;
  readonly writesOfSecond: number;
  readonly tookOver: boolean;
  /** The first leader's error at its end; empty: it did not end. */
  readonly firstEndedWith: string;
  /** Connections whose bytes never arrived, because their sender had reset them. */
  readonly resetLines: number;
}

const objects = 10;
const key = { name: "leadership", namespace: "default" };
const program = path.resolve(import.meta.dirname, "candidate.ts");

/** Runs two candidates, attacks the leader, and counts its writes after the takeover. */
export async function attackLeader(arena: Arena, options: AttackOptions): Promise<AttackResult> {
  const { attack, durations, attackMs } = options;
  await using closing = new AsyncDisposableStack();
  const directory = mkdtempSync(path.join(tmpdir(), "leadership-"));
  closing.defer(() => {
    rmSync(directory, { recursive: true });
  });
  const relay = closing.use(await Relay.start(arena.port));
  const observer = createClient({ kubeconfig: arena.kubeconfig, userAgent: "observer/1" });
  closing.defer(() => observer.close());
  await observer.delete(Lease, key).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  for (let index = 0; index < objects; index += 1) {
    const metadata = { name: `load-${index}`, namespace: "default" };
    await observer.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata }).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }
  const names = { first: `first-${attack}`, second: `second-${attack}` };
  const start = (identity: string, port: number, isLeaseSlow: boolean): Candidate => {
    const kubeconfigFile = path.join(directory, identity);
    writeFileSync(kubeconfigFile, arena.kubeconfig.replaceAll(`:${arena.port}`, `:${port}`), { mode: 0o600 });
    const candidate = new Candidate({ identity, kubeconfigFile, objects, durations, isLeaseSlow });
    closing.defer(() => candidate.kill());
    return candidate;
  };
  const holder = async (): Promise<string> =>
    (await observer.get(Lease, key).catch(() => undefined))?.spec?.holderIdentity ?? "";
  const writesOf = (agent: string): SeenWrite[] => arena.writes().filter((write) => write.agent === `${agent}/1`);

  const first = start(names.first, relay.port, attack === "slow-acquire");
  await until(async () => (await holder()) === names.first);
  if (attack !== "slow-acquire") await until(() => writesOf(names.first).length > 100);
  const second = start(names.second, arena.port, false);
  // Both must be running: the second must have observed the leadership of the first.
  await delay(durations.retryPeriodMs * 2);
  if (attack === "pause") first.signal("SIGSTOP");
  if (attack === "partition") relay.hold();
  await delay(attackMs);
  if (attack !== "none") await until(async () => (await holder()) === names.second);
  if (attack === "pause") first.signal("SIGCONT");
  if (attack === "partition") await relay.release();
  if (attack === "slow-acquire") first.signal("SIGUSR2");
  await delay(durations.renewDeadlineMs + durations.retryPeriodMs);

  const takeover = writesOf(names.second).find(({ resource, status }) => resource === "leases" && status < 300);
  const takeoverMs = takeover?.atMs ?? Infinity;
  const ofFirst = writesOf(names.first).filter(({ resource }) => resource !== "leases");
  const ended = { first: first.output.trim(), second: second.output.trim() };
  return {
    attack,
    writesBefore: ofFirst.filter(({ atMs }) => atMs <= takeoverMs).length,
    writesAfter: ofFirst.filter(({ atMs }) => atMs > takeoverMs).length,
    writesOfSecond: writesOf(names.second).filter(({ resource }) => resource !== "leases").length,
    tookOver: takeover !== undefined && ended.second === "",
    firstEndedWith: ended.first,
    resetLines: relay.dropped,
  };
}

class Candidate {
  readonly #process: ChildProcess;
  output = "";

  constructor(options: CandidateOptions) {
    this.#process = spawn(process.execPath, ["--conditions=source", program, JSON.stringify(options)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process.stdout?.on("data", (bytes: Buffer) => (this.output += bytes.toString()));
  }

  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGUSR2"): void {
    this.#process.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGKILL");
    await gone;
  }
}

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await fact())) await delay(20);
}
