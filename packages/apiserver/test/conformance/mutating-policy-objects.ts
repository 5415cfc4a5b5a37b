import { configMaps } from "./admission-world.ts";
import { type PolicyObject } from "./policy-objects.ts";

const rule = { ...configMaps, operations: ["CREATE"] };
const M = "mutatingadmissionpolicies";
const MB = "mutatingadmissionpolicybindings";

const map = (spec: object): PolicyObject => ({
  spec: { matchConstraints: { resourceRules: [rule] }, reinvocationPolicy: "Never", ...spec },
});
const patch = (expression: string, rest = {}): PolicyObject =>
  map({ mutations: [{ patchType: "JSONPatch", jsonPatch: { expression } }], ...rest });
const conf = (expression: string): PolicyObject =>
  map({ mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }] });

/** Mutating policies and their bindings by title, each with the path at which it is created. */
export const mutatingPolicyObjects: readonly (readonly [string, string, PolicyObject])[] = [
  ["mutating: empty", M, { spec: {} }],
  ["mutating: no mutations", M, map({ mutations: [] })],
  ["mutating: good patch", M, patch("[JSONPatch{op: 'add', path: '/a', value: 1}]")],
  ["mutating: good apply", M, conf("Object{spec: Object.spec{a: 1}}")],
  ["mutating: no reinvocation policy", M, patch("[]", { reinvocationPolicy: "" })],
  [
    "mutating: reinvocation policy",
    M,
    patch("[JSONPatch{op: 'add', path: '/a', value: 1}]", { reinvocationPolicy: "Always" }),
  ],
  ["mutating: empty list", M, patch("[]")],
  ["mutating: no patch type", M, map({ mutations: [{}] })],
  ["mutating: patch type", M, map({ mutations: [{ patchType: "Merge" }] })],
  ["mutating: no patch", M, map({ mutations: [{ patchType: "JSONPatch" }] })],
  ["mutating: no configuration", M, map({ mutations: [{ patchType: "ApplyConfiguration" }] })],
  [
    "mutating: the other one",
    M,
    map({
      mutations: [
        { patchType: "JSONPatch", jsonPatch: { expression: "[]" }, applyConfiguration: { expression: "Object{}" } },
      ],
    }),
  ],
  [
    "mutating: the other one, too",
    M,
    map({
      mutations: [
        {
          patchType: "ApplyConfiguration",
          jsonPatch: { expression: "[]" },
          applyConfiguration: { expression: "Object{}" },
        },
      ],
    }),
  ],
  ["mutating: empty patch", M, patch(" ")],
  ["mutating: empty configuration", M, conf("")],
  ["mutating: patch of another type", M, patch("Object{}")],
  ["mutating: patch of a map", M, patch("[{'op': 'add'}]")],
  ["mutating: configuration of another type", M, conf("[]")],
  ["mutating: configuration of another object", M, conf("Object.spec{}")],
  ["mutating: configuration of a map", M, conf("{'a': 1}")],
  ["mutating: op of another type", M, patch("[JSONPatch{op: 1, path: '/a'}]")],
  ["mutating: unknown type", M, conf("Other{a: 1}")],
  ["mutating: unknown type in a type", M, conf("Object{a: Wrong.b{}}")],
  ["mutating: unknown variable", M, conf("Object{a: nothing}")],
  ["mutating: escaped key", M, patch("[JSONPatch{op: 'remove', path: '/a/' + jsonpatch.escapeKey('x/y')}]")],
  ["mutating: escaped key of another type", M, patch("[JSONPatch{op: 'remove', path: jsonpatch.escapeKey(1)}]")],
  [
    "mutating: condition with a type",
    M,
    patch("[]", { matchConditions: [{ name: "a", expression: "Object{} == object" }] }),
  ],
  [
    "mutating: condition with escaped key",
    M,
    patch("[]", { matchConditions: [{ name: "a", expression: "jsonpatch.escapeKey('a') == 'a'" }] }),
  ],
  ["mutating: variable with a type", M, patch("[]", { variables: [{ name: "a", expression: "Object{}" }] })],
  ["mutating: lines", M, patch("[\n  JSONPatch{op: 'add', path: '/a',\n value: 1 + 'x'}]")],
  ["mutating: optional", M, conf("Object{?spec: object.?spec}")],
  ["mutating: optional that is not", M, conf("Object{?spec: object.spec.size() }")],
  ["mutating: mixed types in a list", M, conf("Object{spec: Object.spec{a: [Object.spec.a{}, Object.spec.b{}]}}")],
  ["mutating: condition", M, conf("object.a ? Object{} : Object{a: 1}")],
  ["mutating: variables without any", M, conf("Object{a: variables.b}")],
  ["mutating binding: good", MB, { spec: { policyName: "p" } }],
  ["mutating binding: empty", MB, { spec: {} }],
  ["mutating binding: params", MB, { spec: { policyName: "p", paramRef: { name: "a" } } }],
];
