import type { SeededRandom } from "@capstan/harness/random";
import { samples } from "../../../build/kinds/samples.ts";
import { hostileWord } from "./values.ts";

/** A resource to write to, and a valid object of it. */
export interface Target {
  readonly collection: string;
  readonly sample: Readonly<Record<string, unknown>>;
}

const names = ["a", "a", "a", "b", "c.example.io"];
const group = "hostile.example.io";

/** The attacked namespaces: few names, so that little is stored. */
export const namespaces = ["default", "hostile"] as const;

const clusterScoped =
  /namespaces$|nodes$|persistentvolumes$|clusterrole|class|admission|webhook|customresource|certificatesigning|volumeattachments|csidrivers|csinodes|ipaddresses|servicecidrs|runtimeclasses|resourceslices/;

/** An object to write, of a built-in kind, a custom kind, or a kind that defines rules for others. */
export function drawnTarget(random: SeededRandom): Target {
  const name = random.pick(names);
  const namespace = random.happens(0.03) ? "nowhere" : random.pick(namespaces);
  const chosen = random.between(0, 9);
  if (chosen === 0) return definition(random);
  if (chosen === 1) return policy(random, name);
  return chosen === 2 ? gear(name, namespace) : builtIn(random.pick(Object.keys(samples)), name, namespace);
}

/** One object of each kind, for others to be changed into. */
export function firstTargets(): Target[] {
  return [...Object.keys(samples).map((key) => builtIn(key, "a", "default")), gear("a", "default")];
}

function gear(name: string, namespace: string): Target {
  const spec = { size: 1, name: "x", list: [{ name: "a" }] };
  const collection = `/apis/${group}/v1/namespaces/${namespace}/gears`;
  return { collection, sample: { apiVersion: `${group}/v1`, kind: "Gear", metadata: { name }, spec } };
}

function builtIn(key: string, name: string, namespace: string): Target {
  const [apiGroup = "", version = "", plural = ""] = key.split("/");
  const root = apiGroup === "" ? `/api/${version}` : `/apis/${apiGroup}/${version}`;
  const inNamespace = clusterScoped.test(plural) ? "" : `namespaces/${namespace}/`;
  return { collection: `${root}/${inNamespace}${plural}`, sample: { metadata: { name }, ...samples[key] } };
}

const tokens = [
  "self",
  ".size",
  ".list",
  ".all(x, x",
  "has(",
  ")",
  "oldSelf",
  "1",
  "'a'",
  "+",
  "==",
  "&&",
  "[0]",
  "matches('(a+)+$')",
  ".map(x, ",
  "{",
  "}",
  "?",
  ":",
  "!",
  "size(",
  "quantity('1')",
  "\u202e",
];

function expression(random: SeededRandom): string {
  const known = ["self.size > 0", "self.list.all(x, self.list.all(y, self.list.all(z, x == y)))", "true", "1", "self"];
  if (random.happens(0.4)) return random.pick(known);
  return Array.from({ length: random.between(1, 14) }, () => random.pick(tokens)).join("");
}

/** A definition of the custom kind, or of one of a few others. */
export function definition(random: SeededRandom): Target {
  const plural = random.pick(["gears", "gears", "wheels"]);
  const kind = plural === "gears" ? "Gear" : "Wheel";
  const spec = {
    type: "object",
    properties: {
      size: { type: "integer", minimum: 0, default: 1 },
      name: { type: "string", pattern: random.pick(["^(a+)+$", "[", "a{1000}", "^.*$"]), format: "date-time" },
      list: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
    },
    "x-kubernetes-validations": [{ rule: expression(random), messageExpression: expression(random) }],
  };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    subresources: { status: {}, scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" } },
    additionalPrinterColumns: [
      { name: "Size", type: "integer", jsonPath: random.pick([".spec.size", ".spec[", "..", "."]) },
    ],
    selectableFields: [{ jsonPath: ".spec.name" }],
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
  };
  return {
    collection: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    sample: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.${group}` },
      spec: { group, scope: "Namespaced", names: { plural, kind }, versions: [version] },
    },
  };
}

/** A webhook configuration or a policy, for resources that do not exist; otherwise it would respond in the server's place. */
function policy(random: SeededRandom, name: string): Target {
  const rules = [{ apiGroups: ["nowhere.example.io"], apiVersions: ["*"], operations: ["*"], resources: ["nothings"] }];
  const root = "/apis/admissionregistration.k8s.io/v1";
  const kind = random.pick([
    "validatingwebhookconfigurations",
    "mutatingwebhookconfigurations",
    "validatingadmissionpolicies",
  ]);
  const webhook = {
    name: "a.example.io",
    rules,
    clientConfig: { url: random.pick(["https://127.0.0.1:1/x", "http://a", "https://a?b#c", hostileWord(random)]) },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    matchConditions: [{ name: "a", expression: expression(random) }],
  };
  const spec = {
    matchConstraints: { resourceRules: rules },
    validations: [{ expression: expression(random), messageExpression: expression(random) }],
    variables: [{ name: "v", expression: expression(random) }],
  };
  const body = kind === "validatingadmissionpolicies" ? { spec } : { webhooks: [webhook] };
  return { collection: `${root}/${kind}`, sample: { metadata: { name }, ...body } };
}
