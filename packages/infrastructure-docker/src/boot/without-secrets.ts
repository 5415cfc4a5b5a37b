const mask = "[secret]";

/** Forms of the secrets that commands of a boot may print. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g, mask],
  // A bootstrap token of kubeadm.
  [/\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g, mask],
  // A certificate key of kubeadm, and other keys as hexadecimal digits. Hashes of certificates are public.
  [/(?<!sha256:)\b[0-9a-f]{64}\b/g, mask],
  // Keys and certificates as base64, in a kubeconfig.
  [/[A-Za-z0-9+/]{64,}={0,2}/g, mask],
  // A JSON web token.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, mask],
  // The hash of a password.
  [/\$(?:[1256]|2[aby]|y)\$[\w./$=,]{8,}/g, mask],
  [
    /((?:--|\b)(?:token|password|passwd|secret|certificate-key|discovery-token)[=:\s]\s*)("[^"]*"|'[^']*'|\S+)/gi,
    `$1${mask}`,
  ],
];

/** Redacts what looks like a secret in the output of a command. Pure. */
export function withoutSecrets(text: string): string {
  return forms.reduce((clean, [form, replacement]) => clean.replaceAll(form, replacement), text);
}
