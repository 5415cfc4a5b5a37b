import {
  insecureFields,
  type JsonObject,
  type KubeconfigEntries,
  type KubeconfigRisk,
  objectAt,
  type ObjectRef,
  optional,
  readKubeconfigEntries,
  textAt,
} from "@capstan/kube";
import type { Cluster, User } from "@kubernetes/client-node";
import { describeRef } from "../errors/object-ref.ts";
import { KubeconfigError, KubeconfigRefusedError } from "../errors/runtime-errors.ts";
import type { InsecureKubeconfig } from "./client-options.ts";
import { chosen, type KubeconfigChoice } from "./kubeconfig-choice.ts";

/** Options of {@link readKubeconfigText}. */
export interface KubeconfigTextOptions {
  /** The insecure fields that are allowed. */
  readonly allowed: InsecureKubeconfig;
  /** The Secret that holds the kubeconfig, for error messages. */
  readonly source?: ObjectRef | undefined;
}

/** What a field of each risk does. The flag that allows it has the name of the risk. */
const consequences: Readonly<Record<KubeconfigRisk, string>> = {
  exec: "runs a program in the manager",
  files: "reads a file of the manager",
  proxy: "sends requests to another host",
  tls: "disables the verification of the server",
};

/**
 * Reads a kubeconfig as data, because its author may not act as this process. Takes only the server, its CA, and credentials that are in
 * the string itself. It looks up each field by name, so unknown fields have no effect. Runs no program and reads no file.
 *
 * @throws KubeconfigRefusedError - it has an insecure field that is not allowed.
 * @throws KubeconfigError - it is not a kubeconfig, or its context names no cluster.
 */
export function readKubeconfigText(text: string, options: KubeconfigTextOptions): KubeconfigChoice {
  const { clusters, users, contexts, currentContext } = entriesOf(text, options);
  const context = contexts.get(currentContext);
  const cluster = clusters.get(textAt(context, "cluster") ?? "");
  const user = users.get(textAt(context, "user") ?? "");
  refuseInsecure(cluster ?? {}, user ?? {}, options);
  return chosen(
    currentContext,
    cluster === undefined ? undefined : clusterOf(cluster),
    user === undefined ? undefined : userOf(user),
  );
}

function entriesOf(text: string, { source }: KubeconfigTextOptions): KubeconfigEntries {
  try {
    return readKubeconfigEntries(text);
  } catch (error) {
    const kind = error instanceof Error ? error.name : "unknown error";
    const where = source === undefined ? "the given string" : describeRef(source);
    throw new KubeconfigError(
      `The kubeconfig at ${where} cannot be read (${kind}); check that it is YAML of kind Config`,
    );
  }
}

function refuseInsecure(cluster: JsonObject, user: JsonObject, { allowed, source }: KubeconfigTextOptions): void {
  const refused = insecureFields(cluster, user).find(({ risk }) => allowed[risk] !== true);
  if (refused === undefined) return;
  const { field, risk } = refused;
  const where = source === undefined ? "The string with the kubeconfig" : `The kubeconfig in ${describeRef(source)}`;
  throw new KubeconfigRefusedError(
    `${where} has ${field}, which ${consequences[risk]}: replace it, or start the manager with --insecure-kubeconfig-${risk}`,
    { field, ...(source === undefined ? {} : { object: source }) },
  );
}

function clusterOf(fields: JsonObject): Cluster {
  return {
    name: "",
    server: textAt(fields, "server") ?? "",
    skipTLSVerify: fields["insecure-skip-tls-verify"] === true,
    ...optional("caData", textAt(fields, "certificate-authority-data")),
    ...optional("caFile", textAt(fields, "certificate-authority")),
    ...optional("tlsServerName", textAt(fields, "tls-server-name")),
    ...optional("proxyUrl", textAt(fields, "proxy-url")),
  };
}

function userOf(fields: JsonObject): User {
  const tokenFile = textAt(fields, "tokenFile") ?? textAt(fields, "token-file");
  return {
    name: "",
    ...optional("token", textAt(fields, "token")),
    ...optional("username", textAt(fields, "username")),
    ...optional("password", textAt(fields, "password")),
    ...optional("impersonateUser", textAt(fields, "as")),
    ...optional("certData", textAt(fields, "client-certificate-data")),
    ...optional("certFile", textAt(fields, "client-certificate")),
    ...optional("keyData", textAt(fields, "client-key-data")),
    ...optional("keyFile", textAt(fields, "client-key")),
    ...optional("exec", objectAt(fields, "exec")),
    ...optional("authProvider", authProviderOf(objectAt(fields, "auth-provider"), tokenFile)),
  };
}

function authProviderOf(provider: JsonObject | undefined, tokenFile: string | undefined): User["authProvider"] {
  if (tokenFile !== undefined && tokenFile !== "") return { name: "tokenFile", config: { tokenFile } };
  return provider === undefined ? undefined : { name: textAt(provider, "name") ?? "", config: provider.config };
}
