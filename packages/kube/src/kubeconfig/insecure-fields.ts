import type { JsonObject } from "../json/json-object.ts";

/**
 * The effect of a kubeconfig field on the process that uses it, beyond the server's address and the user's credentials: runs a program,
 * reads a file and may send it, sends requests through another host, or disables verification of the server.
 */
export type KubeconfigRisk = "exec" | "files" | "proxy" | "tls";

/** A field of the cluster or the user of a kubeconfig. */
export interface InsecureField {
  /** The path of the field, such as `user.exec`. Never a value. */
  readonly field: string;
  /** The effect on a client that uses the field. */
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
 * The fields of a kubeconfig's cluster and user that a process must not use if the kubeconfig comes from someone with fewer permissions
 * than the process, such as the owner of a Secret.
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
