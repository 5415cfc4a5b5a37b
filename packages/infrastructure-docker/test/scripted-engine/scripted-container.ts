import type { ContainerFile, ContainerSpec, EngineContainer, ExecResult } from "@capstan/infrastructure-docker";
import { cloudInitReport, type ScriptedCloudInit } from "./scripted-cloud-init.ts";

const boot = "/var/lib/capstan/boot";

/** How a boot ends in the scripted engine, once `run.sh` is started. */
export type ScriptedBoot = "runs" | "succeeds" | { readonly exitCode: number; readonly output: string };

/** A container without processes: it answers the commands that the provider runs. */
export class ScriptedContainer {
  readonly spec: ContainerSpec;
  readonly files = new Map<string, string>();
  readonly signals: string[] = [];
  /** Ports of the loopback address that are forwarded, and to where. */
  readonly forwards: string[] = [];
  /** How often the steps of the plan were begun: more than once would be a second `kubeadm init`. */
  boots = 0;
  providerID = "";
  system = "running";
  cloudInit: ScriptedCloudInit = {};
  /** Whether its containerd imports images. */
  hasContainerd = true;
  boot: ScriptedBoot = "succeeds";
  state: EngineContainer["state"] = "created";
  exitCode = 0;
  isOutOfMemory = false;
  /** Whether its kubelet has a kubeconfig, and its Node exists. */
  node: "missing" | "noKubeconfig" | "registered" = "registered";
  #starts = 0;
  #isClaimed = false;
  readonly #name: string;
  readonly #address: string;

  constructor(name: string, spec: ContainerSpec, address: string) {
    this.#name = name;
    this.spec = spec;
    this.#address = address;
  }

  start(): void {
    if (this.state === "running") return;
    this.#starts += 1;
    this.#isClaimed = false;
    this.state = "running";
  }

  /** Ends as when the engine restarts, or a process kills it. */
  stop({ exitCode = 137, isOutOfMemory = false } = {}): void {
    this.state = "stopped";
    this.exitCode = exitCode;
    this.isOutOfMemory = isOutOfMemory;
  }

  write(files: readonly ContainerFile[]): void {
    for (const { path, content } of files) {
      this.files.set(path, typeof content === "string" ? content : Buffer.from(content).toString("utf8"));
    }
  }

  run(argv: readonly string[]): ExecResult {
    if (argv[0] === "systemctl") return { exitCode: this.system === "running" ? 0 : 1, output: `${this.system}\n` };
    if (argv[0] === "ls") return this.#list(`${argv[1]}/`);
    if (argv[1] === `${boot}/report.sh`) return this.#report();
    if (argv[1] === `${boot}/cloud-init.sh` && this.files.has(argv[1])) return cloudInitReport(this.cloudInit);
    if (argv[0] === "cloud-init") return { exitCode: 0, output: "status: disabled\ndetail:\ndisabled by a file" };
    if (argv[0] === "ctr") return { exitCode: this.hasContainerd ? 0 : 1, output: "" };
    if (argv[1] === `${boot}/run.sh`) return this.#runBoot();
    if (argv[3] === "forward") {
      this.forwards.push(`${argv[4]} to ${argv[5]}`);
      return { exitCode: 0, output: "" };
    }
    if (argv[3] === "register-node") return this.#register(argv[4] ?? "");
    return { exitCode: 127, output: `${argv.join(" ")}: not found` };
  }

  get view(): EngineContainer {
    const isRunning = this.state === "running";
    const ports = this.spec.ports.map(({ containerPort, hostPort = 30_000, protocol = "TCP" }) => [
      `${containerPort}/${protocol.toLowerCase()}`,
      hostPort,
    ]);
    return {
      name: this.#name,
      hostname: this.spec.hostname,
      labels: this.spec.labels,
      state: this.state,
      startedAt: this.#starts === 0 ? "" : `start ${this.#starts}`,
      exitCode: isRunning ? 0 : this.exitCode,
      isOutOfMemory: this.isOutOfMemory,
      addresses: { [this.spec.network]: isRunning ? [this.#address] : [] },
      hostPorts: isRunning ? (Object.fromEntries(ports) as Record<string, number>) : {},
    };
  }

  #list(folder: string): ExecResult {
    const names = [...this.files.keys()].filter((path) => path.startsWith(folder));
    return { exitCode: 0, output: names.map((path) => path.slice(folder.length)).join("\n") };
  }

  /** As the report script of the provider prints it. */
  #report(): ExecResult {
    if (!this.files.has(`${boot}/complete`)) return { exitCode: 2, output: "sh: cannot open report.sh" };
    const lines = [
      `runs=${this.#isClaimed && this.boot === "runs" ? "yes" : "no"}`,
      `claimed=${this.#isClaimed ? "yes" : "no"}`,
    ];
    if (this.boots > 0 && this.boot === "runs") lines.push("begun=0001", "seconds=5", "what=runcmd: sleep");
    else if (this.boots > 0) lines.push("sentinel=written");
    if (this.boots > 0 && typeof this.boot === "object") {
      lines.push(
        "failed=0001",
        `code=${this.boot.exitCode}`,
        "what=runcmd[0]: kubeadm init",
        "output",
        this.boot.output,
      );
    }
    return { exitCode: 0, output: `${lines.join("\n")}\n` };
  }

  #runBoot(): ExecResult {
    if (this.#isClaimed) return { exitCode: 0, output: "" };
    this.#isClaimed = true;
    if (this.boots === 0) this.boots = 1;
    return { exitCode: 0, output: "" };
  }

  #register(providerID: string): ExecResult {
    if (this.node === "noKubeconfig") return { exitCode: 3, output: "" };
    if (this.node === "missing") return { exitCode: 4, output: "" };
    if (this.providerID !== "" && this.providerID !== providerID) return { exitCode: 5, output: this.providerID };
    this.providerID = providerID;
    return { exitCode: 0, output: `${this.spec.hostname}\n` };
  }
}
