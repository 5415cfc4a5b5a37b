import { type CertificateAndKey } from "@capstan/kube/x509";
import { dump, load } from "js-yaml";

interface Entries {
  readonly users: readonly { readonly user: Readonly<Record<string, string>> }[];
}

/** A kubeconfig with another user. */
export function kubeconfigOf(kubeconfig: string, user: object): string {
  const entries = load(kubeconfig) as Entries;
  return dump({ ...entries, users: entries.users.map((entry) => ({ ...entry, user })) });
}

/** The only user of a kubeconfig. */
export function userOf(kubeconfig: string): Readonly<Record<string, string>> {
  return (load(kubeconfig) as Entries).users[0]?.user ?? {};
}

/** A user whose certificate is in the kubeconfig itself. */
export function inline({ certificate, privateKey }: CertificateAndKey): object {
  return {
    "client-certificate-data": Buffer.from(certificate).toString("base64"),
    "client-key-data": Buffer.from(privateKey).toString("base64"),
  };
}
