import { type Ended, imageVersion, mustPodman, podman } from "./podman.ts";

/** The containers' network, whose first address is the host's. */
const network = "capstan-corpus";
const addressOf = (index: number): string => `10.89.177.${index}`;

/** Creates the network of the containers, unless it exists. */
export async function createNetwork(): Promise<void> {
  const { status } = await podman(["network", "exists", network]);
  if (status !== 0) await mustPodman(["network", "create", "--subnet", addressOf(0).concat("/24"), network]);
}

/** Removes the network. */
export async function removeNetwork(): Promise<void> {
  await podman(["network", "rm", "--force", network]);
}

// The bus is there a moment after systemd; then systemd says itself when it is up.
const systemIsUp = `
until systemctl is-system-running --wait 2>/dev/null | grep -qE 'running|degraded'; do sleep 0.3; done
`;

/** A container of the node image, in which systemd runs. */
export class NodeContainer implements AsyncDisposable {
  readonly name: string;
  readonly address: string;

  private constructor(name: string, address: string) {
    this.name = name;
    this.address = address;
  }

  /**
   * @param index - the last part of the address, 2 to 254; unique among the containers.
   * @param role - a worker joins without the images of a control plane, whose import takes seconds.
   */
  static async start(
    folder: string,
    hostname: string,
    index: number,
    role: "control-plane" | "worker",
  ): Promise<NodeContainer> {
    const container = new NodeContainer(`capstan-corpus-${index}`, addressOf(index));
    const { name, address } = container;
    await mustPodman(["rm", "--force", "--ignore", "--volumes", "--time", "0", name]);
    await mustPodman([
      ...["run", "--detach", "--privileged", "--cgroupns", "private", "--name", name, "--hostname", hostname],
      ...["--network", network, "--ip", address, "--tmpfs", "/run", "--tmpfs", "/tmp"],
      ...(role === "worker" ? ["--tmpfs", "/images:notmpcopyup"] : []),
      ...["--volume", "/var/lib/containerd", "--volume", "/var/lib/etcd"],
      `localhost/capstan-node:${imageVersion(folder)}`,
    ]);
    await container.must(["/bin/sh", "-c", systemIsUp]);
    return container;
  }

  /** Runs a program in the container until it exits. */
  async exec(argv: readonly string[], stdin = ""): Promise<Ended> {
    return await podman(["exec", "--interactive", this.name, ...argv], stdin);
  }

  /**
   * Runs a program in the container until it exits.
   *
   * @throws Error it fails.
   */
  async must(argv: readonly string[], stdin = ""): Promise<string> {
    const { status, output } = await this.exec(argv, stdin);
    if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status} in ${this.name}: ${output}`);
    return output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await podman(["rm", "--force", "--volumes", "--time", "0", this.name]);
  }
}
