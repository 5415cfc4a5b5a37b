import type { Client } from "@capstan/runtime";
import type { Stored } from "../../conformance/raw/raw-provider.ts";

/** The number of the process that owns a client: each new process of a run has the next number. */
export function processOf({ userAgent }: Client): string {
  return userAgent.split("/").at(-1) ?? "";
}

/** The patch that sets an object's endpoint to that of the client's process; undefined if it is already set. */
export function endpointOfProcess(client: Client, { spec }: Stored): object | undefined {
  const host = `10.0.0.${processOf(client)}`;
  const known = spec?.controlPlaneEndpoint as { host?: string } | undefined;
  return known?.host === host ? undefined : { spec: { controlPlaneEndpoint: { host, port: 6443 } } };
}
