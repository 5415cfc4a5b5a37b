import { createPublicKey, X509Certificate } from "node:crypto";

const madeTokens = /^[a-z0-9]{6}\.[a-z0-9]{16}$/;
const pem = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/** Tokens of the cases themselves, which are not random. */
const givenTokens = ["abcdef.0123456789abcdef", "zyxwvu.fedcba9876543210"];

/** Random strings that both sides have for the same thing, with their meaning. */
export type KnownPEM = ReadonlyMap<string, string>;

/**
 * Replaces random values in parsed documents and strings by their shape: for a token its format, for a key pair that is not `known` its
 * algorithm, size and label, for a certificate its names, its lifetime and its usages.
 *
 * @param known - random strings with a known meaning, which replaces them.
 */
export function maskRandom(value: unknown, known: KnownPEM = new Map()): unknown {
  if (typeof value === "string") return maskText(value, known);
  if (Array.isArray(value)) return value.map((item) => maskRandom(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskRandom(inner, known)]));
}

function maskText(text: string, known: KnownPEM): string {
  if (madeTokens.test(text) && !givenTokens.includes(text)) return "<token>";
  const whole = known.get(text);
  if (whole !== undefined) return `<${whole}>`;
  return text.replace(pem, (block, label: string) => `<${known.get(block) ?? `${label} ${shapeOf(block, label)}`}>`);
}

function shapeOf(block: string, label: string): string {
  if (label === "CERTIFICATE") return certificateShape(new X509Certificate(block));
  // The key itself must not appear in a report; the length of its text and the label suffice.
  if (label.endsWith("PRIVATE KEY")) return `${Math.round(block.length / 200)}`;
  const key = createPublicKey(block);
  return `${String(key.asymmetricKeyType)} ${JSON.stringify(key.asymmetricKeyDetails, (_name, inner: unknown) => (typeof inner === "bigint" ? Number(inner) : inner))}`;
}

function certificateShape(certificate: X509Certificate): string {
  const { subject, issuer, ca, publicKey } = certificate;
  const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000;
  const key = publicKey.asymmetricKeyDetails;
  return JSON.stringify({
    subject,
    issuer,
    ca,
    days: Math.round(days * 1000) / 1000,
    type: publicKey.asymmetricKeyType,
    size: key?.modulusLength ?? key?.namedCurve,
  });
}
