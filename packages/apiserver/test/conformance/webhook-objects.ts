import { configMaps as rule } from "./admission-world.ts";

interface Hooks {
  readonly webhooks: readonly object[];
}

const V = "validatingwebhookconfigurations";
const M = "mutatingwebhookconfigurations";

const hook = (rest: object): Hooks => ({
  webhooks: [
    {
      name: "a.example.com",
      clientConfig: { url: "https://a.example.com/x" },
      rules: [rule],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...rest,
    },
  ],
});
const svc = (service: object): Hooks => hook({ clientConfig: { service: { namespace: "a", name: "b", ...service } } });
const url = (text: string): Hooks => hook({ clientConfig: { url: text } });

/** Webhook configurations by title, each with the path at which it is created. */
export const webhookObjects: readonly (readonly [string, string, Hooks])[] = [
  ["webhook: good", V, hook({})],
  ["webhook: good, mutating", M, hook({})],
  ["webhook: no name", V, hook({ name: "" })],
  ["webhook: short name", V, hook({ name: "a.b" })],
  ["webhook: bad name", V, hook({ name: "A_.example.com" })],
  ["webhook: scope", V, hook({ rules: [{ ...rule, scope: "Some" }] })],
  ["webhook: side effects", V, hook({ sideEffects: "Some" })],
  ["webhook: unknown side effects", M, hook({ sideEffects: "Unknown" })],
  ["webhook: no side effects", V, hook({ sideEffects: undefined })],
  ["webhook: time", V, hook({ timeoutSeconds: 31 })],
  ["webhook: no time", V, hook({ timeoutSeconds: 0 })],
  ["webhook: selector", V, hook({ objectSelector: { matchExpressions: [{ key: "a", operator: "Near" }] } })],
  ["webhook: nowhere", V, hook({ clientConfig: {} })],
  ["webhook: both", V, hook({ clientConfig: { url: "https://a", service: { namespace: "a", name: "b" } } })],
  ["webhook: http", V, url("http://a.example.com")],
  ["webhook: user", V, url("https://me@a.example.com")],
  ["webhook: fragment", V, url("https://a.example.com/#x")],
  ["webhook: query", V, url("https://a.example.com/?x=y")],
  ["webhook: service without name", V, svc({ name: "", namespace: "" })],
  ["webhook: service port", V, svc({ port: 0 })],
  ["webhook: service port too high", V, svc({ port: 70000 })],
  ["webhook: service path", V, svc({ path: "x" })],
  ["webhook: service path steps", V, svc({ path: "/a//B/" })],
  ["webhook: service path of nothing", V, svc({ path: "//" })],
  ["webhook: service path fine", V, svc({ path: "/a/b/" })],
  ["webhook: condition", V, hook({ matchConditions: [{ name: "a", expression: "object.x == 1 + 'a'" }] })],
  ["webhook: condition with parameters", V, hook({ matchConditions: [{ name: "a", expression: "params.x" }] })],
  [
    "webhook: condition with authorizer",
    V,
    hook({ matchConditions: [{ name: "a", expression: "authorizer.path('/').check('get').allowed()" }] }),
  ],
  ["webhook: versions", V, hook({ admissionReviewVersions: [] })],
  ["webhook: unknown versions", V, hook({ admissionReviewVersions: ["v2"] })],
  ["webhook: bad versions", V, hook({ admissionReviewVersions: ["v1", "V_", "v1"] })],
  ["webhook: twice", V, { webhooks: [...hook({}).webhooks, ...hook({}).webhooks] }],
  ["webhook: failure policy", V, hook({ failurePolicy: "Perhaps" })],
  ["webhook: reinvocation policy", M, hook({ reinvocationPolicy: "Always" })],
];
