import type { Cluster, User } from "@kubernetes/client-node";
import { readFile } from "node:fs/promises";
import type { Headers } from "./http-message.ts";
import { impersonationHeaders, type KubeconfigUser } from "./kubeconfig-user.ts";
import type { RequestOptions as HttpsOptions } from "node:https";
import type { SecureContextOptions } from "node:tls";

/** The TLS options of `node:tls` that credentials set. */
export interface TlsOptions extends Pick<SecureContextOptions, "ca" | "cert" | "key" | "pfx" | "passphrase"> {
  readonly rejectUnauthorized?: boolean;
  readonly servername?: string;
}

/** The credentials that the client authenticates with. */
export interface Credentials {
  readonly tls: TlsOptions;
  readonly headers: Headers;
}

/**
 * The credentials of a kubeconfig's cluster and user, with the current content of the files that it names.
 *
 * @throws Error - a file cannot be read, or an exec plugin or auth provider returns no credentials.
 */
export async function readCredentials(cluster: Cluster, user: KubeconfigUser | undefined): Promise<Credentials> {
  const file = tokenFileOf(user);
  if (file === undefined && (user?.exec != null || user?.authProvider != null)) return askLibrary(cluster, user);
  const [ca, cert, key] = await Promise.all([
    content(cluster.caFile, cluster.caData),
    content(user?.certFile, user?.certData),
    content(user?.keyFile, user?.keyData),
  ]);
  const token = file === undefined ? user?.token : (await readFile(file, "utf8")).trim();
  return {
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(cluster.skipTLSVerify ? { rejectUnauthorized: false } : {}),
      ...(cluster.tlsServerName == null ? {} : { servername: cluster.tlsServerName }),
    },
    headers: {
      ...(isSet(token) ? { authorization: `Bearer ${token}` } : {}),
      ...(isSet(user?.username) ? { authorization: basic(`${user.username}:${user.password ?? ""}`) } : {}),
      ...impersonationHeaders(user),
    },
  };
}

/** For users, the library returns `null` for unset fields. */
function isSet(text: string | null | undefined): text is string {
  return text != null && text !== "";
}

function tokenFileOf(user: User | undefined): string | undefined {
  const { config } = (user?.authProvider ?? {}) as { readonly config?: { readonly tokenFile?: string } | null };
  return config?.tokenFile;
}

function content(file: string | null | undefined, data: string | null | undefined): Promise<Buffer | undefined> {
  if (isSet(file)) return readFile(file);
  return Promise.resolve(isSet(data) ? Buffer.from(data, "base64") : undefined);
}

function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString("base64")}`;
}

/**
 * For exec plugins and auth providers, all of which the official client supports. Loaded only when needed, because it holds all generated
 * models of the Kubernetes API, about 70 MiB of resident memory.
 */
async function askLibrary(cluster: Cluster, user: KubeconfigUser): Promise<Credentials> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  // The library refuses plain HTTP unless verification is off; plain HTTP has no TLS to verify.
  const skipTLSVerify = cluster.skipTLSVerify || cluster.server.startsWith("http:");
  config.loadFromClusterAndUser({ ...cluster, skipTLSVerify }, user);
  const options: HttpsOptions = {};
  await config.applyToHTTPSOptions(options);
  return { tls: pick(options), headers: { ...headersOf(options), ...impersonationHeaders(user) } };
}

function pick(options: HttpsOptions): TlsOptions {
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = options;
  return {
    ...(ca == null ? {} : { ca }),
    ...(cert == null ? {} : { cert }),
    ...(key == null ? {} : { key }),
    ...(pfx == null ? {} : { pfx }),
    ...(passphrase == null ? {} : { passphrase }),
    ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
    ...(servername === undefined ? {} : { servername }),
  };
}

function headersOf(options: HttpsOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (typeof value === "string") headers[name.toLowerCase()] = value;
  }
  if (typeof options.auth === "string") headers.authorization = basic(options.auth);
  return headers;
}
