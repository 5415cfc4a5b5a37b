import { drawnRuns, firstSeed } from "@capstan/harness/night";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RealApiServer } from "@capstan/testkit";
import { ApiServer } from "../src/index.ts";
import { eventually, Wire } from "./conformance/target.ts";

const group = "rbac.authorization.k8s.io";
const rounds = drawnRuns({ sample: 3, all: 12 });
const seed = firstSeed(20_261, rounds);
const questionsEach = 40;

const word = (...words: readonly string[]) => fc.constantFrom(...words);
const list = (item: fc.Arbitrary<string>) => fc.uniqueArray(item, { minLength: 1, maxLength: 3 });
const names = list(word("a", "b", "c"));
const groups = word("", "apps", "*");
const resources = word("pods", "pods/log", "widgets", "widgets/status", "*/log", "*/status", "*");
const verbs = word("get", "list", "delete", "*");
const urls = word("/metrics", "/logs", "/logs/*", "/a/b", "/a/*", "/*", "*");

const resourceRule = fc.record(
  { apiGroups: list(groups), resources: list(resources), verbs: list(verbs), resourceNames: names },
  { requiredKeys: ["apiGroups", "resources", "verbs"] },
);
const pathRule = fc.record({ nonResourceURLs: list(urls), verbs: list(verbs) });
const namespaces = ["one", "two"] as const;
const users = ["jane", "joe", "system:serviceaccount:one:robot", "system:serviceaccount:two:robot"] as const;
const subject = fc.oneof(
  fc.record({ kind: fc.constant("User"), name: word(...users) }),
  fc.record({
    kind: fc.constant("Group"),
    name: word("devs", "ops", "system:serviceaccounts:one", "system:authenticated"),
  }),
  fc.record({ kind: fc.constant("ServiceAccount"), name: word("robot", "other"), namespace: word(...namespaces) }),
);
const subjects = fc.uniqueArray(subject, { minLength: 1, maxLength: 4, selector: (each) => JSON.stringify(each) });
const binding = fc.record({
  roleRef: fc.record({ kind: word("Role", "ClusterRole"), name: word("r1", "r2", "gone") }),
  subjects,
});
const policy = fc.record({
  clusterRoles: fc.tuple(
    ...["r1", "r2"].map(() => fc.array(fc.oneof(resourceRule, pathRule), { minLength: 1, maxLength: 4 })),
  ),
  roles: fc.tuple(
    ...namespaces.map(() =>
      fc.tuple(...["r1", "r2"].map(() => fc.array(resourceRule, { minLength: 1, maxLength: 4 }))),
    ),
  ),
  clusterBindings: fc.array(fc.record({ name: word("r1", "r2", "gone"), subjects }), { minLength: 1, maxLength: 3 }),
  bindings: fc.tuple(...namespaces.map(() => fc.array(binding, { minLength: 1, maxLength: 3 }))),
});
type Policy = typeof policy extends fc.Arbitrary<infer Value> ? Value : never;

const question = fc.record({
  user: word(...users),
  groups: fc.subarray(["devs", "ops", "system:authenticated", "system:serviceaccounts:one"]),
  asked: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        resourceAttributes: fc.record(
          {
            verb: word("get", "list", "delete", "other"),
            group: word("", "apps"),
            resource: word("pods", "widgets"),
            subresource: word("log", "status"),
            namespace: word("one", "two"),
            name: word("a", "b", "d"),
          },
          { requiredKeys: ["verb", "resource"] },
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        nonResourceAttributes: fc.record({
          verb: word("get", "create", "other"),
          path: word("/metrics", "/logs", "/logs/x", "/a/b", "/a", "/b"),
        }),
      }),
    },
  ),
});

