import { boolType, listOf, mapOf, opaque, stringType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { ArrayList, type CelMap, EntryMap, OpaqueValue } from "../values/value.ts";
import { global, method, type Overload } from "./overload.ts";

const urlType = opaque("kubernetes.URL");

/** A URL, parsed as in Go. */
class Url extends OpaqueValue {
  override readonly typeName = "kubernetes.URL";
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;

  constructor(text: string, parts: { scheme: string; host: string; path: string; query: string }) {
    super();
    this.text = text;
    this.scheme = parts.scheme;
    this.host = parts.host;
    this.path = parts.path;
    this.query = parts.query;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Url && other.text === this.text;
  }
}

// oxlint-disable-next-line no-control-regex -- what Go refuses in a URL
const control = /[\u0000-\u001f\u007f]/;
const form = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s;

/** Parses a URL, or returns why Go does not accept it as a request URL. */
function readUrl(text: string): Url | string {
  const problem = (why: string): string => `parse ${JSON.stringify(text)}: ${why}`;
  if (control.test(text)) return problem("net/url: invalid control character in URL");
  if (text === "") return problem("empty url");
  const [, scheme = "", authority, path = "", query = ""] = form.exec(text) ?? [];
  if (text.startsWith(":")) return problem("missing protocol scheme");
  if (scheme === "" && !text.startsWith("/")) return problem("invalid URI for request");
  if (scheme !== "" && authority === undefined && !path.startsWith("/")) return problem("invalid URI for request");
  const badEscape = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(path);
  if (badEscape !== null) return problem(`invalid URL escape ${JSON.stringify(badEscape[0])}`);
  const host = (authority ?? "").replace(/^.*@/s, "");
  const hostProblem = problemOfHost(host);
  return hostProblem === undefined
    ? new Url(text, { scheme: scheme.toLowerCase(), host, path, query })
    : problem(hostProblem);
}

function problemOfHost(host: string): string | undefined {
  const bad = /[ "<>^`{|}\\]/.exec(host);
  if (bad !== null) return `invalid character ${JSON.stringify(bad[0])} in host name`;
  if (host.startsWith("[") && !host.includes("]")) return "missing ']' in host";
  const port = host.startsWith("[") ? host.slice(host.indexOf("]") + 1) : host.slice(host.lastIndexOf(":"));
  if (!host.includes(":") || port === "" || /^:\d*$/.test(port)) return undefined;
  return `invalid port ${JSON.stringify(port)} after host`;
}

function toUrl(text: string): Url {
  const found = readUrl(text);
  if (typeof found === "string") {
    throw new EvaluationError(`URL parse error during conversion from string: ${found}`);
  }
  return found;
}

function hostname({ host }: Url): string {
  if (host.startsWith("[")) return host.slice(1, host.indexOf("]"));
  return host.replace(/:\d*$/, "");
}

function escapedPath({ path }: Url): string {
  return path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]/gu, (character) => encodeURIComponent(character));
}

function query({ query: text }: Url): CelMap {
  const values = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) values.set(key, [...(values.get(key) ?? []), value]);
  return new EntryMap(Array.from(values, ([key, found]) => [key, new ArrayList(found)] as const));
}

/** Kubernetes' functions for URLs. */
export const urls: readonly Overload[] = [
  global("url", "string_to_url", [stringType], urlType, toUrl),
  global("isURL", "is_url_string", [stringType], boolType, (text: string) => typeof readUrl(text) !== "string"),
  method("getScheme", "url_get_scheme", [urlType], stringType, ({ scheme }: Url) => scheme),
  method("getHost", "url_get_host", [urlType], stringType, ({ host }: Url) => host),
  method("getHostname", "url_get_hostname", [urlType], stringType, hostname),
  method("getPort", "url_get_port", [urlType], stringType, ({ host }: Url) => /:(\d*)$/.exec(host)?.[1] ?? ""),
  method("getEscapedPath", "url_get_escaped_path", [urlType], stringType, escapedPath),
  method("getQuery", "url_get_query", [urlType], mapOf(stringType, listOf(stringType)), query),
];
