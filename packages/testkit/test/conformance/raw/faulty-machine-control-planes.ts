import { fieldsAt, without } from "@capstan/kube";
import type { FaultyProvider } from "./faulty-provider.ts";
import { type Interference, serverControlPlanes } from "./machine-control-planes.ts";

/** Changes the objects of one kind when they are created. */
function created(kind: string, change: (object: Written) => object): () => Interference {
  return () => (write) => {
    const object = write.object as Written;
    return write.verb === "create" && object.kind === kind ? change(object) : object;
  };
}

/** Changes the first Machine; the API server rejects the creation of all others. */
function onlyOneMachine(change: (machine: Written) => object): () => Interference {
  return () => {
    let count = 0;
    return created("Machine", (machine) => (count++ === 0 ? change(machine) : { ...machine, kind: "None" }))();
  };
}

/** Omits patches of a field, such as `metadata.labels`. */
function withoutPatches(place: string, field: string): () => Interference {
  return () => (write) => (write.verb === "patch" && field in fieldsAt(write.object, place) ? undefined : write.object);
}

interface Written {
  readonly kind: string;
  readonly metadata: { readonly labels: Readonly<Record<string, string>>; readonly ownerReferences: readonly object[] };
  readonly spec: { readonly infrastructureRef: object };
}

const rows: readonly (readonly [breaks: string, fault: string, interfere: () => Interference])[] = [
  [
    "CP-006",
    "creates its Machine without the label of control planes",
    onlyOneMachine(({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, labels: without(metadata.labels, "cluster.x-k8s.io/control-plane") },
    })),
  ],
  ["CP-004", "creates no second Machine", onlyOneMachine((machine) => machine)],
  [
    "CP-009",
    "stores the certificate authority in an opaque Secret",
    created("Secret", (secret) => ({ ...secret, type: "Opaque" })),
  ],
  [
    "CP-009",
    "stores the certificate authority without its private key",
    created("Secret", (secret) => ({ ...secret, data: {} })),
  ],
  ["CP-010", "leaves the labels of its Machines as they were", withoutPatches("metadata", "labels")],
  [
    "CP-010",
    "creates all Machines in the same failure domain",
    created("Machine", ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, failureDomain: "a" } })),
  ],
  ["CP-016", "never says whether a Machine is up to date", withoutPatches("status", "conditions")],
];

/** Providers of control planes of Machines, each with one fault. */
export const faultyMachineControlPlanes: readonly FaultyProvider[] = rows.map(([breaks, fault, interfere]) => ({
  breaks,
  fault,
  subject: serverControlPlanes(interfere),
}));
