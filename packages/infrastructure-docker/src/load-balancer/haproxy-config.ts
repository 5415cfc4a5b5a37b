import { hostPort } from "@capstan/kube";

/** The port of an API server, and of the load balancer in front of them. */
export const apiServerPort = 6_443;

/** Where images with haproxy read their configuration, and where it is written in others. */
export const haproxyConfigPath = "/usr/local/etc/haproxy/haproxy.cfg";

/**
 * The command of a load balancer, whatever the entrypoint of its image: a master process, which starts a worker for each configuration
 * and lets the earlier workers end with their connections.
 */
export const haproxyCommand: readonly string[] = ["haproxy", "-W", "-db", "-f", haproxyConfigPath];

/** The signal that makes haproxy read its configuration again. */
export const reloadSignal = "SIGUSR2";

/** An API server behind the load balancer. */
export interface Backend {
  /** Name of its container. */
  readonly name: string;
  readonly address: string;
}

/** The configuration of haproxy for a control plane. Pure: the same for the same backends, in any order. */
export function haproxyConfig(backends: readonly Backend[]): string {
  const servers = backends.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(serverLine);
  return `${[...head, ...servers].join("\n")}\n`;
}

function serverLine({ name, address }: Backend): string {
  return `  server ${name} ${hostPort({ host: address, port: apiServerPort })}`;
}

const head = [
  "# Written by @capstan/infrastructure-docker.",
  "global",
  "  log stdout format raw local0 notice",
  // Each takes two file descriptors, of which some engines allow 20,000.
  "  maxconn 4000",
  // A new worker takes over the listening sockets, so that no connection is refused meanwhile.
  "  stats socket abns@capstan-load-balancer expose-fd listeners level admin",
  "defaults",
  "  log global",
  "  mode tcp",
  "  option dontlognull",
  "  option clitcpka",
  "  option srvtcpka",
  "  timeout connect 5s",
  "  timeout check 5s",
  // Watches may be silent for long.
  "  timeout client 1h",
  "  timeout server 1h",
  "frontend control-plane",
  `  bind *:${apiServerPort}`,
  "  default_backend kube-apiservers",
  "backend kube-apiservers",
  "  option httpchk GET /readyz",
  // Without anonymous requests the API server answers 401.
  "  http-check expect rstatus ^(200|401|403)$",
  "  default-server check check-ssl verify none inter 1s fall 3 rise 1",
];
