import type { Secret } from "@capstan/runtime";
import { secretStringsOf } from "../../packages/testkit/src/secret-guard/secret-strings.ts";

/** Strings that must not be found anywhere: lines of private keys, tokens, and whole values, in the forms they are kept in. */
export function secretsIn(secrets: readonly Secret[]): string[] {
  return [
    ...new Set(secrets.flatMap((secret) => [...secretStringsOf(secret).values()].flatMap((strings) => [...strings]))),
  ];
}

/** Where a secret is found: the strings that hold one. */
export function leaks(secrets: readonly string[], strings: readonly string[]): string[] {
  const whole = strings.join("\n");
  if (!secrets.some((secret) => whole.includes(secret))) return [];
  return strings.filter((text) => secrets.some((secret) => text.includes(secret)));
}
