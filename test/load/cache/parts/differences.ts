/** The identity of an object's state. */
export interface ObjectState {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

function statesOf(objects: Iterable<ObjectState>): Map<string, string> {
  const states = new Map<string, string>();
  for (const { metadata } of objects) {
    const { name, namespace = "", uid = "", resourceVersion = "" } = metadata;
    states.set(`${namespace}/${name}`, `${uid}@${resourceVersion}`);
  }
  return states;
}

/** Each object whose known state differs from the server's. */
export function differences(known: Iterable<ObjectState>, stored: Iterable<ObjectState>): string[] {
  const [left, right] = [statesOf(known), statesOf(stored)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => left.get(key) !== right.get(key))
    .map((key) => `${key}: ${left.get(key) ?? "unknown"} instead of ${right.get(key) ?? "gone"}`);
}
