import type { Finding } from "../finding/finding.ts";
import type { SecretStrings } from "./secret-strings.ts";

/** Redacts all messages of a finding. Status fields are the author's responsibility. */
export function withoutSecrets(finding: Finding, secrets: SecretStrings): Finding {
  const message = secrets.redact(finding.message);
  const conditions = finding.conditions?.map((condition) =>
    condition.message === undefined ? condition : { ...condition, message: secrets.redact(condition.message) },
  );
  return { ...finding, message, ...(conditions === undefined ? {} : { conditions }) };
}
