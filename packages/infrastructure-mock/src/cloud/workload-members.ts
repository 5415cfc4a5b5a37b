import type { ApiServer } from "@capstan/apiserver";
import { Node, Secret } from "@capstan/provider";
import type { BootstrapToken } from "../boot/observed-cluster.ts";
import { bootstrapTokenOf } from "./kubeadm-objects.ts";
import { isReady } from "./node-object.ts";
import { systemNamespace } from "./workload-kinds.ts";

/**
 * The members of a workload cluster, and the tokens to join it. Updated with every write to its API server, so that the boot of the
 * thousandth machine costs no more than that of the first.
 */
export class WorkloadMembers {
  readonly #tokens = new Map<string, BootstrapToken>();
  readonly #readyNodes = new Set<string>();

  constructor(server: Pick<ApiServer, "follow">) {
    server.follow(Secret, ({ type, object }) => {
      const { name, namespace } = object.metadata;
      if (namespace !== systemNamespace) return;
      const token = type === "DELETED" ? undefined : bootstrapTokenOf(object);
      if (token === undefined) this.#tokens.delete(name);
      else this.#tokens.set(name, token);
    });
    server.follow(Node, ({ type, object }) => {
      const { name } = object.metadata;
      if (type !== "DELETED" && isReady(object)) this.#readyNodes.add(name);
      else this.#readyNodes.delete(name);
    });
  }

  bootstrapTokens(): readonly BootstrapToken[] {
    return [...this.#tokens.values()];
  }

  /** Names of the Nodes that are Ready. */
  get readyNodes(): ReadonlySet<string> {
    return this.#readyNodes;
  }
}
