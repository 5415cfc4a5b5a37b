import { privateLines } from "./private-lines.ts";

/** The content of a Secret. */
export interface SecretContent {
  /** The type, which determines its keys. */
  readonly type?: string | undefined;
  /** Values by key, in base64. */
  readonly data?: Readonly<Record<string, string>> | undefined;
  /** Values by key, unencoded. */
  readonly stringData?: Readonly<Record<string, string>> | undefined;
}

/** Shorter strings occur everywhere, so finding them proves nothing. */
export const shortestSecret = 8;

/** For these types, only some keys are confidential; all others are public. */
const secretKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["bootstrap.kubernetes.io/token", new Set(["token-secret"])],
  ["kubernetes.io/service-account-token", new Set(["token"])],
]);

/**
 * The strings of a Secret that must not appear outside of Secrets, by key: each value, plain and in base64, and its parts that are
 * confidential by themselves. Values of fewer than 8 characters, certificates and public keys, and the format of bootstrap data are not
 * confidential.
 */
export function secretStringsOf({ type = "", data = {}, stringData = {} }: SecretContent): Map<string, Set<string>> {
  const keys = secretKeys.get(type);
  const strings = new Map<string, Set<string>>();
  const values = [
    ...Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString("utf8")] as const),
    ...Object.entries(stringData),
  ];
  for (const [key, value] of values) {
    if (key === "format" || (keys !== undefined && !keys.has(key))) continue;
    const found = formsOf(value);
    if (found.size > 0) strings.set(key, found);
  }
  return strings;
}

/** The forms in which a confidential string may appear, and its parts that are confidential by themselves. */
export function formsOf(value: string): Set<string> {
  const forms = new Set<string>();
  const text = value.trim();
  if (text.replaceAll(publicPem, "").trim() === "") return forms;
  add(forms, text);
  // As a field in JSON, and as in a Secret or a kubeconfig.
  add(forms, JSON.stringify(text).slice(1, -1));
  for (const bytes of [value, text]) add(forms, Buffer.from(bytes).toString("base64"));
  for (const pattern of parts) for (const [, part = ""] of value.matchAll(pattern)) add(forms, part);
  for (const [, label = "", body = ""] of value.matchAll(privatePem)) {
    for (const line of privateLines(label, body.trim().split(/\s+/))) forms.add(line);
  }
  for (const [, encoded = ""] of value.matchAll(clientKey)) {
    for (const form of formsOf(Buffer.from(encoded, "base64").toString("utf8"))) forms.add(form);
  }
  return forms;
}

const publicPem = /-----BEGIN (?:CERTIFICATE|(?:RSA )?PUBLIC KEY)-----[^-]*-----END [A-Z ]+-----/g;
/** The lines of a private key, also if they are indented, as in cloud-config. */
const privatePem = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----\s+([A-Za-z0-9+/=\s]+)-----END/g;
const clientKey = /client-key-data: "?([A-Za-z0-9+/=]+)/g;
const parts = [
  // A bootstrap token, and its secret half
  /\b([a-z0-9]{6}\.[a-z0-9]{16})\b/g,
  /\b[a-z0-9]{6}\.([a-z0-9]{16})\b/g,
  // Credentials of a kubeconfig
  /\b(?:token|password): "?([^\s"]{8,})/g,
  // A hashed password, and the key with which kubeadm encrypts uploaded certificates; the hash of a CA is public
  /(\$(?:1|2[aby]|5|6|y)\$[./A-Za-z0-9$=,]{16,})/g,
  /(?<!sha256:)\b([0-9a-f]{64})\b/g,
];

function add(strings: Set<string>, text: string): void {
  if (text.length >= shortestSecret) strings.add(text);
}
