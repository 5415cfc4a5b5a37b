import { fieldsOf, type JsonObject, ownField } from "@capstan/kube";

/** The value at a dot-separated path; `undefined` if it or an object above it is missing. */
export function valueAt(object: unknown, path: string): unknown {
  return path.split(".").reduce((parent: unknown, name) => {
    const fields = fieldsOf(parent);
    return ownField(fields, name);
  }, object);
}

/** Sets the value at a dot-separated path; the other fields along the path are kept. */
export function withValueAt(object: JsonObject, path: string, value: unknown): JsonObject {
  const [name = "", ...below] = path.split(".");
  const inner = below.length === 0 ? value : withValueAt(fieldsOf(object[name]), below.join("."), value);
  return { ...object, [name]: inner };
}

/** Removes the value at a dot-separated path, and objects on the path that become empty. */
export function withoutValueAt(object: JsonObject, path: string): JsonObject {
  const [name = "", ...below] = path.split(".");
  const { [name]: found, ...rest } = object;
  if (below.length === 0) return rest;
  const inner = withoutValueAt(fieldsOf(found), below.join("."));
  return Object.keys(inner).length === 0 ? rest : { ...object, [name]: inner };
}
