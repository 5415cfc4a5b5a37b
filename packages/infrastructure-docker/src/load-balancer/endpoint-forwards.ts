import type { ControlPlaneEndpoint } from "@capstan/provider";
import type { Engine, EngineContainer } from "../engine/engine.ts";
import { loadBalancerName } from "../engine/labels.ts";
import type { BalancedCluster } from "./load-balancer.ts";
import { apiServerPort } from "./haproxy-config.ts";

/**
 * Ends an earlier forward of the port, and becomes the forward: programs that are in every image with systemd. `/run` is in memory, so that
 * the file names no process of an earlier start of the container.
 */
const script = `file=/run/capstan-forward-$1.pid
if [ -e "$file" ] && pkill --pidfile "$file" -f systemd-socket-; then
  for _ in 1 2 3 4 5; do pkill -0 --pidfile "$file" -f systemd-socket- || break; sleep 1; done
fi
echo $$ >"$file"
exec systemd-socket-activate --listen="127.0.0.1:$1" /lib/systemd/systemd-socket-proxyd "$2"`;

/**
 * Lets machines reach an endpoint that is a port of their host's loopback address: a program of systemd in the container forwards
 * the same port of its own loopback address to the load balancer.
 */
export class EndpointForwards {
  readonly #engine: Engine;
  /** The forwards that this process has started, by container: its start, and the target. */
  readonly #started = new Map<string, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Ensures the forward of a running container, if its cluster needs one. Safe to repeat. */
  async ensure(
    container: EngineContainer,
    { cluster, network }: BalancedCluster,
    { host, port }: Partial<ControlPlaneEndpoint>,
    signal: AbortSignal,
  ): Promise<void> {
    if (host !== "127.0.0.1" || port === undefined) return;
    const balancer = await this.#engine.findContainer(loadBalancerName(cluster), signal);
    const address = balancer?.addresses[network]?.[0];
    if (address === undefined) return;
    const target = `${address}:${apiServerPort}`;
    if (this.#started.get(container.name) === `${container.startedAt} ${target}`) return;
    const argv = ["sh", "-c", script, "forward", String(port), target];
    await this.#engine.execDetached(container.name, argv, signal);
    this.#started.set(container.name, `${container.startedAt} ${target}`);
  }

  /** Forgets a container that is removed. */
  forget(container: string): void {
    this.#started.delete(container);
  }
}
