import { systemClock } from "../clock/system-clock.ts";
import { ClusterAccess } from "./cluster-access.ts";
import { type Kubeconfig, readKubeconfig } from "./kubeconfig.ts";

/** What the text of a kubeconfig is good for. */
export interface InspectedKubeconfig {
  /** Why no client can be made of it, without quoting the text; `undefined`: one can be made. */
  readonly problem: string | undefined;
  /** The tokens, passwords and private keys in it, each as written there. */
  readonly credentials: readonly string[];
}

/** Looks a kubeconfig over without using it: no request is made, and no file is read. Never throws. */
export function inspectKubeconfig(text: string): InspectedKubeconfig {
  try {
    new ClusterAccess(text, systemClock);
    return { problem: undefined, credentials: credentialsIn(readKubeconfig(text)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "it cannot be read", credentials: [] };
  }
}

function credentialsIn({ users }: Kubeconfig): string[] {
  return users
    .flatMap(({ token, password, keyData }) => [token, password, keyData])
    .filter((value) => typeof value === "string" && value !== "")
    .map(String);
}
