/** The spec of a FlowSchema or a PriorityLevelConfiguration. */
type Spec = Readonly<Record<string, unknown>>;

const F = "flowschemas";
const P = "prioritylevelconfigurations";
const subject = { kind: "User", user: { name: "a" } };
const paths = { verbs: ["get"], nonResourceURLs: ["/a"] };
const resources = { verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["a"] };
const schema = (spec: Spec): Spec => ({ priorityLevelConfiguration: { name: "global-default" }, ...spec });
const rule = (more: Spec): Spec => schema({ rules: [{ subjects: [subject], nonResourceRules: [paths], ...more }] });
const pathRule = (more: Spec): Spec => rule({ nonResourceRules: [{ ...paths, ...more }] });
const resourceRule = (more: Spec): Spec => rule({ resourceRules: [{ ...resources, ...more }] });
const limited = (more: Spec): Spec => ({ type: "Limited", limited: { limitResponse: { type: "Reject" }, ...more } });
const queuing = (more: Spec): Spec => limited({ limitResponse: { type: "Queue", queuing: more } });

/** FlowSchemas and PriorityLevelConfigurations by title, each with the path at which it is created. */
export const flowObjects: readonly (readonly [string, string, Spec])[] = [
  ["a schema with nothing", F, {}],
  ["a schema with a level only", F, schema({})],
  ["a level with a bad name", F, { priorityLevelConfiguration: { name: "A b" } }],
  ["a precedence below zero", F, schema({ matchingPrecedence: -1 })],
  ["a precedence too high", F, schema({ matchingPrecedence: 10_001 })],
  ["the precedence of exempt", F, schema({ matchingPrecedence: 1 })],
  ["a distinguisher", F, schema({ distinguisherMethod: { type: "ByUser" } })],
  ["an unknown distinguisher", F, schema({ distinguisherMethod: { type: "ByHost" } })],
  ["a rule with nothing", F, schema({ rules: [{}] })],
  ["a rule of paths", F, rule({})],
  ["an unknown subject", F, rule({ subjects: [{ kind: "Robot" }] })],
  ["a user without a name", F, rule({ subjects: [{ kind: "User", user: { name: "" } }] })],
  ["a subject without a user", F, rule({ subjects: [{ kind: "User", group: { name: "a" } }] })],
  ["a subject without a group", F, rule({ subjects: [{ kind: "Group", user: { name: "a" } }] })],
  ["a subject without an account", F, rule({ subjects: [{ kind: "ServiceAccount", user: { name: "a" } }] })],
  ["an account with nothing", F, rule({ subjects: [{ kind: "ServiceAccount", serviceAccount: {} }] })],
  [
    "an account with bad names",
    F,
    rule({ subjects: [{ kind: "ServiceAccount", serviceAccount: { name: "A b", namespace: "a.b" } }] }),
  ],
  [
    "all accounts of a namespace",
    F,
    rule({ subjects: [{ kind: "ServiceAccount", serviceAccount: { name: "*", namespace: "a" } }] }),
  ],
  ["paths without verbs", F, pathRule({ verbs: [] })],
  ["paths with all verbs and another", F, pathRule({ verbs: ["*", "get"] })],
  ["paths with an unknown verb", F, pathRule({ verbs: ["get", "look"] })],
  ["no paths", F, pathRule({ nonResourceURLs: [] })],
  ["all paths and another", F, pathRule({ nonResourceURLs: ["*", "/a"] })],
  ["bad paths", F, pathRule({ nonResourceURLs: ["", "a", "/a b", "/a//b", "/a*", "/*/a", "/a/*", "/"] })],
  ["a rule of resources", F, resourceRule({})],
  ["resources with nothing", F, rule({ resourceRules: [{}] })],
  ["resources of the cluster", F, resourceRule({ namespaces: [], clusterScope: true })],
  ["groups with all and another", F, resourceRule({ apiGroups: ["*", "a"] })],
  ["resources with all and another", F, resourceRule({ resources: ["*", "a"] })],
  ["namespaces with all and another", F, resourceRule({ namespaces: ["*", "a"] })],
  ["a bad namespace", F, resourceRule({ namespaces: ["a.b"] })],
  ["a level with nothing", P, {}],
  ["a level of no type that there is", P, { type: "Free" }],
  ["a level that is exempt", P, { type: "Exempt" }],
  ["limits without limits", P, { type: "Limited" }],
  ["limits with nothing", P, { type: "Limited", limited: {} }],
  ["limits that reject", P, limited({})],
  ["limits that are exempt too", P, { ...limited({}), exempt: {} }],
  ["shares below zero", P, limited({ nominalConcurrencyShares: -1, lendablePercent: -1, borrowingLimitPercent: -1 })],
  ["too much lent", P, limited({ lendablePercent: 101 })],
  ["an unknown response", P, limited({ limitResponse: { type: "Ignore" } })],
  ["queues for what is rejected", P, limited({ limitResponse: { type: "Reject", queuing: {} } })],
  ["a queue without queues", P, limited({ limitResponse: { type: "Queue" } })],
  ["queues by default", P, queuing({})],
  ["queues below zero", P, queuing({ queues: -1, handSize: -1, queueLengthLimit: -1 })],
  ["too many queues", P, queuing({ queues: 10_000_001, handSize: 1 })],
  ["a hand too large", P, queuing({ queues: 4, handSize: 5 })],
  ["too many hands", P, queuing({ queues: 1_000_000, handSize: 8 })],
];
