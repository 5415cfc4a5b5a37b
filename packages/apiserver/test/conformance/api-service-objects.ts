const version = { group: "a.example.org", version: "v1", groupPriorityMinimum: 1_000, versionPriority: 10 };
const service = { namespace: "default", name: "a" };
const of = (spec: object): object => ({ metadata: { name: "v1.a.example.org" }, spec: { ...version, ...spec } });
const named = (name: string, spec: object): object => ({ metadata: { name }, spec: { ...version, ...spec } });

/** APIServices by title. */
export const apiServiceObjects: readonly (readonly [string, object])[] = [
  ["local", of({})],
  ["remote", of({ service })],
  ["nothing", { metadata: { name: "v1.a.example.org" } }],
  ["another name", named("v2.a.example.org", {})],
  ["no group", named("v1.", { group: "" })],
  ["no group of another version", named("v2.", { group: "", version: "v2" })],
  ["a bad group", named("v1.A_b", { group: "A_b" })],
  ["a bad version", named("V1.a.example.org", { version: "V1" })],
  ["priorities of nothing", of({ groupPriorityMinimum: 0, versionPriority: 0 })],
  ["priorities too high", of({ groupPriorityMinimum: 20_001, versionPriority: 1_001 })],
  ["the highest priorities", of({ groupPriorityMinimum: 20_000, versionPriority: 1_000 })],
  ["local with certificates", of({ caBundle: "AAAA", insecureSkipTLSVerify: true })],
  ["remote with certificates", of({ service, caBundle: "AAAA" })],
  ["remote with certificates that do not count", of({ service, caBundle: "AAAA", insecureSkipTLSVerify: true })],
  ["a service without names", of({ service: {} })],
  ["a bad port", of({ service: { ...service, port: 65_536 } })],
];
