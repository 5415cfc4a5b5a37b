import { configMaps as rule } from "./admission-world.ts";

/** A policy or binding without its name. */
export interface PolicyObject {
  readonly spec: object;
}

const vap = (spec: object): PolicyObject => ({
  spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "true" }], ...spec },
});

const V = "validatingadmissionpolicies";
const B = "validatingadmissionpolicybindings";
const bind = (spec: object): PolicyObject => ({ spec: { policyName: "p", validationActions: ["Deny"], ...spec } });
const rules = (r: object): PolicyObject => vap({ matchConstraints: { resourceRules: [{ ...rule, ...r }] } });
const expr = (expression: string, rest = {}): PolicyObject => vap({ validations: [{ expression }], ...rest });
/** Policies and bindings by title, each with the path at which it is created. */
export const policyObjects: readonly (readonly [string, string, PolicyObject])[] = [
  ["an empty spec", V, { spec: {} }],
  ["no rules", V, vap({ matchConstraints: {} })],
  ["nothing to validate", V, vap({ validations: [] })],
  ["good", V, vap({})],
  ["failure policy", V, vap({ failurePolicy: "Perhaps" })],
  ["match policy", V, vap({ matchConstraints: { matchPolicy: "Near", resourceRules: [rule] } })],
  ["rule operations", V, rules({ operations: [] })],
  ["rule groups", V, rules({ apiGroups: [] })],
  ["rule versions", V, rules({ apiVersions: [] })],
  ["rule resources", V, rules({ resources: [] })],
  ["rule scope", V, rules({ scope: "Some" })],
  [
    "selector operator",
    V,
    vap({
      matchConstraints: {
        resourceRules: [rule],
        objectSelector: { matchExpressions: [{ key: "a", operator: "Near" }] },
      },
    }),
  ],
  [
    "selector values",
    V,
    vap({
      matchConstraints: {
        resourceRules: [rule],
        namespaceSelector: {
          matchExpressions: [
            { key: "a", operator: "In" },
            { key: "_", operator: "Exists", values: ["b"] },
          ],
        },
      },
    }),
  ],
  [
    "selector labels",
    V,
    vap({
      matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: { "a/b/c": "no spaces here" } } },
    }),
  ],
  ["condition without name", V, vap({ matchConditions: [{ name: "", expression: "true" }] })],
  ["condition bad name", V, vap({ matchConditions: [{ name: "a b", expression: "true" }] })],
  [
    "condition twice",
    V,
    vap({
      matchConditions: [
        { name: "a", expression: "true" },
        { name: "a", expression: "false" },
      ],
    }),
  ],
  ["condition empty", V, vap({ matchConditions: [{ name: "a", expression: " " }] })],
  ["condition not bool", V, vap({ matchConditions: [{ name: "a", expression: "1" }] })],
  [
    "condition with variables",
    V,
    vap({
      variables: [{ name: "a", expression: "1" }],
      matchConditions: [{ name: "a", expression: "variables.a == 1" }],
    }),
  ],
  ["condition with params", V, vap({ matchConditions: [{ name: "a", expression: "params.x" }] })],
  [
    "too many conditions",
    V,
    vap({ matchConditions: Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: "true" })) }),
  ],
  ["variable without name", V, vap({ variables: [{ name: "", expression: "1" }] })],
  ["variable bad name", V, vap({ variables: [{ name: "a-b", expression: "1" }] })],
  ["variable reserved", V, vap({ variables: [{ name: "namespace", expression: "1" }] })],
  ["variable empty", V, vap({ variables: [{ name: "a", expression: "" }] })],
  ["variable unknown", V, vap({ variables: [{ name: "a", expression: "nothing" }] })],
  [
    "variable before itself",
    V,
    vap({
      variables: [
        { name: "a", expression: "variables.b" },
        { name: "b", expression: "1" },
      ],
    }),
  ],
  ["variable typed", V, expr("variables.a + 1 == 'x'", { variables: [{ name: "a", expression: "'x'" }] })],
  ["variable list", V, expr("variables.a[0] == 1", { variables: [{ name: "a", expression: "['x']" }] })],
  ["variable map", V, expr("variables.a.b.startsWith('x')", { variables: [{ name: "a", expression: "{'b': 1}" }] })],
  [
    "variable quantity",
    V,
    expr("variables.a.isGreaterThan(quantity('1'))", { variables: [{ name: "a", expression: "quantity('2')" }] }),
  ],
  ["expression empty", V, expr("")],
  ["expression not bool", V, expr("'x'")],
  ["expression dyn", V, expr("object.spec")],
  ["expression list", V, expr("[1]")],
  ["expression null", V, expr("null")],
  ["expression timestamp", V, expr("timestamp('2020-01-01T00:00:00Z')")],
  ["expression request", V, expr("request")],
  ["expression authorizer", V, expr("authorizer")],
  ["expression check", V, expr("authorizer.group('').resource('a').check('get')")],
  ["expression quantity", V, expr("quantity('1')")],
  ["expression optional", V, expr("object.?a")],
  ["expression unknown field", V, expr("request.nothing == 'a'")],
  ["expression unknown namespace field", V, expr("namespaceObject.metadata.uid == 'a'")],
  ["expression without variables", V, expr("variables.a == 1")],
  ["expression without params", V, expr("params.a == 1")],
  ["expression self", V, expr("self.a == 1")],
  ["expression overload", V, expr("1 + 'a' == 2")],
  ["expression method", V, expr("request.name.nothing()")],
  ["expression authorizer method", V, expr("authorizer.resource('a').check('get').allowed()")],
  ["expression mixed list", V, expr("['a', object.b] == ['a']")],
  ["expression mixed map", V, expr("{'a': 1, 2: 'b'} == {}")],
  ["expression lines", V, expr("object.a &&\nobject.b == 1 + 'x'")],
  ["expression regular", V, expr("'a'.matches('(')")],
  ["expression request resource", V, expr("authorizer.requestResource.check('get').allowed()")],
  ["message empty", V, vap({ validations: [{ expression: "true", message: " " }] })],
  ["message lines", V, vap({ validations: [{ expression: "true", message: "a\nb" }] })],
  ["message expression empty", V, vap({ validations: [{ expression: "true", messageExpression: " " }] })],
  ["message expression type", V, vap({ validations: [{ expression: "true", messageExpression: "1" }] })],
  [
    "message expression authorizer",
    V,
    vap({
      validations: [{ expression: "true", messageExpression: "string(authorizer.path('/').check('get').allowed())" }],
    }),
  ],
  ["reason", V, vap({ validations: [{ expression: "true", reason: "Because" }] })],
  ["reason unauthorized", V, vap({ validations: [{ expression: "true", reason: "Unauthorized" }] })],
  ["annotation empty", V, vap({ auditAnnotations: [{ key: "a", valueExpression: "" }] })],
  ["annotation null", V, vap({ auditAnnotations: [{ key: "a", valueExpression: "null" }] })],
  ["annotation mixed", V, vap({ auditAnnotations: [{ key: "a", valueExpression: "true ? 'a' : null" }] })],
  ["annotations alone", V, vap({ validations: [], auditAnnotations: [{ key: "a", valueExpression: "'a'" }] })],
  ["binding good", B, bind({})],
  ["binding empty", B, { spec: {} }],
  ["binding no actions", B, bind({ validationActions: [] })],
  [
    "binding param selector",
    B,
    bind({
      paramRef: { selector: { matchExpressions: [{ key: "a", operator: "X" }] }, parameterNotFoundAction: "Deny" },
    }),
  ],
];
