import { listAt } from "@capstan/kube";
import { type Json, labelOf, textOrEmpty } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";
import { binds, type Bundle, isInEveryNamespace, refersTo, serviceAccountOf } from "./bundle.ts";

/** Deployments whose ServiceAccount has no binding, and bindings to missing roles or ServiceAccounts. */
export function* bindingFaults(bundle: Bundle): Iterable<Fault> {
  const { deployments, bindings, roles } = bundle;
  for (const deployment of deployments) {
    if (bindings.some((binding) => binds(binding, deployment))) continue;
    const path = "spec.template.spec.serviceAccountName";
    const actual = serviceAccountOf(deployment);
    yield { object: labelOf(deployment), path, expected: "an account that a binding names", actual };
  }
  for (const binding of bindings) {
    if (!roles.some((role) => refersTo(binding, role))) {
      const actual = textOrEmpty(binding, "roleRef", "name");
      yield { object: labelOf(binding), path: "roleRef.name", expected: "a role of the file", actual };
    }
    yield* subjectFaults(binding, bundle);
  }
}

/** Missing ServiceAccounts. If another subject of the binding exists, they are only leftovers. */
function* subjectFaults(binding: Json, { documents }: Bundle): Iterable<Fault> {
  const accounts = documents
    .filter(({ kind }) => kind === "ServiceAccount")
    .map((account) => textOrEmpty(account, "metadata", "name"));
  const subjects = listAt(binding, "subjects");
  const isMissing = (subject: unknown) => {
    const name = textOrEmpty(subject, "name");
    return textOrEmpty(subject, "kind") === "ServiceAccount" && !isInEveryNamespace(name) && !accounts.includes(name);
  };
  const level = subjects.every(isMissing) ? {} : ({ level: "SHOULD" } as const);
  for (const subject of subjects.filter(isMissing)) {
    const actual = textOrEmpty(subject, "name");
    yield { object: labelOf(binding), path: "subjects", expected: "ServiceAccounts of the file", actual, ...level };
  }
}
