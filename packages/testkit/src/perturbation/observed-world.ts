import type { ApiServer, FollowedResource, ObjectChange } from "@capstan/apiserver";
import type { KubernetesObject } from "@capstan/contract";
import { brokenBy, brokenOutside } from "./lasting-rules.ts";
import type { OutsideThing, Scenario, WorldState } from "./scenario.ts";

/** What else is observed, in addition to the management cluster. */
interface Observed extends Pick<Scenario, "invariants"> {
  readonly outside: () => readonly OutsideThing[];
  /** Default: there are no workload clusters. */
  readonly workloads?: () => WorldState["workloads"];
}

/** Everything that exists in one run, and all violations of rules at any time. */
export class ObservedWorld implements Disposable {
  readonly #objects = new Map<string, KubernetesObject>();
  readonly #outside: () => readonly OutsideThing[];
  readonly #workloads: () => WorldState["workloads"];
  readonly #invariants: [string, (state: WorldState) => boolean][];
  readonly #broken = new Set<string>();
  readonly #ends: (() => void)[];
  #seen: readonly OutsideThing[] = [];
  #changes = 0;

  constructor(
    server: ApiServer,
    followed: readonly FollowedResource[],
    { invariants = {}, outside, workloads = () => new Map() }: Observed,
  ) {
    this.#outside = outside;
    this.#workloads = workloads;
    this.#invariants = Object.entries(invariants);
    this.#ends = followed.map((resource) =>
      server.follow(resource, (change) => {
        this.#note(change);
      }),
    );
  }

  /** The current state, without objects that the server itself creates. */
  get state(): WorldState {
    return { objects: [...this.#objects.values()], outside: this.#outside(), workloads: this.#workloads() };
  }

  /** The number of changes so far. */
  get changes(): number {
    return this.#changes;
  }

  /** Sentences about violations at any time. */
  get broken(): readonly string[] {
    return [...this.#broken];
  }

  /** The existing objects of a kind. */
  ofKind(kind: string): readonly KubernetesObject[] {
    return [...this.#objects.values()].filter((object) => object.kind === kind);
  }

  /** Checks what exists outside, and the invariants. */
  look(): void {
    const outside = this.#outside();
    const appeared = outside.slice();
    for (const { what, owner } of this.#seen) {
      const known = appeared.findIndex((thing) => thing.what === what && thing.owner === owner);
      if (known !== -1) appeared.splice(known, 1);
    }
    this.#seen = outside;
    for (const sentence of brokenOutside(outside, appeared, this.state.objects)) this.#broken.add(sentence);
    for (const [sentence, holds] of this.#invariants)
      if (!holds(this.state)) this.#broken.add(`does not always hold: ${sentence}`);
  }

  #note({ type, object: changed }: ObjectChange): void {
    const object = changed as KubernetesObject;
    const key = object.metadata.uid ?? "";
    if (isOfServer(object)) return;
    this.#changes += 1;
    if (type === "DELETED") {
      this.#objects.delete(key);
    } else {
      for (const sentence of brokenBy(this.#objects.get(key), object)) this.#broken.add(sentence);
      this.#objects.set(key, object);
    }
    this.look();
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end();
  }
}

/**
 * Whether the server itself creates the object. Bootstrap tokens share a namespace with the server's own Secrets, but providers create
 * them.
 */
function isOfServer({
  metadata: { name, namespace },
  ...object
}: KubernetesObject & { readonly type?: string }): boolean {
  if (name === "kube-root-ca.crt") return true;
  return namespace === "kube-system" && object.type !== "bootstrap.kubernetes.io/token";
}
