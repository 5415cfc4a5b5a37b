import { dnsSubdomainProblems } from "@capstan/kube";

const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** Why an entry of `extra` cannot be impersonated in the constrained modes. */
export function problemOfExtra(key: string, value: string): string | undefined {
  if (key === "") return "impersonating the empty string key in extra is not allowed";
  const problem = problemOfKey(key);
  if (problem !== undefined) return `impersonating an invalid key in extra is not allowed: extra.key: ${problem}`;
  if (key !== key.toLowerCase()) {
    return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
  }
  return value === "" ? "impersonating the empty string value in extra is not allowed" : undefined;
}

function problemOfKey(key: string): string | undefined {
  const invalid = (value: string, detail: string): string => `Invalid value: ${JSON.stringify(value)}: ${detail}`;
  const at = key.indexOf("/");
  const [host, path] = [key.slice(0, Math.max(at, 0)), key.slice(at + 1)];
  if (at <= 0 || path === "") return invalid(key, 'must be a domain-prefixed path (such as "acme.io/foo")');
  const [hostProblem] = dnsSubdomainProblems(host);
  if (hostProblem !== undefined) return invalid(host, hostProblem);
  if (new RegExp(`^${pathPattern}$`).test(path)) return undefined;
  return invalid(path, `Invalid path (regex used for validation is '${pathPattern}')`);
}
