const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const labelForm = new RegExp(`^${label}$`);
const subdomainForm = new RegExp(`^${subdomain}$`);
const longestLabel = 63;
/** The longest lowercase RFC 1123 subdomain, in characters. */
export const longestSubdomain = 253;

/** The problems of a string as a lowercase RFC 1123 label, with the messages of the API server; empty if there is no problem. */
export function dnsLabelProblems(text: string): string[] {
  const problems = text.length > longestLabel ? [tooLong(longestLabel)] : [];
  if (labelForm.test(text)) return problems;
  if (subdomainForm.test(text)) return [...problems, "must not contain dots"];
  return [
    ...problems,
    `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`,
  ];
}

/** The problems of a string as a lowercase RFC 1123 subdomain, with the messages of the API server; empty if there is no problem. */
export function dnsSubdomainProblems(text: string): string[] {
  const problems = text.length > longestSubdomain ? [tooLong(longestSubdomain)] : [];
  if (subdomainForm.test(text)) return problems;
  return [
    ...problems,
    `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`,
  ];
}

/** The API server's message for a string that is too long. */
export function tooLong(bytes: number): string {
  return `must be no more than ${bytes} bytes`;
}
