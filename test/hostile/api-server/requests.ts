import type { SeededRandom } from "@capstan/harness/random";
import { objectBody, patchBody, type Payload } from "./bodies.ts";
import { brokenText } from "./mutations.ts";
import { drawnTarget, type Target } from "./objects.ts";
import { hostileWord } from "./values.ts";

/** One request of an attacker. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: Payload;
  /** When the attacker disconnects: never, before the body is complete, or at the response. */
  readonly leaves: "never" | "before the end" | "on the answer";
}

/** The next request of a seeded sequence. */
export function drawnRequest(random: SeededRandom): HostileRequest {
  const target = drawnTarget(random);
  const kind = random.between(0, 19);
  if (kind === 0) return { method: "GET", path: strayPath(random), headers: headers(random), leaves: "never" };
  if (kind <= 2) return watch(random, target);
  const method = random.pick([
    "GET",
    "POST",
    "POST",
    "PUT",
    "PATCH",
    "PATCH",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "PROPFIND",
  ]);
  const path = pathOf(random, method, target);
  const hasBody = method !== "GET" || random.happens(0.05);
  const payload = method === "PATCH" ? patchBody(random, target.sample) : objectBody(random, target.sample);
  return {
    method,
    path: `${path}${query(random)}`,
    headers: headers(random),
    ...(hasBody ? { payload } : {}),
    leaves: random.happens(0.02) ? "before the end" : "never",
  };
}

function watch(random: SeededRandom, { collection }: Target): HostileRequest {
  const path = `${collection}?watch=${random.pick(["true", "1", "yes"])}&timeoutSeconds=${random.pick(["1", "0", "-1", "x"])}`;
  return { method: "GET", path: `${path}&${parameters(random)}`, headers: headers(random), leaves: "on the answer" };
}

function pathOf(random: SeededRandom, method: string, { collection, sample }: Target): string {
  const { name } = sample.metadata as { name: string };
  if (method === "POST" && random.happens(0.9)) return collection;
  // Collections are rarely deleted, so that there are objects to attack.
  const one = method === "DELETE" && random.happens(0.02) ? collection : `${collection}/${name}`;
  const below = random.happens(0.2)
    ? `/${random.pick(["status", "scale", "eviction", "binding", "token", "finalize", "approval", "resize", "ephemeralcontainers", "log", "proxy", encodeURIComponent(hostileWord(random).toWellFormed())])}`
    : "";
  const path = method === "GET" && random.happens(0.4) ? collection : `${one}${below}`;
  return random.happens(0.05) ? asPath(brokenText(random, path)) : path;
}

/** Converts a string to a valid request target that begins with a slash. */
function asPath(path: string): string {
  return `/${encodeURI(path.toWellFormed()).replaceAll("#", "%23").replace(/^\/+/, "")}`.slice(0, 8_000);
}

const stray = [
  "/",
  "/api",
  "/apis",
  "/api/v1",
  "/apis/apps",
  "/apis/apps/v1",
  "/openapi/v2",
  "/openapi/v3",
  "/openapi/v3/apis/apps/v1",
  "/openapi/v3/apis/hostile.example.io/v1",
  "/version",
  "/healthz",
  "/livez?verbose",
  "/readyz/ping",
  "/metrics",
  "/.well-known/openid-configuration",
  "/openid/v1/jwks",
  "/debug/pprof/",
  "/logs/",
  "/api//v1",
  "/apis/../etc",
];

function strayPath(random: SeededRandom): string {
  return random.happens(0.6) ? random.pick(stray) : asPath(brokenText(random, random.pick(stray)));
}

const numbers = ["0", "1", "-1", "500", "abc", "1.5", "999999999999999999999", "", "0x10", " 1"];
const tokens = ["", "e30", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0", "!!!", "eyJ2IjoieCJ9", "null"];
const selectors = [
  "a=b",
  "a in (b,c)",
  "a notin ()",
  "!a",
  "a,,b",
  "a==b,c!=d",
  "a in (",
  "((((",
  "metadata.name=a",
  "spec.x=y",
  "a=é",
  "=",
  ",",
  "a>1",
];
const known: Readonly<Record<string, readonly string[]>> = {
  limit: numbers,
  continue: tokens,
  labelSelector: selectors,
  fieldSelector: selectors,
  // No future versions, because the real server responds with 504.
  resourceVersion: ["0", "1", "-1", "abc", "", "00", "1.5"],
  resourceVersionMatch: ["Exact", "NotOlderThan", "", "x"],
  allowWatchBookmarks: ["true", "x"],
  sendInitialEvents: ["true", "false", "x"],
  dryRun: ["All", "", "x"],
  fieldManager: ["me", "", "x".repeat(200), "\u0000", "é"],
  fieldValidation: ["Strict", "Warn", "Ignore", "x"],
  force: ["true", "x"],
  propagationPolicy: ["Orphan", "Foreground", "Background", "x"],
  gracePeriodSeconds: numbers,
  orphanDependents: ["true", "x"],
  pretty: ["true", "x"],
  includeObject: ["None", "Object", "x"],
  timeoutSeconds: numbers,
};

function query(random: SeededRandom): string {
  return random.happens(0.5) ? "" : `?${parameters(random)}`;
}

function parameters(random: SeededRandom): string {
  const one = (): string => {
    const [name, values] = random.pick(Object.entries(known));
    const value = random.happens(0.1) ? hostileWord(random, 30) : random.pick(values);
    return `${name}=${random.happens(0.05) ? "%zz" : encodeURIComponent(value.toWellFormed())}`;
  };
  return Array.from({ length: random.between(1, 4) }, one).join("&");
}

const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
const accepted = [
  table,
  "application/vnd.kubernetes.protobuf",
  "application/yaml",
  "application/cbor",
  "*/*;q=x",
  ";;;,,,",
  "application/json;as=Nothing",
  `${"a/b,".repeat(500)}*/*`,
];

function headers(random: SeededRandom): Record<string, string> {
  const result: Record<string, string> = {};
  if (random.happens(0.15)) result.accept = random.pick(accepted);
  if (random.happens(0.03))
    result["impersonate-user"] = random.pick(["jane", "system:admin", "a".repeat(2_000), "%00"]);
  if (random.happens(0.02)) result["impersonate-group"] = "system:masters";
  if (random.happens(0.02)) result["impersonate-extra-%zz"] = "x";
  if (random.happens(0.03))
    result.authorization = random.pick(["Bearer x.y.z", "Bearer ", "Basic YTpi", "Bearer eyJhbGciOiJub25lIn0.e30."]);
  if (random.happens(0.03)) result["accept-encoding"] = random.pick(["gzip", "br;q=2", "x"]);
  if (random.happens(0.02)) result["if-none-match"] = '"x"';
  if (random.happens(0.02)) result["user-agent"] = "x".repeat(4_000);
  return result;
}
