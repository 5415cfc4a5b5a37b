import { type KubeconfigEntries, readKubeconfigEntries, textAt } from "@capstan/kube";
import { readKubeconfigText } from "./kubeconfig-text.ts";

/** What the text of a kubeconfig is good for. */
export interface InspectedKubeconfig {
  /** Why no client can be made of it, without quoting the text; `undefined`: one can be made. */
  readonly problem: string | undefined;
  /** The tokens, passwords and private keys in it, each as written there. */
  readonly credentials: readonly string[];
}

/** Whether a manager follows the fields that only its operator can allow is up to that manager. */
const allowed = { exec: true, files: true, proxy: true, tls: true };

/** Looks a kubeconfig over without using it: no request is made, no program run, and no file read. Never throws. */
export function inspectKubeconfig(text: string): InspectedKubeconfig {
  try {
    readKubeconfigText(text, { allowed });
    return { problem: undefined, credentials: credentialsIn(readKubeconfigEntries(text)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "it cannot be read", credentials: [] };
  }
}

function credentialsIn({ users }: KubeconfigEntries): string[] {
  return [...users.values()]
    .flatMap((user) => ["token", "password", "client-key-data"].map((name) => textAt(user, name)))
    .filter((value) => value !== undefined)
    .filter((value) => value !== "");
}
