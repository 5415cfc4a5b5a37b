import { hostPort, parseLenientYaml } from "@capstan/kube";
import type { Cluster, Context } from "@kubernetes/client-node";
// Not from the library's index: it loads all generated models of the Kubernetes API, about 70 MiB of resident memory.
import { newClusters, newContexts, newUsers } from "@kubernetes/client-node/dist/config_types.js";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { KubeconfigError } from "../errors/runtime-errors.ts";
import { chosen, type KubeconfigChoice } from "./kubeconfig-choice.ts";
import { environmentProxy } from "./environment-proxy.ts";
import type { KubeconfigUser } from "./kubeconfig-user.ts";
import type { KubeconfigLocation } from "./client-options.ts";

/** The merged content of kubeconfig files, with absolute paths. */
interface Kubeconfig {
  readonly clusters: readonly Cluster[];
  readonly users: readonly KubeconfigUser[];
  readonly contexts: readonly Context[];
  readonly currentContext: string | undefined;
}

const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Reads the operator's own kubeconfig, from a location that only the operator can write. Follows every field as kubectl does: runs programs
 * and reads files. Takes a location rather than a string, so that the kubeconfig of a Secret cannot get here; use `readKubeconfigText` for
 * that.
 *
 * @throws KubeconfigError - there is no kubeconfig, it cannot be read, or it does not have the context.
 */
export function readKubeconfigAt(location: KubeconfigLocation): KubeconfigChoice {
  const { clusters, users, contexts, currentContext } = loaded(location);
  const named = location.context ?? currentContext;
  const context = contexts.find(({ name }) => name === named);
  const cluster = clusters.find(({ name }) => name === context?.cluster);
  return chosen(
    named,
    cluster === undefined ? undefined : proxied(cluster, process.env),
    users.find(({ name }) => name === context?.user),
  );
}

/** The cluster, with the proxy from the environment if the kubeconfig names none. */
function proxied(cluster: Cluster, environment: NodeJS.ProcessEnv): Cluster {
  if (isNamed(cluster.proxyUrl) || !URL.canParse(cluster.server)) return cluster;
  const proxyUrl = environmentProxy(new URL(cluster.server), environment);
  return proxyUrl === undefined ? cluster : { ...cluster, proxyUrl };
}

function loaded(location: KubeconfigLocation): Kubeconfig {
  try {
    return location.path === undefined ? readDefault(process.env) : readFile(location.path);
  } catch (error) {
    if (error instanceof KubeconfigError) throw error;
    // The parser's message quotes the lines around the mistake, which may hold a key: keep only the kind of error.
    const kind = error instanceof Error ? error.name : "unknown error";
    const where = location.path ?? "the default location";
    throw new KubeconfigError(
      `The kubeconfig at ${where} cannot be read (${kind}); check that it is YAML of kind Config`,
    );
  }
}

function readFile(file: string): Kubeconfig {
  const kubeconfig = parse(readFileSync(file, "utf8"));
  // As in kubectl: relative to the folder of the kubeconfig file.
  const resolve = (named: string): string => path.resolve(path.dirname(file), named);
  for (const cluster of kubeconfig.clusters) if (isNamed(cluster.caFile)) cluster.caFile = resolve(cluster.caFile);
  for (const user of kubeconfig.users) {
    if (isNamed(user.certFile)) user.certFile = resolve(user.certFile);
    if (isNamed(user.keyFile)) user.keyFile = resolve(user.keyFile);
  }
  const users = kubeconfig.users.map((user) => {
    const tokenFile = tokenFileOf(user);
    return isNamed(tokenFile) ? { ...user, authProvider: tokenProvider(resolve(tokenFile)) } : user;
  });
  return { ...kubeconfig, users };
}

function parse(text: string): Kubeconfig {
  const document = parseLenientYaml(text).value as Readonly<Record<string, unknown>>;
  const current = document["current-context"];
  return {
    clusters: newClusters(document.clusters),
    users: newUsers(document.users).map((user, index) => ({ ...user, ...furtherFields(document.users, index) })),
    contexts: newContexts(document.contexts),
    currentContext: typeof current === "string" ? current : undefined,
  };
}

