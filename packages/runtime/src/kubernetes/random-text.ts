import { createHash, randomBytes } from "node:crypto";

/** No vowels and no easily confused characters, as in names that Kubernetes generates. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Creates strings of a given length that do not repeat. */
export type RandomText = (length: number) => string;

/** Unpredictable strings. */
export const randomText: RandomText = (length) => spelled(randomBytes(length * 2), length);

/** Always the same string for the same seed, and a different string for a different seed. */
export function textFor(seed: string, length: number): string {
  return spelled(createHash("sha256").update(seed).digest(), length);
}

function spelled(bytes: Buffer, length: number): string {
  return Array.from({ length }, (_, index) => alphabet[bytes.readUInt16BE(index * 2) % alphabet.length] ?? "b").join(
    "",
  );
}

/** The longest name that is also a valid label value. */
export const maxNameLength = 63;
/** The number of random characters in a name. */
export const randomLength = 5;

/** Truncates the fixed part of a name so that the random part fits. */
export function nameWith(base: string, suffix: string): string {
  return `${base.slice(0, maxNameLength - suffix.length)}${suffix}`;
}
