import { readFileSync } from "node:fs";
import type { RequestOptions } from "node:https";
import path from "node:path";
import { fieldsOf, MalformedTextError, readKubeconfigEntries, textAt } from "@capstan/kube";

type Fields = Readonly<Record<string, unknown>>;

/** The address of an API server, and the credentials for it. */
export interface Upstream {
  readonly url: URL;
  readonly tls: Pick<RequestOptions, "ca" | "cert" | "key">;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The server and credentials of a kubeconfig's current context.
 *
 * @param folder - the folder that relative paths refer to.
 * @throws MalformedTextError it has no server, or credentials that are neither a certificate nor a token.
 */
export function readUpstream(kubeconfig: string, folder = process.cwd()): Upstream {
  const { clusters, users, contexts, currentContext } = readKubeconfigEntries(kubeconfig);
  const context = contexts.get(currentContext);
  const cluster = fieldsOf(clusters.get(textAt(context, "cluster") ?? ""));
  const user = fieldsOf(users.get(textAt(context, "user") ?? ""));
  const server = textAt(cluster, "server");
  if (server === undefined)
    throw new MalformedTextError("kubeconfig", "The kubeconfig's current context has no server");
  const read = (fields: Fields, name: string) => dataOf(fields, name, folder);
  const [ca, cert, key] = [
    read(cluster, "certificate-authority"),
    read(user, "client-certificate"),
    read(user, "client-key"),
  ];
  const token = textAt(user, "token");
  if (token === undefined && (cert === undefined || key === undefined)) {
    throw new MalformedTextError(
      "kubeconfig",
      "The kubeconfig has neither a client certificate nor a token; start the provider yourself, and use --provider running",
    );
  }
  return {
    url: new URL(server),
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  };
}

/** PEM: inline, in base64, or from a file. */
function dataOf(fields: Fields, name: string, folder: string): string | undefined {
  const inline = textAt(fields, `${name}-data`);
  if (inline !== undefined) return Buffer.from(inline, "base64").toString();
  const file = textAt(fields, name);
  return file === undefined ? undefined : readFileSync(path.resolve(folder, file), "utf8");
}
