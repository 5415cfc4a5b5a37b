import { createHash, randomBytes } from "node:crypto";

/** No vowels, and nothing that is easily mistaken: as Kubernetes generates names. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Makes texts of a length that are not made twice. */
export type RandomText = (length: number) => string;

/** Texts that nobody can foresee. */
export const randomText: RandomText = (length) => spelled(randomBytes(length * 2), length);

/** The same text for the same seed, and another one for any other. */
export function textFor(seed: string, length: number): string {
  return spelled(createHash("sha256").update(seed).digest(), length);
}

function spelled(bytes: Buffer, length: number): string {
  return Array.from({ length }, (_, index) => alphabet[bytes.readUInt16BE(index * 2) % alphabet.length] ?? "b").join(
    "",
  );
}

/** Longest name that is also a label's value. */
export const maxNameLength = 63;
/** How much of it is random. */
export const randomLength = 5;

/** Cuts the fixed part of a name so that the random one fits. */
export function nameWith(base: string, suffix: string): string {
  return `${base.slice(0, maxNameLength - suffix.length)}${suffix}`;
}
