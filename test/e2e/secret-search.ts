import type { Secret } from "@capstan/runtime";
import { secretStringsOf } from "../../packages/testkit/src/secret-guard/secret-strings.ts";

/** Strings that must not occur anywhere: lines of private keys, tokens, and whole values, in their stored forms. */
export function secretsIn(secrets: readonly Secret[]): string[] {
  return [
    ...new Set(secrets.flatMap((secret) => [...secretStringsOf(secret).values()].flatMap((strings) => [...strings]))),
  ];
}

/** The strings that contain a secret. */
export function leaks(secrets: readonly string[], strings: readonly string[]): string[] {
  const whole = strings.join("\n");
  if (!secrets.some((secret) => whole.includes(secret))) return [];
  return strings.filter((text) => secrets.some((secret) => text.includes(secret)));
}
