import { type KubeconfigEntries, readKubeconfigEntries, textAt } from "@capstan/kube";
import { readKubeconfigText } from "./kubeconfig-text.ts";

/** The result of {@link inspectKubeconfig}. */
export interface InspectedKubeconfig {
  /** Why a client cannot use the kubeconfig, without quotes from it; `undefined` if a client can. */
  readonly problem: string | undefined;
  /** The tokens, passwords and private keys in the kubeconfig, each exactly as written there. */
  readonly credentials: readonly string[];
}

/** Each manager decides about the fields that only its operator can allow. */
const allowed = { exec: true, files: true, proxy: true, tls: true };

/** Inspects a kubeconfig without using it: sends no request, runs no program and reads no file. Never throws. */
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