/** The fields of a user that the library does not read. */
interface FurtherFields {
  readonly tokenFile?: unknown;
  readonly "as-uid"?: unknown;
  readonly "as-groups"?: unknown;
  readonly "as-user-extra"?: unknown;
}

function furtherFields(users: unknown, index: number): Partial<KubeconfigUser> {
  const entry = (users as readonly { readonly user?: (FurtherFields & { as?: unknown }) | null }[])[index];
  const { tokenFile, as, ...fields } = entry?.user ?? {};
  const { "as-uid": uid, "as-groups": groups, "as-user-extra": extra } = fields;
  if (as === undefined && [uid, groups, extra].some((field) => field !== undefined)) {
    throw new KubeconfigError("The kubeconfig's user has as-uid, as-groups or as-user-extra, and no `as`: set it too");
  }
  return {
    ...(typeof tokenFile === "string" && tokenFile !== "" ? { authProvider: tokenProvider(tokenFile) } : {}),
    ...(typeof uid === "string" ? { impersonateUid: uid } : {}),
    ...(Array.isArray(groups) ? { impersonateGroups: groups.map(String) } : {}),
    ...(typeof extra === "object" && extra !== null
      ? { impersonateExtra: extra as NonNullable<KubeconfigUser["impersonateExtra"]> }
      : {}),
  };
}

function tokenProvider(tokenFile: string): object {
  return { name: "tokenFile", config: { tokenFile } };
}

function tokenFileOf({ authProvider }: KubeconfigUser): string | undefined {
  const { config } = (authProvider ?? {}) as { readonly config?: { readonly tokenFile?: string } | null };
  return config?.tokenFile;
}

/** For users, the library returns `null` for unset fields. */
function isNamed(file: string | null | undefined): file is string {
  return file != null && file !== "";
}

/** The files of KUBECONFIG, else the file in the home directory, else the service account of the Pod. */
function readDefault(environment: NodeJS.ProcessEnv): Kubeconfig {
  const files = (environment.KUBECONFIG ?? "").split(path.delimiter).filter((file) => file !== "");
  if (files.length > 0) return merge(files.map(readFile));
  const inHome = path.join(homedir(), ".kube", "config");
  if (existsSync(inHome)) return readFile(inHome);
  return ofServiceAccount(environment);
}

/** Merges as kubectl does: if several files use the same name, the first wins. */
function merge(all: readonly Kubeconfig[]): Kubeconfig {
  const first = <T extends { readonly name: string }>(entries: readonly T[]): T[] => [
    ...new Map(entries.toReversed().map((entry) => [entry.name, entry])).values(),
  ];
  return {
    clusters: first(all.flatMap(({ clusters }) => clusters)),
    users: first(all.flatMap(({ users }) => users)),
    contexts: first(all.flatMap(({ contexts }) => contexts)),
    currentContext: all.map(({ currentContext }) => currentContext).find((name) => name !== undefined && name !== ""),
  };
}

function ofServiceAccount(environment: NodeJS.ProcessEnv): Kubeconfig {
  const name = "in-cluster";
  const tokenFile = path.join(serviceAccountFolder, "token");
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment;
  if (host === undefined || port === undefined || !existsSync(tokenFile)) {
    throw new KubeconfigError(
      "No kubeconfig found: KUBECONFIG is not set, and neither ~/.kube/config nor the service account of a Pod exists",
    );
  }
  const server = `https://${hostPort({ host, port: Number(port) })}`;
  return {
    clusters: [{ name, server, caFile: path.join(serviceAccountFolder, "ca.crt"), skipTLSVerify: false }],
    users: [{ name, authProvider: { name: "tokenFile", config: { tokenFile } } }],
    contexts: [{ name, cluster: name, user: name }],
    currentContext: name,
  };
}
