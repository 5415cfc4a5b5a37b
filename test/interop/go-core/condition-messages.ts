import type { Scene } from "@capstan/harness/scenes";

/** The different messages that a condition has had, on all objects of a kind, in their order. */
export function messagesOf({ history }: Scene, kind: string, type: string): string[] {
  const all = history.filter((seen) => seen.kind === kind).flatMap(({ object }) => object.status?.conditions ?? []);
  return [...new Set(all.filter((condition) => condition.type === type).map(({ message }) => message))];
}
