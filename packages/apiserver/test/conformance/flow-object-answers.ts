/** The messages with which kube-apiserver 1.36 rejects objects of `flow-objects.ts`, by title. */
export const flowObjectAnswers: Readonly<Record<string, string>> = {
  "a schema with nothing": "spec.priorityLevelConfiguration.name: Required value: must reference a priority level",
  "a level with a bad name":
    "spec.priorityLevelConfiguration.name: Invalid value: \"A b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  "a precedence below zero": "spec.matchingPrecedence: Invalid value: -1: must be a positive value",
  "a precedence too high": "spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000",
  "the precedence of exempt":
    "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
  "an unknown distinguisher":
    'spec.distinguisherMethod.type: Unsupported value: {"Type":"ByHost"}: supported values: "ByNamespace", "ByUser"',
  "a rule with nothing":
    "[spec.rules[0].subjects: Required value: subjects must contain at least one value, spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty]",
  "an unknown subject":
    'spec.rules[0].subjects[0].kind: Unsupported value: "Robot": supported values: "Group", "ServiceAccount", "User"',
  "a user without a name": "spec.rules[0].subjects[0].user.name: Required value",
  "a subject without a user":
    "[spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User', spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group']",
  "a subject without a group":
    "[spec.rules[0].subjects[0].group: Required value: group is required when subject kind is 'Group', spec.rules[0].subjects[0].user: Forbidden: user is forbidden when subject kind is not 'User']",
  "a subject without an account":
    "[spec.rules[0].subjects[0].serviceAccount: Required value: serviceAccount is required when subject kind is 'ServiceAccount', spec.rules[0].subjects[0].user: Forbidden: user is forbidden when subject kind is not 'User']",
  "an account with nothing":
    "[spec.rules[0].subjects[0].serviceAccount.name: Required value, spec.rules[0].subjects[0].serviceAccount.namespace: Required value: must specify namespace for service account]",
  "an account with bad names":
    "[spec.rules[0].subjects[0].serviceAccount.name: Invalid value: \"A b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.rules[0].subjects[0].serviceAccount.namespace: Invalid value: \"a.b\": must not contain dots]",
  "paths without verbs":
    "spec.rules[0].nonResourceRules[0].verbs: Required value: verbs must contain at least one value",
  "paths with all verbs and another":
    'spec.rules[0].nonResourceRules[0].verbs: Invalid value: ["*","get"]: if \'*\' is present, must not specify other verbs',
  "paths with an unknown verb":
    'spec.rules[0].nonResourceRules[0].verbs: Unsupported value: ["get","look"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
  "no paths":
    "spec.rules[0].nonResourceRules[0].nonResourceURLs: Required value: nonResourceURLs must contain at least one value",
  "all paths and another":
    'spec.rules[0].nonResourceRules[0].nonResourceURLs: Invalid value: ["*","/a"]: if \'*\' is present, must not specify other non-resource URLs',
  "bad paths":
    '[spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "": must not be empty, spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: Invalid value: "a": must start with slash, spec.rules[0].nonResourceRules[0].nonResourceURLs[2]: Invalid value: "/a b": must not contain white-space, spec.rules[0].nonResourceRules[0].nonResourceURLs[3]: Invalid value: "/a//b": must not contain double slash, spec.rules[0].nonResourceRules[0].nonResourceURLs[4]: Invalid value: "/a*": wildcard can only do suffix matching, spec.rules[0].nonResourceRules[0].nonResourceURLs[5]: Invalid value: "/*/a": wildcard can only do suffix matching]',
  "resources with nothing":
    "[spec.rules[0].resourceRules[0].verbs: Required value: verbs must contain at least one value, spec.rules[0].resourceRules[0].apiGroups: Required value: resource rules must supply at least one api group, spec.rules[0].resourceRules[0].resources: Required value: resource rules must supply at least one resource, spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace]",
  "groups with all and another":
    'spec.rules[0].resourceRules[0].apiGroups: Invalid value: ["*","a"]: if \'*\' is present, must not specify other api groups',
  "resources with all and another":
    'spec.rules[0].resourceRules[0].resources: Invalid value: ["*","a"]: if \'*\' is present, must not specify other resources',
  "namespaces with all and another":
    'spec.rules[0].resourceRules[0].namespaces: Invalid value: ["*","a"]: if \'*\' is present, must not specify other namespaces',
  "a bad namespace":
    "spec.rules[0].resourceRules[0].namespaces[0]: Invalid value: \"a.b\": each member of this list must be '*' or a DNS-1123 label; must not contain dots",
  "a level with nothing": "spec.type: Required value",
  "a level of no type that there is": 'spec.type: Unsupported value: "Free": supported values: "Exempt", "Limited"',
  "a level that is exempt": "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
  "limits without limits": "spec.limited: Required value: must not be empty when type is Limited",
  "limits with nothing": "spec.limited.limitResponse.type: Required value",
  "limits that are exempt too": "spec.exempt: Forbidden: must be nil if the type is Limited",
  "shares below zero":
    "[spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer, spec.limited.lendablePercent: Invalid value: -1: must be between 0 and 100, inclusive, spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer]",
  "too much lent": "spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
  "an unknown response":
    'spec.limited.limitResponse.type: Unsupported value: "Ignore": supported values: "Queue", "Reject"',
  "queues for what is rejected":
    "spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited",
  "a queue without queues":
    "spec.limited.limitResponse.queuing: Required value: must not be empty if limited.limitResponse.type is Limited",
  "queues below zero":
    "[spec.limited.limitResponse.queuing.queueLengthLimit: Invalid value: -1: must be positive, spec.limited.limitResponse.queuing.queues: Invalid value: -1: must be positive, spec.limited.limitResponse.queuing.handSize: Invalid value: -1: must be positive]",
  "too many queues":
    "spec.limited.limitResponse.queuing.queues: Invalid value: 10000001: must not be greater than 10000000",
  "a hand too large":
    "spec.limited.limitResponse.queuing.handSize: Invalid value: 5: should not be greater than queues (4)",
  "too many hands":
    "spec.limited.limitResponse.queuing.handSize: Invalid value: 8: required entropy bits of deckSize 1000000 and handSize 8 should not be greater than 60",
};
