import { type Violation, violation } from "../../violations/violation.ts";
import { type RuleLevel } from "../../catalogue/catalogue-entry.ts";
import { type RuleInfo, ruleInfo, type StaticRuleId } from "../../catalogue/rule-info.ts";

/** A broken rule, with the object it was found in. */
export interface RuleViolation extends Violation<StaticRuleId> {
  /** The severity: the rule's level, or less if the rule is only partly broken. */
  readonly level: RuleLevel;
  /** The object or file: `CustomResourceDefinition foos.example.com`. */
  readonly object: string;
}

/** A finding of a check, without rule and object. */
export interface Fault {
  /** JSON path in the object; empty for the object as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly actual?: unknown;
  /** The severity. Default: the rule's level. */
  readonly level?: RuleLevel;
  /** The object. Default: the checked object. */
  readonly object?: string;
}

/** A static rule: its entry in the catalogue and the pure function that checks it. */
export interface Rule<Subject> extends RuleInfo<StaticRuleId> {
  check(subject: Subject): RuleViolation[];
}

/** Creates a rule from its id in the catalogue and the function that finds faults. */
export function rule<Subject extends { readonly label: string }>(
  id: StaticRuleId,
  faultsOf: (subject: Subject) => Iterable<Fault>,
): Rule<Subject> {
  const info = ruleInfo(id);
  return {
    ...info,
    check: (subject) =>
      Array.from(faultsOf(subject), ({ level, object, ...fault }) => ({
        ...violation(id, fault),
        level: level ?? info.level,
        object: object ?? subject.label,
      })),
  };
}
