import type { Secret } from "@capstan/runtime";

/** Texts that must not be found anywhere: lines of private keys, tokens, and whole values, in the forms they are kept in. */
export function secretsIn(secrets: readonly Secret[]): string[] {
  const found = new Set<string>();
  for (const secret of secrets) {
    for (const [key, value] of Object.entries(secret.data ?? {})) {
      const text = Buffer.from(value, "base64").toString("utf8");
      if (key === "token-secret") found.add(text);
      if (value.length > 100) found.add(value);
      for (const pattern of patterns) for (const [, match = ""] of text.matchAll(pattern)) addLines(found, match);
    }
  }
  return [...found];
}

const patterns = [
  /PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]+)-----END/g,
  /client-key-data: (\S+)/g,
  /token: "?([a-z0-9]{6}\.[a-z0-9]{16})/g,
];

function addLines(found: Set<string>, text: string): void {
  for (const line of text.split("\n").map((each) => each.trim())) if (line.length >= 20) found.add(line);
}

/** Where a secret is found: the texts that hold one. */
export function leaks(secrets: readonly string[], texts: readonly string[]): string[] {
  const whole = texts.join("\n");
  if (!secrets.some((secret) => whole.includes(secret))) return [];
  return texts.filter((text) => secrets.some((secret) => text.includes(secret)));
}
