/**
 * The messages with which kube-apiserver 1.36 rejects objects of `policy-objects.ts`, `mutating-policy-objects.ts` and
 * `webhook-objects.ts`, by title.
 */
export const policyObjectAnswers: Readonly<Record<string, string>> = {
  "an empty spec":
    "[spec.matchConstraints: Required value, spec.validations: Required value: validations or auditAnnotations must contain at least one item, spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item]",
  "no rules": "spec.matchConstraints.resourceRules: Required value",
  "nothing to validate":
    "[spec.validations: Required value: validations or auditAnnotations must contain at least one item, spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item]",
  "failure policy": 'spec.failurePolicy: Unsupported value: "Perhaps": supported values: "Fail", "Ignore"',
  "match policy":
    'spec.matchConstraints.matchPolicy: Unsupported value: "Near": supported values: "Equivalent", "Exact"',
  "rule operations": "spec.matchConstraints.resourceRules[0].operations: Required value",
  "rule groups": "spec.matchConstraints.resourceRules[0].apiGroups: Required value",
  "rule versions": "spec.matchConstraints.resourceRules[0].apiVersions: Required value",
  "rule resources": "spec.matchConstraints.resourceRules[0].resources: Required value",
  "rule scope":
    'spec.matchConstraints.resourceRules[0].scope: Unsupported value: "Some": supported values: "*", "Cluster", "Namespaced"',
  "selector operator":
    'spec.matchConstraints.objectSelector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
  "selector values":
    "[spec.matchConstraints.namespaceSelector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn', spec.matchConstraints.namespaceSelector.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist', spec.matchConstraints.namespaceSelector.matchExpressions[1].key: Invalid value: \"_\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')]",
  "selector labels":
    "[spec.matchConstraints.objectSelector.matchLabels: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName'), spec.matchConstraints.objectSelector.matchLabels: Invalid value: \"no spaces here\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')]",
  "condition without name": "spec.matchConditions[0].name: Required value",
  "condition bad name":
    "spec.matchConditions[0].name: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  "condition twice": 'spec.matchConditions[1].name: Duplicate value: "a"',
  "condition empty": "spec.matchConditions[0].expression: Required value",
  "condition not bool": 'spec.matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
  "condition with variables":
    "spec.matchConditions[0].expression: Invalid value: \"variables.a == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.a == 1\n | ^",
  "condition with params":
    "spec.matchConditions[0].expression: Invalid value: \"params.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
  "too many conditions": "spec.matchConditions: Too many: 65: must have at most 64 items",
  "variable without name": "spec.variables[0].name: Required value: name is not specified",
  "variable bad name": 'spec.variables[0].name: Invalid value: "a-b": must be a valid CEL identifier',
  "variable reserved": 'spec.variables[0].name: Invalid value: "namespace": must be a valid CEL identifier',
  "variable empty": "spec.variables[0].expression: Required value: expression is not specified",
  "variable unknown":
    "spec.variables[0].expression: Invalid value: \"nothing\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'nothing' (in container '')\n | nothing\n | ^",
  "variable before itself":
    "spec.variables[0].expression: Invalid value: \"variables.b\": compilation failed: ERROR: <input>:1:10: undefined field 'b'\n | variables.b\n | .........^",
  "variable typed":
    "spec.validations[0].expression: Invalid value: \"variables.a + 1 == 'x'\": compilation failed: ERROR: <input>:1:13: found no matching overload for '_+_' applied to '(string, int)'\n | variables.a + 1 == 'x'\n | ............^",
  "variable list":
    "spec.validations[0].expression: Invalid value: \"variables.a[0] == 1\": compilation failed: ERROR: <input>:1:16: found no matching overload for '_==_' applied to '(string, int)'\n | variables.a[0] == 1\n | ...............^",
  "variable map":
    "spec.validations[0].expression: Invalid value: \"variables.a.b.startsWith('x')\": compilation failed: ERROR: <input>:1:25: found no matching overload for 'startsWith' applied to 'int.(string)'\n | variables.a.b.startsWith('x')\n | ........................^",
  "expression empty": "spec.validations[0].expression: Required value: expression is not specified",
  "expression not bool": "spec.validations[0].expression: Invalid value: \"'x'\": must evaluate to bool but got string",
  "expression dyn": 'spec.validations[0].expression: Invalid value: "object.spec": must evaluate to bool but got dyn',
  "expression list": 'spec.validations[0].expression: Invalid value: "[1]": must evaluate to bool but got list(int)',
  "expression null": 'spec.validations[0].expression: Invalid value: "null": must evaluate to bool but got null_type',
  "expression timestamp":
    "spec.validations[0].expression: Invalid value: \"timestamp('2020-01-01T00:00:00Z')\": must evaluate to bool but got google.protobuf.Timestamp",
  "expression request":
    'spec.validations[0].expression: Invalid value: "request": must evaluate to bool but got kubernetes.AdmissionRequest',
  "expression quantity":
    "spec.validations[0].expression: Invalid value: \"quantity('1')\": must evaluate to bool but got kubernetes.Quantity",
  "expression optional":
    'spec.validations[0].expression: Invalid value: "object.?a": must evaluate to bool but got optional_type(dyn)',
  "expression unknown field":
    "spec.validations[0].expression: Invalid value: \"request.nothing == 'a'\": compilation failed: ERROR: <input>:1:8: undefined field 'nothing'\n | request.nothing == 'a'\n | .......^",
  "expression unknown namespace field":
    "spec.validations[0].expression: Invalid value: \"namespaceObject.metadata.uid == 'a'\": compilation failed: ERROR: <input>:1:25: undefined field 'uid'\n | namespaceObject.metadata.uid == 'a'\n | ........................^",
  "expression without variables":
    "spec.validations[0].expression: Invalid value: \"variables.a == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.a == 1\n | ^",
  "expression without params":
    "spec.validations[0].expression: Invalid value: \"params.a == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.a == 1\n | ^",
  "expression self":
    "spec.validations[0].expression: Invalid value: \"self.a == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'self' (in container '')\n | self.a == 1\n | ^",
  "expression overload":
    "spec.validations[0].expression: Invalid value: \"1 + 'a' == 2\": compilation failed: ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + 'a' == 2\n | ..^",
  "expression method":
    "spec.validations[0].expression: Invalid value: \"request.name.nothing()\": compilation failed: ERROR: <input>:1:21: undeclared reference to 'nothing' (in container '')\n | request.name.nothing()\n | ....................^",
  "expression mixed list":
    "spec.validations[0].expression: Invalid value: \"['a', object.b] == ['a']\": compilation failed: ERROR: <input>:1:13: expected type 'string' but found 'dyn'\n | ['a', object.b] == ['a']\n | ............^",
  "expression mixed map":
    "spec.validations[0].expression: Invalid value: \"{'a': 1, 2: 'b'} == {}\": compilation failed: ERROR: <input>:1:10: expected type 'string' but found 'int'\n | {'a': 1, 2: 'b'} == {}\n | .........^\nERROR: <input>:1:13: expected type 'int' but found 'string'\n | {'a': 1, 2: 'b'} == {}\n | ............^",
  "expression lines":
    "spec.validations[0].expression: Invalid value: \"object.a &&\\nobject.b == 1 + 'x'\": compilation failed: ERROR: <input>:2:15: found no matching overload for '_+_' applied to '(int, string)'\n | object.b == 1 + 'x'\n | ..............^",
  "expression regular":
    "spec.validations[0].expression: Invalid value: \"'a'.matches('(')\": compilation failed: ERROR: <input>:1:13: invalid matches argument\n | 'a'.matches('(')\n | ............^",
  "message empty": 'spec.validations[0].message: Invalid value: " ": must be non-empty if specified',
  "message lines": 'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
  "message expression empty":
    'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
  "message expression type":
    'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
  reason:
    'spec.validations[0].reason: Unsupported value: "Because": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
  "reason unauthorized":
    'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
  "annotation empty": "spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified",
  "annotation mixed":
    "spec.auditAnnotations[0].valueExpression: Invalid value: \"true ? 'a' : null\": compilation failed: ERROR: <input>:1:6: found no matching overload for '_?_:_' applied to '(bool, string, null)'\n | true ? 'a' : null\n | .....^",
  "binding empty":
    "[spec.policyName: Required value, spec.validationActions: Required value: at least one validation action is required]",
  "binding no actions": "spec.validationActions: Required value: at least one validation action is required",
  "binding param selector":
    'spec.paramRef.selector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator',
  "mutating: empty":
    "[spec.matchConstraints: Required value, spec.mutations: Required value: mutations must contain at least one item, spec.reinvocationPolicy: Required value]",
  "mutating: no mutations": "spec.mutations: Required value: mutations must contain at least one item",
  "mutating: no reinvocation policy":
    '[spec.mutations[0].jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn), spec.reinvocationPolicy: Required value]',
  "mutating: reinvocation policy":
    'spec.reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"',
  "mutating: empty list":
    'spec.mutations[0].jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn)',
  "mutating: no patch type": "spec.mutations[0].patchType: Required value",
  "mutating: patch type":
    'spec.mutations[0].patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"',
  "mutating: no patch": "spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch",
  "mutating: no configuration":
    "spec.mutations[0].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration",
  "mutating: the other one":
    '[spec.mutations[0].jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn), spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch]',
  "mutating: the other one, too":
    'spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
  "mutating: empty patch": "spec.mutations[0].jsonPatch.expression: Required value",
  "mutating: empty configuration": "spec.mutations[0].applyConfiguration.expression: Required value",
  "mutating: patch of another type":
    'spec.mutations[0].jsonPatch.expression: Invalid value: "Object{}": must evaluate to list(JSONPatch) but got Object',
  "mutating: patch of a map":
    "spec.mutations[0].jsonPatch.expression: Invalid value: \"[{'op': 'add'}]\": must evaluate to list(JSONPatch) but got list(map(string, string))",
  "mutating: configuration of another type":
    'spec.mutations[0].applyConfiguration.expression: Invalid value: "[]": must evaluate to Object but got list(dyn)',
  "mutating: configuration of another object":
    'spec.mutations[0].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
  "mutating: configuration of a map":
    "spec.mutations[0].applyConfiguration.expression: Invalid value: \"{'a': 1}\": must evaluate to Object but got map(string, int)",
  "mutating: op of another type":
    "spec.mutations[0].jsonPatch.expression: Invalid value: \"[JSONPatch{op: 1, path: '/a'}]\": compilation failed: ERROR: <input>:1:14: expected type of field 'op' is 'string' but provided type is 'int'\n | [JSONPatch{op: 1, path: '/a'}]\n | .............^",
  "mutating: unknown type":
    "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Other{a: 1}\": compilation failed: ERROR: <input>:1:6: undeclared reference to 'Other' (in container '')\n | Other{a: 1}\n | .....^",
  "mutating: unknown type in a type":
    "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Object{a: Wrong.b{}}\": compilation failed: ERROR: <input>:1:18: undeclared reference to 'Wrong.b' (in container '')\n | Object{a: Wrong.b{}}\n | .................^",
  "mutating: unknown variable":
    "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Object{a: nothing}\": compilation failed: ERROR: <input>:1:11: undeclared reference to 'nothing' (in container '')\n | Object{a: nothing}\n | ..........^",
  "mutating: escaped key of another type":
    "spec.mutations[0].jsonPatch.expression: Invalid value: \"[JSONPatch{op: 'remove', path: jsonpatch.escapeKey(1)}]\": compilation failed: ERROR: <input>:1:51: found no matching overload for 'jsonpatch.escapeKey' applied to '(int)'\n | [JSONPatch{op: 'remove', path: jsonpatch.escapeKey(1)}]\n | ..................................................^",
  "mutating: condition with a type":
    "[spec.matchConditions[0].expression: Invalid value: \"Object{} == object\": compilation failed: ERROR: <input>:1:7: undeclared reference to 'Object' (in container '')\n | Object{} == object\n | ......^, spec.mutations[0].jsonPatch.expression: Invalid value: \"[]\": must evaluate to list(JSONPatch) but got list(dyn)]",
  "mutating: condition with escaped key":
    "[spec.matchConditions[0].expression: Invalid value: \"jsonpatch.escapeKey('a') == 'a'\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'jsonpatch' (in container '')\n | jsonpatch.escapeKey('a') == 'a'\n | ^\nERROR: <input>:1:20: undeclared reference to 'escapeKey' (in container '')\n | jsonpatch.escapeKey('a') == 'a'\n | ...................^, spec.mutations[0].jsonPatch.expression: Invalid value: \"[]\": must evaluate to list(JSONPatch) but got list(dyn)]",
  "mutating: variable with a type":
    "[spec.variables[0].expression: Invalid value: \"Object{}\": compilation failed: ERROR: <input>:1:7: undeclared reference to 'Object' (in container '')\n | Object{}\n | ......^, spec.mutations[0].jsonPatch.expression: Invalid value: \"[]\": must evaluate to list(JSONPatch) but got list(dyn)]",
  "mutating: lines":
    "spec.mutations[0].jsonPatch.expression: Invalid value: \"[\\n  JSONPatch{op: 'add', path: '/a',\\n value: 1 + 'x'}]\": compilation failed: ERROR: <input>:3:11: found no matching overload for '_+_' applied to '(int, string)'\n |  value: 1 + 'x'}]\n | ..........^",
  "mutating: optional that is not":
    "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Object{?spec: object.spec.size() }\": compilation failed: ERROR: <input>:1:31: expected type 'optional_type(int)' but found 'int'\n | Object{?spec: object.spec.size() }\n | ..............................^",
  "mutating: mixed types in a list":
    "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Object{spec: Object.spec{a: [Object.spec.a{}, Object.spec.b{}]}}\": compilation failed: ERROR: <input>:1:60: expected type 'Object.spec.a' but found 'Object.spec.b'\n | Object{spec: Object.spec{a: [Object.spec.a{}, Object.spec.b{}]}}\n | ...........................................................^",
  "mutating: variables without any":
    "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Object{a: variables.b}\": compilation failed: ERROR: <input>:1:20: undefined field 'b'\n | Object{a: variables.b}\n | ...................^",
  "mutating binding: empty": "spec.policyName: Required value",
  "mutating binding: params": "spec.paramRef.parameterNotFoundAction: Required value",
  "webhook: no name": "webhooks[0].name: Required value",
  "webhook: short name":
    'webhooks[0].name: Invalid value: "a.b": should be a domain with at least three segments separated by dots',
  "webhook: bad name":
    "webhooks[0].name: Invalid value: \"A_.example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  "webhook: scope":
    'webhooks[0].rules[0].scope: Unsupported value: "Some": supported values: "*", "Cluster", "Namespaced"',
  "webhook: side effects":
    'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
  "webhook: unknown side effects":
    'webhooks[0].sideEffects: Unsupported value: "Unknown": supported values: "None", "NoneOnDryRun"',
  "webhook: no side effects": "webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun",
  "webhook: time": "webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds",
  "webhook: no time":
    "webhooks[0].timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds",
  "webhook: selector":
    'webhooks[0].objectSelector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
  "webhook: nowhere": "webhooks[0].clientConfig: Required value: exactly one of url or service is required",
  "webhook: both": "webhooks[0].clientConfig: Required value: exactly one of url or service is required",
  "webhook: http":
    "webhooks[0].clientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
  "webhook: user": 'webhooks[0].clientConfig.url: Invalid value: "me": user information is not permitted in the URL',
  "webhook: fragment": 'webhooks[0].clientConfig.url: Invalid value: "x": fragments are not permitted in the URL',
  "webhook: query": 'webhooks[0].clientConfig.url: Invalid value: "x=y": query parameters are not permitted in the URL',
  "webhook: service without name":
    "[webhooks[0].clientConfig.service.name: Required value, webhooks[0].clientConfig.service.namespace: Required value]",
  "webhook: service port":
    "webhooks[0].clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive",
  "webhook: service port too high":
    "webhooks[0].clientConfig.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive",
  "webhook: service path":
    '[webhooks[0].clientConfig.service.path: Invalid value: "x": must start with a \'/\', webhooks[0].clientConfig.service.path: Invalid value: "x": segment[0] may not be empty]',
  "webhook: service path steps":
    "[webhooks[0].clientConfig.service.path: Invalid value: \"/a//B/\": segment[1] may not be empty, webhooks[0].clientConfig.service.path: Invalid value: \"/a//B/\": segment[2]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')]",
  "webhook: service path of nothing":
    'webhooks[0].clientConfig.service.path: Invalid value: "//": segment[0] may not be empty',
  "webhook: condition":
    "webhooks[0].matchConditions[0].expression: Invalid value: \"object.x == 1 + 'a'\": compilation failed: ERROR: <input>:1:15: found no matching overload for '_+_' applied to '(int, string)'\n | object.x == 1 + 'a'\n | ..............^",
  "webhook: condition with parameters":
    "webhooks[0].matchConditions[0].expression: Invalid value: \"params.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
  "webhook: versions": "webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1",
  "webhook: unknown versions":
    'webhooks[0].admissionReviewVersions: Invalid value: ["v2"]: must include at least one of v1, v1beta1',
  "webhook: bad versions":
    "[webhooks[0].admissionReviewVersions[1]: Invalid value: \"V_\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?'), webhooks[0].admissionReviewVersions[2]: Invalid value: \"v1\": duplicate version]",
  "webhook: twice": 'webhooks[1].name: Duplicate value: "a.example.com"',
  "webhook: failure policy":
    'webhooks[0].failurePolicy: Unsupported value: "Perhaps": supported values: "Fail", "Ignore"',
  "webhook: reinvocation policy":
    'webhooks[0].reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"',
};
