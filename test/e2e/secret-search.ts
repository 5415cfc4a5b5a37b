import type { Secret } from "@capstan/runtime";
import { secretTextsOf } from "../../packages/testkit/src/secret-guard/secret-texts.ts";

/** Texts that must not be found anywhere: lines of private keys, tokens, and whole values, in the forms they are kept in. */
export function secretsIn(secrets: readonly Secret[]): string[] {
  return [...new Set(secrets.flatMap((secret) => [...secretTextsOf(secret).values()].flatMap((texts) => [...texts])))];
}

/** Where a secret is found: the texts that hold one. */
export function leaks(secrets: readonly string[], texts: readonly string[]): string[] {
  const whole = texts.join("\n");
  if (!secrets.some((secret) => whole.includes(secret))) return [];
  return texts.filter((text) => secrets.some((secret) => text.includes(secret)));
}
