import Type from "typebox";

/** The pattern of a DNS subdomain, without anchors. */
export const subdomain = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
/** The pattern of a kind, without anchors. */
export const kind = "[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?";
export const qualifiedNamePattern =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";

/** A string of 1 to `maxLength` characters. */
export function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description });
}

/** Name of an object or API group: a DNS subdomain of up to 253 characters. */
export function subdomainName(description: string, maxLength = 253) {
  return Type.String({ minLength: 1, maxLength, pattern: `^${subdomain}$`, description });
}

/** A `kind`. */
export function kindName(description: string) {
  return Type.String({ minLength: 1, maxLength: 63, pattern: `^${kind}$`, description });
}

/** Name of a condition type: an optional DNS prefix with a slash, then a name. */
export function conditionTypeName(description: string) {
  return Type.String({ minLength: 1, maxLength: 316, pattern: qualifiedNamePattern, description });
}
