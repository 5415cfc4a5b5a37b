import type { Client } from "@capstan/runtime";
import type { Stored } from "../../conformance/raw/raw-provider.ts";

/** The number of the process that a client is of: each new one of a run has the next. */
export function processOf({ userAgent }: Client): string {
  return userAgent.split("/").at(-1) ?? "";
}

/** What to change of an object so that its endpoint is that of the process that a client is of; undefined: it is. */
export function endpointOfProcess(client: Client, { spec }: Stored): object | undefined {
  const host = `10.0.0.${processOf(client)}`;
  const known = spec?.controlPlaneEndpoint as { host?: string } | undefined;
  return known?.host === host ? undefined : { spec: { controlPlaneEndpoint: { host, port: 6443 } } };
}
