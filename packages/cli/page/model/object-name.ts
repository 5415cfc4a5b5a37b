import type { ObjectId } from "../../src/page/protocol.ts";

/** The parts of an id: `Machine.cluster.x-k8s.io/default/w-1`. */
export interface ObjectName {
  readonly kind: string;
  readonly name: string;
  /** Empty for objects that are in none. */
  readonly namespace: string;
}

/** Who an id names, as a person says it. */
export function nameOfId(id: ObjectId): ObjectName {
  const [type = "", ...rest] = id.split("/");
  const name = rest.pop() ?? "";
  return { kind: type.split(".")[0] ?? "", name, namespace: rest[0] ?? "" };
}
