import type { JsonObject } from "../json/json-object.ts";

/**
 * What a field of a kubeconfig does in the process that uses it, beyond naming a server and proving who the user is: it runs a
 * program, reads a file and may send it, sends the requests through another host, or gives up on verifying the server.
 */
export type KubeconfigRisk = "exec" | "files" | "proxy" | "tls";

/** A field of the cluster or the user of a kubeconfig. */
export interface InsecureField {
  /** Such as `user.exec`. Never a value. */
  readonly field: string;
  /** What a client that follows the field would do. */
  readonly risk: KubeconfigRisk;
}

const risksOfCluster: Readonly<Record<string, KubeconfigRisk>> = {
  "certificate-authority": "files",
  "insecure-skip-tls-verify": "tls",
  "proxy-url": "proxy",
};

const risksOfUser: Readonly<Record<string, KubeconfigRisk>> = {
  exec: "exec",
  "auth-provider": "exec",
  tokenFile: "files",
  "token-file": "files",
  "client-certificate": "files",
  "client-key": "files",
};

/**
 * The fields of a kubeconfig's cluster and user that must not be followed if it comes from someone who may not act as the process
 * that uses it, as the owner of a Secret may not.
 */
export function insecureFields(cluster: JsonObject, user: JsonObject): readonly InsecureField[] {
  return [
    ...fieldsWithRisk("cluster", cluster, risksOfCluster),
    ...serverWithoutTls(cluster),
    ...fieldsWithRisk("user", user, risksOfUser),
  ];
}

function fieldsWithRisk(
  entry: string,
  fields: JsonObject,
  risks: Readonly<Record<string, KubeconfigRisk>>,
): InsecureField[] {
  return Object.entries(risks).flatMap(([name, risk]) =>
    isSet(fields[name]) ? [{ field: `${entry}.${name}`, risk }] : [],
  );
}

function serverWithoutTls({ server }: JsonObject): InsecureField[] {
  const isPlain = typeof server === "string" && URL.canParse(server) && new URL(server).protocol === "http:";
  return isPlain ? [{ field: "cluster.server", risk: "tls" }] : [];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== false;
}
