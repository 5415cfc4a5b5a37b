import { fieldsAt, listAt } from "@capstan/kube";
import { labelOf } from "../rule/json.ts";
import { type Fault } from "../rule/rule.ts";
import { type Bundle, containersOf } from "./bundle.ts";
import { stringsIn } from "./variables.ts";

/**
 * Places with the target namespace that clusterctl does not rewrite: arguments and environment of containers, and resource names of roles.
 * A provider installed into another namespace would still use the old namespace.
 */
export function* staleNamespaceFaults({ namespace, deployments, roles }: Bundle): Iterable<Fault> {
  if (namespace === undefined) return;
  const places = [
    ...deployments.flatMap((deployment) =>
      containersOf(deployment).map(({ container, path }) => {
        const { command, args, env } = container;
        return { document: deployment, path, value: { command, args, env } };
      }),
    ),
    ...roles.flatMap((role) =>
      listAt(role, "rules").map((rule, index) => {
        const { resourceNames } = fieldsAt(rule);
        return { document: role, path: `rules[${index}]`, value: { resourceNames } };
      }),
    ),
  ];
  for (const { document, path, value } of places) {
    for (const { path: below, text } of stringsIn(value)) {
      if (!names(text, namespace)) continue;
      const expected = "the target namespace, which clusterctl does not set here";
      yield { object: labelOf(document), path: `${path}.${below}`, expected, actual: text };
    }
  }
}

/** Whether a string contains the namespace as a separate value (`--namespace=foo`, `foo/name`) or in a host name (`service.foo.svc`). */
function names(text: string, namespace: string): boolean {
  return text.split(/[=,/:\s]/).includes(namespace) || text.includes(`.${namespace}.svc`);
}
