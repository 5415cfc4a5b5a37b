import { fieldsAt, isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import type { EngineContainer, EngineCapabilities, EngineNetwork } from "./engine.ts";

/** A container as `GET /containers/{id}/json` returns it. Pure. */
export function containerOf(answer: unknown): EngineContainer {
  const state = fieldsAt(answer, "State");
  const startedAt = textAt(state, "StartedAt") ?? "";
  // Docker reports the year 1 for never.
  const wasStarted = startedAt !== "" && !startedAt.startsWith("0001-");
  const isRunning = state.Running === true || state.Paused === true;
  const networks = Object.entries(fieldsAt(answer, "NetworkSettings", "Networks"));
  return {
    name: withoutSlash(textAt(answer, "Name") ?? ""),
    hostname: textAt(answer, "Config", "Hostname") ?? "",
    labels: stringsAt(answer, "Config", "Labels"),
    state: isRunning ? "running" : wasStarted ? "stopped" : "created",
    startedAt: wasStarted ? startedAt : "",
    exitCode: numberOf(state.ExitCode),
    isOutOfMemory: state.OOMKilled === true,
    addresses: Object.fromEntries(networks.map(([name, network]) => [name, addressesOf(network)])),
    hostPorts: hostPortsOf(fieldsAt(answer, "NetworkSettings", "Ports")),
  };
}

function addressesOf(network: unknown): readonly string[] {
  return ["IPAddress", "GlobalIPv6Address"]
    .flatMap((name) => textAt(network, name) ?? [])
    .filter((text) => text !== "");
}

function hostPortsOf(ports: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const known = Object.keys(ports).flatMap((port) => {
    const [binding] = listAt(ports, port);
    const host = Number(textAt(binding, "HostPort"));
    return host > 0 ? [[port, host] as const] : [];
  });
  return Object.fromEntries(known);
}

/** The names of containers as `GET /containers/json` lists them. Pure. */
export function namesOf(answer: unknown): readonly string[] {
  const containers: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return containers.flatMap((container) => {
    const [name] = listAt(container, "Names");
    return typeof name === "string" ? [withoutSlash(name)] : [];
  });
}

/** A network as `GET /networks/{id}` returns it. Pure. */
export function networkOf(answer: unknown): EngineNetwork {
  return { name: textAt(answer, "Name") ?? "", labels: stringsAt(answer, "Labels") };
}

/** The exit code of a command as `GET /exec/{id}/json` returns it; undefined while it runs. Pure. */
export function exitCodeOf(answer: unknown): number | undefined {
  const { Running: isRunning, ExitCode: exitCode } = isJsonObject(answer) ? answer : {};
  return isRunning === false ? numberOf(exitCode) : undefined;
}

/** The properties of the engine as `GET /info` returns them. Pure. */
export function infoOf(
  answer: unknown,
  host: { readonly isLocalSocket: boolean; readonly platform: string },
): EngineCapabilities {
  const isRootless = listAt(answer, "SecurityOptions").some((option) => String(option).includes("rootless"));
  const isVirtual = textAt(answer, "OperatingSystem")?.includes("Docker Desktop") === true;
  return { reachesContainers: host.platform === "linux" && host.isLocalSocket && !isRootless && !isVirtual };
}

function withoutSlash(name: string): string {
  return name.replace(/^\//, "");
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function stringsAt(answer: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(answer, ...path) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
