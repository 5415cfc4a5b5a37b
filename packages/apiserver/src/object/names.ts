import { randomInt } from "node:crypto";
import { type FieldError } from "../status/field-error.ts";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = new RegExp(`^${label}(\\.${label})*$`);
const dnsLabel = new RegExp(`^${label}$`);

/** How names of a resource's objects must look. */
export type NameRule = "subdomain" | "label" | "path-segment";

/** What is wrong with a name, as field errors on `field`. */
export function checkName(name: string, rule: NameRule, field: string): FieldError[] {
  const invalid = (detail: string): FieldError => ({ type: "Invalid value", field, value: name, detail });
  if (rule === "path-segment") {
    if (name === "." || name === "..") return [invalid(`may not be '${name}'`)];
    return ["/", "%"].filter((part) => name.includes(part)).map((part) => invalid(`may not contain '${part}'`));
  }
  const errors: FieldError[] = [];
  const limit = rule === "label" ? 63 : 253;
  if (name.length > limit) errors.push(invalid(`must be no more than ${limit} bytes`));
  if (rule === "label" && !dnsLabel.test(name)) {
    errors.push(
      invalid(
        `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`,
      ),
    );
  }
  if (rule === "subdomain" && !subdomain.test(name)) {
    errors.push(
      invalid(
        `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${label}(\\.${label})*')`,
      ),
    );
  }
  return errors;
}

const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const longestGenerated = 63;

/** A name beginning with `generateName`, as the API server makes them up. */
export function generateName(prefix: string): string {
  const base = prefix.slice(0, longestGenerated - suffixLength);
  return base + Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

const qualifiedName = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$/;
const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** Keys of labels and annotations, and finalizers: `name` or `prefix/name`. */
export function checkQualifiedName(key: string, field: string, shown: unknown = key): FieldError[] {
  const invalid = (detail: string): FieldError => ({ type: "Invalid value", field, value: shown, detail });
  const parts = key.split("/");
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? parts[0] : undefined;
  const nameRule =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  if (parts.length > 2) {
    return [
      invalid(`a qualified name ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`),
    ];
  }
  const errors: FieldError[] = [];
  if (prefix === "") errors.push(invalid("prefix part must be non-empty"));
  else if (prefix !== undefined) {
    for (const error of checkName(prefix, "subdomain", field))
      errors.push(invalid(`prefix part ${error.detail ?? ""}`));
  }
  if (name === "") errors.push(invalid("name part must be non-empty"));
  else if (name.length > 63) errors.push(invalid("name part must be no more than 63 bytes"));
  if (!qualifiedName.test(name)) errors.push(invalid(`name part ${nameRule}`));
  return errors;
}

export function checkLabelValue(value: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (value.length > 63) {
    errors.push({ type: "Invalid value", field, value, detail: "must be no more than 63 bytes" });
  }
  if (!labelValue.test(value)) {
    const detail =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    errors.push({ type: "Invalid value", field, value, detail });
  }
  return errors;
}
