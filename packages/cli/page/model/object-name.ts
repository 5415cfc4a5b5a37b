import type { ObjectId } from "../../src/page/protocol.ts";

/** The parts of an id: `Machine.cluster.x-k8s.io/default/w-1`. */
export interface ObjectName {
  readonly kind: string;
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
}

/** Parses an id for people. */
export function nameOfId(id: ObjectId): ObjectName {
  const [type = "", ...rest] = id.split("/");
  const name = rest.pop() ?? "";
  return { kind: type.split(".")[0] ?? "", name, namespace: rest[0] ?? "" };
}
