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

const form = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s;
const hostForm = /^(?:\[[^\]]*\]|[^:\][ "<>^`{|}\\]*)(?::\d*)?$/;

/** Parses a URL as Go parses a request URL; undefined if it is invalid. */
function readUrl(text: string): Url | undefined {
  const [, scheme = "", authority, path = "", query = ""] = form.exec(text) ?? [];
  const host = (authority ?? "").replace(/^.*@/s, "");
  const isRooted = authority === undefined ? path.startsWith("/") : scheme !== "" || text.startsWith("/");
  // eslint-disable-next-line no-control-regex -- what Go refuses in a URL
  const isValid = isRooted && !/[\u0000-\u001f\u007f]/.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(path);
  return isValid && hostForm.test(host)
    ? new Url(text, { scheme: scheme.toLowerCase(), host, path, query })
    : undefined;
}

function toUrl(text: string): Url {
  const found = readUrl(text);
  if (found !== undefined) return found;
  throw new EvaluationError(`URL parse error during conversion from string: parse ${JSON.stringify(text)}`);
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
  global("isURL", "is_url_string", [stringType], boolType, (text: string) => readUrl(text) !== undefined),
  method("getScheme", "url_get_scheme", [urlType], stringType, ({ scheme }: Url) => scheme),
  method("getHost", "url_get_host", [urlType], stringType, ({ host }: Url) => host),
  method("getHostname", "url_get_hostname", [urlType], stringType, hostname),
  method("getPort", "url_get_port", [urlType], stringType, ({ host }: Url) => /:(\d*)$/.exec(host)?.[1] ?? ""),
  method("getEscapedPath", "url_get_escaped_path", [urlType], stringType, escapedPath),
  method("getQuery", "url_get_query", [urlType], mapOf(stringType, listOf(stringType)), query),
];
