import { expect } from "vitest";
import { admissionGroup, configMaps } from "./admission-world.ts";
import { probe } from "./review-webhook.ts";
import { type Suite } from "./suite.ts";
import { type Answer, eventually } from "./target.ts";

let count = 0;

/** The parts of the spec of a policy and of its binding. */
interface PolicyParts {
  readonly [field: string]: unknown;
  readonly matchConstraints?: object;
  readonly matchConditions?: readonly object[];
  readonly bindings?: readonly { readonly [field: string]: unknown; readonly matchResources?: object }[];
}

export interface PolicyWorld extends Awaited<ReturnType<Suite["namespace"]>> {
  /**
   * Installs a policy for writes of ConfigMaps in the namespace, and waits until it applies.
   * @returns the name of the policy and of its first binding; the names of further bindings append their index.
   */
  readonly install: (kind: "validating" | "mutating", parts: PolicyParts) => Promise<string>;
  /** Creates a ConfigMap. */
  readonly write: (name: string, rest?: object) => Promise<Answer>;
}

/** A namespace with its own policies. */
export async function policyWorld(suite: Suite): Promise<PolicyWorld> {
  const own = await suite.namespace();
  const { wire, namespace, path } = own;
  const ownNamespace = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } } };
  const create = async (kind: string, name: string, { bindings = [{}], ...spec }: PolicyParts): Promise<void> => {
    const matchConstraints = { resourceRules: [configMaps], ...spec.matchConstraints, ...ownNamespace };
    const policy = { metadata: { name }, spec: { ...spec, matchConstraints } };
    const answer = await wire.post(`${admissionGroup}/${kind}admissionpolicies`, policy);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    for (const [index, binding] of bindings.entries()) {
      const { status, text } = await wire.post(`${admissionGroup}/${kind}admissionpolicybindings`, {
        metadata: { name: index === 0 ? name : `${name}-${index}` },
        spec: {
          policyName: name,
          ...(kind === "validating" ? { validationActions: ["Deny"] } : {}),
          ...binding,
          matchResources: { ...ownNamespace, ...binding.matchResources },
        },
      });
      expect([status, text]).toEqual([201, expect.any(String)]);
    }
  };
  const isHeld = async (kind: string, name: string, canary: string): Promise<boolean> => {
    const answer = await wire.post(path("configmaps?dryRun=All"), { metadata: { name: probe } });
    if (kind === "validating") return String(answer.headers.warning).includes(canary);
    return answer.text.includes(canary) || answer.text.includes(`policy '${name}'`);
  };
  return {
    ...own,
    write: (name, rest = {}) => wire.post(path("configmaps"), { metadata: { name }, ...rest }),
    install: async (kind, parts) => {
      const name = `${namespace}-${String(count++).padStart(3, "0")}`;
      const canary = `${name}-canary`;
      await create(kind, name, kind === "validating" ? parts : { ...parts, matchConditions: withoutProbe(parts) });
      // The real server processes policies a moment later, in the order in which they are written.
      const matchConditions = [{ name: "probe", expression: `request.name == '${probe}'` }];
      const expression = `Object{data: {"${canary}": "yes"}}`;
      const [own, binding] =
        kind === "validating"
          ? [{ validations: [{ expression: "false", message: canary }] }, { validationActions: ["Warn"] }]
          : [
              {
                reinvocationPolicy: "Never",
                mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
              },
              {},
            ];
      await create(kind, canary, { ...own, matchConditions, bindings: [binding] });
      let held = false;
      await eventually(
        async () => {
          held = await isHeld(kind, name, canary);
          return wire.get(path("configmaps"));
        },
        () => held,
      );
      expect(held).toBe(true);
      return name;
    },
  };
}

/** Excludes the objects that only probe for a policy from its changes. */
function withoutProbe({ matchConditions = [] }: PolicyParts): readonly object[] {
  return [...matchConditions, { name: "not-the-probe", expression: `request.name != '${probe}'` }];
}
