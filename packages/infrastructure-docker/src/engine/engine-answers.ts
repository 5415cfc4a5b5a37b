import type { EngineContainer, EngineInfo, EngineNetwork } from "./engine.ts";

type Json = Readonly<Record<string, unknown>>;

export function isPlainObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of an answer; undefined if a part is missing. */
function at(answer: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isPlainObject(value) ? value[name] : undefined), answer);
}

/** The string at a path of an answer; empty if it is missing. */
export function stringAt(answer: unknown, ...path: readonly string[]): string {
  const value = at(answer, ...path);
  return typeof value === "string" ? value : "";
}

/** The number at a path of an answer; 0 if it is missing. */
export function numberAt(answer: unknown, ...path: readonly string[]): number {
  const value = at(answer, ...path);
  return typeof value === "number" ? value : 0;
}

/** The boolean at a path of an answer; undefined if it is missing. */
export function booleanAt(answer: unknown, ...path: readonly string[]): boolean | undefined {
  const value = at(answer, ...path);
  return typeof value === "boolean" ? value : undefined;
}

function objectAt(answer: unknown, ...path: readonly string[]): Json {
  const value = at(answer, ...path);
  return isPlainObject(value) ? value : {};
}

function stringsAt(answer: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(answer, ...path));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** A container as `GET /containers/{id}/json` returns it. */
export function containerOf(answer: unknown): EngineContainer {
  const isRunning = at(answer, "State", "Running") === true || at(answer, "State", "Paused") === true;
  const startedAt = stringAt(answer, "State", "StartedAt");
  const wasStarted = startedAt !== "" && !startedAt.startsWith("0001-");
  const networks = Object.entries(objectAt(answer, "NetworkSettings", "Networks"));
  return {
    name: stringAt(answer, "Name").replace(/^\//, ""),
    hostname: stringAt(answer, "Config", "Hostname"),
    labels: stringsAt(answer, "Config", "Labels"),
    state: isRunning ? "running" : wasStarted ? "stopped" : "created",
    startedAt: wasStarted ? startedAt : "",
    exitCode: numberAt(answer, "State", "ExitCode"),
    isOutOfMemory: at(answer, "State", "OOMKilled") === true,
    addresses: Object.fromEntries(networks.map(([name, network]) => [name, addressesOf(network)])),
    hostPorts: hostPortsOf(objectAt(answer, "NetworkSettings", "Ports")),
  };
}

function addressesOf(network: unknown): readonly string[] {
  return [stringAt(network, "IPAddress"), stringAt(network, "GlobalIPv6Address")].filter((address) => address !== "");
}

function hostPortsOf(ports: Json): Readonly<Record<string, number>> {
  const known = Object.entries(ports).flatMap(([port, bindings]) => {
    const host = Array.isArray(bindings) ? Number(stringAt(bindings[0], "HostPort")) : 0;
    return host > 0 ? [[port, host] as const] : [];
  });
  return Object.fromEntries(known);
}

/** The names of containers as `GET /containers/json` lists them. */
export function namesOf(answer: unknown): readonly string[] {
  const containers: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return containers.flatMap((container) => {
    const names = at(container, "Names");
    const [name] = Array.isArray(names) ? (names as unknown[]) : [];
    return typeof name === "string" ? [name.replace(/^\//, "")] : [];
  });
}

/** A network as `GET /networks/{id}` returns it. */
export function networkOf(answer: unknown): EngineNetwork {
  return { name: stringAt(answer, "Name"), labels: stringsAt(answer, "Labels") };
}

/** The properties of the engine as `GET /info` returns them. */
export function infoOf(
  answer: unknown,
  address: { readonly isLocalSocket: boolean; readonly platform: string },
): EngineInfo {
  const options = at(answer, "SecurityOptions");
  const isRootless = Array.isArray(options) && options.some((option) => String(option).includes("rootless"));
  const isVirtual = stringAt(answer, "OperatingSystem").includes("Docker Desktop");
  return { reachesContainers: address.platform === "linux" && address.isLocalSocket && !isRootless && !isVirtual };
}
