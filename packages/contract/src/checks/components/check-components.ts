import { checkCRDs, type CheckedCRD } from "../crds/check-crds.ts";
import { type Bundle, bundleOf, type ComponentsCheckOptions } from "./bundle.ts";
import { bundleRules } from "./bundle-rules.ts";
import { rbacRules } from "./rbac-rules.ts";
import { staleNamespaceFaults } from "./stale-namespace.ts";
import { transformed } from "./transformed.ts";
import { type Rule, rule, type RuleViolation } from "../rule/rule.ts";

const ownRules = [...bundleRules, ...rbacRules];

/** Checks that the other rules still hold after clusterctl has transformed the file, and finds places that it does not transform. */
const survivesInstallation = rule<Bundle>("PC-017", function* (bundle) {
  yield* staleNamespaceFaults(bundle);
  const key = ({ rule: id, object }: RuleViolation) => `${id} ${object}`;
  const before = new Set(ownRules.flatMap((own) => own.check(bundle)).map(key));
  const installed = bundleOf(transformed(bundle.documents, "capstan-target"), bundle.options);
  for (const found of ownRules
    .filter(({ id }) => id === "RB-012" || id === "PC-004")
    .flatMap((r) => r.check(installed))) {
    if (before.has(key(found))) continue;
    yield { object: found.object, path: found.path, expected: found.expected, actual: found.actual };
  }
});

/** The rules about a components file. */
export const componentRules: readonly Rule<Bundle>[] = [...ownRules, survivesInstallation];

/** The result of {@link checkComponents}. */
export interface ComponentsCheck {
  /** The contract kinds in the file. */
  readonly checked: readonly CheckedCRD[];
  /** The violations. */
  readonly violations: readonly RuleViolation[];
}

/** Checks the objects of one components file, including its CRDs, by the static rules of the contract. */
export function checkComponents(documents: readonly unknown[], options: ComponentsCheckOptions = {}): ComponentsCheck {
  const crds = checkCRDs(documents, options);
  const bundle = bundleOf(documents, options);
  const violations = componentRules.flatMap((component) => component.check(bundle));
  return { checked: crds.checked, violations: [...crds.violations, ...violations] };
}
