import type { KubernetesObject } from "@capstan/contract";
import type { Secret } from "@capstan/runtime";
import { leavesOf } from "../../../packages/testkit/src/object/leaves.ts";
import { secretStringsOf } from "../../../packages/testkit/src/secret-guard/secret-strings.ts";
import { mark } from "./hostile-strings.ts";
import { leavesIn } from "./leaves.ts";

/** Traces of one tenant at another: strings of the attacker in the victim's objects, secrets of the victim in the attacker's. */
export function foreignTraces(victims: readonly KubernetesObject[], attackers: readonly KubernetesObject[]): string[] {
  const secrets = new Map<string, string>();
  for (const { kind, metadata, ...secret } of victims) {
    if (kind !== "Secret") continue;
    const forms = [...secretStringsOf(secret as Secret).values()].flatMap((strings) => [...strings]);
    for (const form of forms) secrets.set(form, metadata.name);
  }
  return [...marked(victims), ...attackers.flatMap((object) => secretsIn(object, secrets))];
}

function marked(victims: readonly KubernetesObject[]): string[] {
  return victims.flatMap((object) =>
    [...leavesOf(object)]
      .filter(([path, value]) => path.includes(mark) || value.includes(mark))
      .map(([path, value]) => `text of the attacker in ${nameOf(object)}: ${path}: ${value.slice(0, 300)}`),
  );
}

function secretsIn(object: KubernetesObject, secrets: ReadonlyMap<string, string>): string[] {
  const { kind, data } = object as KubernetesObject & { data?: Readonly<Record<string, string>> };
  const decoded =
    kind === "Secret" ? Object.values(data ?? {}).map((value) => Buffer.from(value, "base64").toString()) : [];
  const text = [...leavesIn(object).map(({ value }) => String(value)), ...decoded].join("\n");
  const found = new Set([...secrets].filter(([form]) => text.includes(form)).map(([, name]) => name));
  return [...found].map((name) => `what is in the victim's Secret ${name} is in the attacker's ${nameOf(object)}`);
}

function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
}
