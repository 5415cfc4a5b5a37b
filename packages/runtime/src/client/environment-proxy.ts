import { hostPort } from "@capstan/kube";
import { BlockList, isIP } from "node:net";

/** The variables that select a proxy; lower-case names take precedence. */
type Environment = Readonly<Record<string, string | undefined>>;

function variable(environment: Environment, name: string): string {
  return environment[name.toLowerCase()] ?? environment[name] ?? "";
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Whether an entry of NO_PROXY matches a host: `*`, an IP address, a CIDR range, or a domain and its subdomains. */
function excludes(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (isIP(host) !== 0) {
    const [address = "", prefix] = entry.split("/");
    if (isIP(address) === 0) return entry === hostPort({ host, port: Number(port) });
    const list = new BlockList();
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
    return list.check(host, familyOf(host));
  }
  const [domain = "", entryPort] = entry.split(":");
  if (entryPort !== undefined && entryPort !== port) return false;
  const name = domain.replace(/^\*?\./, "");
  return (host === name && !/^\*?\./.test(domain)) || host.endsWith(`.${name}`);
}

/** The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY select for a server, as in Go programs: never for a loopback address. */
export function environmentProxy(server: URL, environment: Environment): string | undefined {
  const proxy = variable(environment, server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY").trim();
  if (proxy === "") return undefined;
  const host = server.hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const port = server.port === "" ? (server.protocol === "https:" ? "443" : "80") : server.port;
  const entries = variable(environment, "NO_PROXY")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");
  if (isLoopback(host) || entries.some((entry) => excludes(entry, host, port))) return undefined;
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}