describe.runIf(process.env.KUBEBUILDER_ASSETS)("random roles, bindings and requests", () => {
  test(`${rounds * questionsEach} access reviews are answered as by the real server`, async () => {
    await using real = await RealApiServer.start({ rbac: true });
    const theirs = new Wire(real.kubeconfig);
    for (const namespace of namespaces) await theirs.post("/api/v1/namespaces", { metadata: { name: namespace } });
    let allowed = 0;
    for (const [round, drawn] of fc.sample(policy, { seed, numRuns: rounds }).entries()) {
      await using own = await ApiServer.start();
      const ours = new Wire(own.kubeconfig);
      for (const namespace of namespaces) await ours.post("/api/v1/namespaces", { metadata: { name: namespace } });
      const marker = `marker-${round}`;
      for (const wire of [theirs, ours]) await write(wire, drawn, marker);
      for (const spec of markerQuestions(marker)) {
        await eventually(
          () => theirs.post("/apis/authorization.k8s.io/v1/subjectaccessreviews", { spec }),
          ({ body }) => (body.status as unknown as { readonly allowed: boolean }).allowed,
        );
      }
      for (const { user, groups: userGroups, asked } of fc.sample(question, {
        seed: seed + round,
        numRuns: questionsEach,
      })) {
        const spec = { user, groups: userGroups, ...asked };
        const [answer, wanted] = await Promise.all([allows(ours, spec), allows(theirs, spec)]);
        expect({ spec, drawn, answer }).toEqual({ spec, drawn, answer: wanted });
        if (wanted) allowed += 1;
      }
      await clear(theirs);
    }
    // The share of allowed requests is neither close to all nor to none, so the draw is meaningful.
    expect(allowed).toBeGreaterThan((rounds * questionsEach) / 10);
    expect(allowed).toBeLessThan((rounds * questionsEach * 9) / 10);
  });
});

async function allows(wire: Wire, spec: object): Promise<boolean> {
  const { body } = await wire.post("/apis/authorization.k8s.io/v1/subjectaccessreviews", { spec });
  return (body.status as unknown as { readonly allowed: boolean }).allowed;
}

function paths(namespace?: string) {
  const root = `/apis/${group}/v1`;
  return namespace === undefined
    ? { roles: `${root}/clusterroles`, bindings: `${root}/clusterrolebindings` }
    : { roles: `${root}/namespaces/${namespace}/roles`, bindings: `${root}/namespaces/${namespace}/rolebindings` };
}

/** Writes the drawn objects, and finally a binding that shows whether the server knows all previous ones. */
async function write(wire: Wire, drawn: Policy, marker: string): Promise<void> {
  const labels = { drawn: "true" };
  const created = async (path: string, body: object): Promise<void> => {
    expect((await wire.post(path, body)).status).toBe(201);
  };
  const roleRef = (kind: string, name: string): object => ({ apiGroup: group, kind, name });
  for (const [index, rules] of drawn.clusterRoles.entries()) {
    await created(paths().roles, { metadata: { name: `r${index + 1}`, labels }, rules });
  }
  for (const [at, namespace] of namespaces.entries()) {
    for (const [index, rules] of (drawn.roles[at] ?? []).entries()) {
      await created(paths(namespace).roles, { metadata: { name: `r${index + 1}`, labels }, rules });
    }
    for (const [
      index,
      {
        roleRef: { kind, name },
        subjects: of,
      },
    ] of (drawn.bindings[at] ?? []).entries()) {
      const metadata = { name: `b${index}`, labels };
      await created(paths(namespace).bindings, { metadata, roleRef: roleRef(kind, name), subjects: of });
    }
  }
  for (const [index, { name, subjects: of }] of drawn.clusterBindings.entries()) {
    const metadata = { name: `drawn-${index}`, labels };
    await created(paths().bindings, { metadata, roleRef: roleRef("ClusterRole", name), subjects: of });
  }
  await markAll(wire, marker, labels);
}

/** One object in each collection, because the real server follows each separately. */
async function markAll(wire: Wire, marker: string, labels: object): Promise<void> {
  const rules = [{ apiGroups: ["marker"], resources: ["markers"], verbs: [marker] }];
  for (const [kind, at] of [
    ["ClusterRole", paths()],
    ["Role", paths("one")],
  ] as const) {
    const metadata = { name: marker, labels };
    await wire.post(at.roles, { metadata, rules });
    const subjects = [{ kind: "User", name: `${marker}-${kind}` }];
    await wire.post(at.bindings, { metadata, roleRef: { apiGroup: group, kind, name: marker }, subjects });
  }
}

/** The requests that are allowed once a server knows the objects of {@link markAll}. */
function markerQuestions(marker: string): object[] {
  return ["ClusterRole", "Role"].map((kind) => ({
    user: `${marker}-${kind}`,
    resourceAttributes: { verb: marker, group: "marker", resource: "markers", namespace: "one" },
  }));
}

async function clear(wire: Wire): Promise<void> {
  for (const { roles, bindings } of [paths(), ...namespaces.map(paths)]) {
    for (const path of [bindings, roles]) await wire.delete(`${path}?labelSelector=drawn%3Dtrue`);
  }
}
