import type { ResourceKind } from "@capstan/contract";
import { isNotFound } from "../errors/api-error.ts";
import { KindNotServedError } from "../errors/runtime-errors.ts";
import type { Client, RequestOptions } from "./client.ts";
import { groupVersionPath, requestPath } from "./request-path.ts";

/** The part of a group's discovery document that is used here. */
interface ServedGroup {
  readonly preferredVersion: { readonly version: string };
  readonly versions: readonly { readonly version: string }[];
}

interface ServedResources {
  readonly resources: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
}

/** A kind before discovery. */
export interface KindToDiscover {
  /** Empty for the core group. */
  readonly group: string;
  /** For example `Machine`. */
  readonly kind: string;
  /** Default: the server's preferred version, else the first version that has the kind. Required for the core group. */
  readonly version?: string;
}

/**
 * Discovers how the server serves a kind that is known only at run time, from a manifest or a reference, as a RESTMapper does. Every
 * authenticated user may read discovery.
 *
 * @throws KindNotServedError - the server does not serve the kind.
 * @throws RequestPathError - group or version cannot be part of a path; nothing was sent.
 *
 * @example
 * ```ts
 * import { type Client, discoverKind } from "@capstan/runtime";
 *
 * export async function countOf(client: Client, group: string, kind: string): Promise<number> {
 *   return (await client.list(await discoverKind(client, { group, kind }))).items.length;
 * }
 * ```
 */
export async function discoverKind(
  client: Client,
  { group, kind, version }: KindToDiscover,
  options: RequestOptions = {},
): Promise<ResourceKind> {
  const candidates = version === undefined ? await servedVersions(client, group, options) : [version];
  for (const candidate of candidates) {
    const path = groupVersionPath({ group, version: candidate });
    const answer = await ifServed(client.request("GET", path, undefined, options));
    const { resources } = (answer ?? { resources: [] }) as ServedResources;
    const served = resources.find((resource) => resource.kind === kind && !resource.name.includes("/"));
    if (served !== undefined) {
      return { group, version: candidate, kind, plural: served.name, namespaced: served.namespaced };
    }
  }
  const where = [group, version].filter((part) => part !== undefined && part !== "").join("/");
  throw new KindNotServedError(`The API server does not serve ${kind} of ${where}; install its CRD`, {
    object: { kind },
  });
}

/**
 * The versions in which the server serves a group, the preferred version first; none if it does not serve the group.
 *
 * @example
 * ```ts
 * import { type Client, servedVersions } from "@capstan/runtime";
 *
 * export async function hasCertManager(client: Client): Promise<boolean> {
 *   return (await servedVersions(client, "cert-manager.io")).includes("v1");
 * }
 * ```
 */
export async function servedVersions(
  client: Client,
  group: string,
  options: RequestOptions = {},
): Promise<readonly string[]> {
  const answer = await ifServed(client.request("GET", requestPath`/apis/${group}`, undefined, options));
  if (answer === undefined) return [];
  const { preferredVersion, versions } = answer as ServedGroup;
  return [...new Set([preferredVersion.version, ...versions.map(({ version }) => version)])];
}

async function ifServed(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
