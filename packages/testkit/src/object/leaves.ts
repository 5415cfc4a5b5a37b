import { isJsonObject } from "@capstan/kube";
import { withHiddenContent } from "./hidden-content.ts";

/** The fields of one object as strings, by path. */
export type Leaves = ReadonlyMap<string, string>;

/**
 * All leaf fields, such as `status.conditions[Ready].reason`; an element of a list is named by its identity. The content of a Secret can be
 * compared but not read.
 *
 * @param plain - applied to names and values. Default: unchanged.
 */
export function leavesOf(object: object, plain: (text: string) => string = (text) => text): Leaves {
  const leaves = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      for (const [key, item] of keyed(value)) visit(item, `${path}[${plain(key)}]`);
    } else if (isJsonObject(value)) {
      for (const field of Object.keys(value).toSorted()) {
        visit(value[field], path === "" ? plain(field) : `${path}.${plain(field)}`);
      }
    } else leaves.set(path, plain(String(value)));
  };
  visit(withHiddenContent(object), "");
  return leaves;
}

/** Elements by their identity, if they have one, so that their order does not matter. */
function keyed(list: readonly unknown[]): [string, unknown][] {
  const counts = new Map<string, number>();
  return list.map((item, index) => {
    const name = identityOf(item);
    if (name === undefined) return [String(index), item];
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [count === 1 ? name : `${name} ${count}`, item];
  });
}

function identityOf(item: unknown): string | undefined {
  if (typeof item === "string") return item;
  if (!isJsonObject(item)) return undefined;
  const { type, kind, name, address } = item;
  const parts = [kind, type, name, address].filter((part) => typeof part === "string");
  return parts.length === 0 ? undefined : parts.join(" ");
}
