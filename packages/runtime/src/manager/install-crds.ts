import type { CustomResourceDefinition as Definition } from "@capstan/contract";
import { isCapstanError } from "@capstan/kube";
import type { Client } from "../client/client.ts";
import { requestPath } from "../client/request-path.ts";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { isNotFound } from "../errors/api-error.ts";
import { refOf } from "../errors/object-ref.ts";
import { TerminalError } from "../errors/terminal-error.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";
import { CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { makeWayFor } from "./make-way.ts";
import { clusterctlLabel } from "./upstream-labels.ts";

/** Options of {@link installCRDs}. */
export interface InstallCRDsOptions {
  /** Time limit for all CRDs together, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** The clock for waits. Default: the system clock. */
  readonly clock?: Clock;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Whether to take over fields from other field managers. Default true. */
  readonly force?: boolean;
  /** Whether to add the label that `clusterctl init` adds: `clusterctl move` skips the objects of kinds without it. Default false. */
  readonly movable?: boolean;
}

const pollMs = 50;

function conditionOf(crd: Definition, type: string): { status: string; message?: string } | undefined {
  return crd.status?.conditions?.find((condition) => condition.type === type);
}

/** Whether the server has accepted the names and serves the kind. @throws TerminalError - another CRD has the names. */
function isEstablished(crd: Definition): boolean {
  const accepted = conditionOf(crd, "NamesAccepted");
  if (accepted?.status === "False") {
    throw new TerminalError(`The names of ${crd.metadata.name} are taken by another CRD: ${accepted.message ?? ""}`, {
      object: refOf(crd),
    });
  }
  return conditionOf(crd, "Established")?.status === "True";
}

/** Why a served version does not answer yet; `undefined` if all answer. */
async function whyNotServed(client: Client, crd: Definition, signal: AbortSignal | undefined): Promise<unknown> {
  const { group, names, versions } = crd.spec;
  const options = signal === undefined ? {} : { signal };
  for (const { name } of versions.filter(({ served }) => served)) {
    try {
      await client.request("GET", requestPath`/apis/${group}/${name}/${names.plural}?limit=1`, undefined, options);
    } catch (error) {
      // kube-apiserver uses the old conversion for a moment: a process that may have ended.
      if (isNotFound(error) || isServerError(error)) return error;
      throw error;
    }
  }
  return undefined;
}

function isServerError(error: unknown): boolean {
  return isCapstanError(error, "ApiRequestFailed") && "status" in error && Number(error.status) >= 500;
}

async function untilServed(
  client: Client,
  crd: Definition,
  clock: Clock,
  untilMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const key = { name: crd.metadata.name };
  for (;;) {
    const stored = await client.get(CustomResourceDefinition, key, signal === undefined ? {} : { signal });
    const established = isEstablished(stored);
    const reason = established ? await whyNotServed(client, stored, signal) : undefined;
    if (established && reason === undefined) return;
    if (clock.monotonic() >= untilMs) {
      throw new TimedOutError(`${crd.metadata.name} was installed but is not served yet: see its conditions`, {
        object: refOf(crd),
        cause: reason,
      });
    }
    await clock.sleep(pollMs, signal);
  }
}

async function makeWay(client: Client, crd: Definition, write: { readonly signal?: AbortSignal }): Promise<void> {
  const key = { name: crd.metadata.name };
  try {
    const body = makeWayFor(crd, await client.get(CustomResourceDefinition, key, write));
    if (body !== undefined) await client.patch(CustomResourceDefinition, key, { type: "merge", body }, write);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/**
 * Installs or updates CRDs by server-side apply, and resolves when every served version of each answers. It waits while the server answers
 * with an error (5xx), for example because a conversion webhook is not reachable yet.
 *
 * @throws ApiError - the server rejects a CRD; not retried.
 * @throws TerminalError - another CRD has the same names.
 * @throws TimedOutError - a CRD is not served in time; the cause is the server's last answer.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { coreCRDs } from "@capstan/contract";
 * import { createClient, installCRDs } from "@capstan/runtime";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * await installCRDs(client, coreCRDs); // resolves once they are served
 * await client.close();
 * ```
 */
export async function installCRDs(
  client: Client,
  crds: readonly Definition[],
  options: InstallCRDsOptions = {},
): Promise<void> {
  const { clock = systemClock, timeoutMs = 30_000, force = true, movable = false, signal } = options;
  const untilMs = clock.monotonic() + timeoutMs;
  await Promise.all(
    crds.map(async (crd) => {
      const { name, annotations } = crd.metadata;
      const labels = movable ? { ...crd.metadata.labels, [clusterctlLabel]: "" } : crd.metadata.labels;
      const body = {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name, labels, annotations },
        spec: crd.spec,
      };
      const key = { name };
      const write = signal === undefined ? {} : { signal };
      if (force) await makeWay(client, crd, write);
      await client.patch(CustomResourceDefinition, key, { type: "apply", body, force }, write);
      await untilServed(client, crd, clock, untilMs, signal);
    }),
  );
}
