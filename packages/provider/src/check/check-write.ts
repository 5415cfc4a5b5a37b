import { ContractViolation, type Violation, violationsOverTime } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { mergePatch } from "@capstan/runtime";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { KindDefinition } from "../definition/kind-definition.ts";
import { type CachedObject } from "../object/stored-object.ts";

/**
 * The last check before a write is sent: the schema of the object, the contract's fields as core reads them, and the rules over time.
 * Violations that the object already had and that the write does not touch are ignored. If there is nothing to send, nothing is checked.
 *
 * @throws ContractViolation - with every rule that the write would break.
 */
export function checkWrite(definition: ProviderDefinition, before: CachedObject, after: CachedObject): void {
  checkChanges(definition, before, after, (sent) =>
    violationsOverTime(definition.role, definition.contracts, before, sent),
  );
}

/**
 * {@link checkWrite} for a kind of any sort.
 *
 * @param overTime - the violations of rules about changes. Default: there are no such rules.
 * @throws ContractViolation - as {@link checkWrite}.
 */
export function checkChanges(
  definition: Pick<KindDefinition, "validate">,
  before: CachedObject,
  after: CachedObject,
  overTime: (sent: CachedObject) => readonly Violation[] = () => [],
): void {
  const changes = mergePatch(partsOf(before), partsOf(after));
  if (changes === undefined) return;
  const sent = asSent(after);
  const violations = [...overTime(sent), ...brokenBy(definition, before, sent)];
  if (violations.length > 0)
    throw new ContractViolation(`A write of ${after.kind} ${objectKeyText(after.metadata)}`, violations);
}

function brokenBy(
  definition: Pick<KindDefinition, "validate">,
  before: CachedObject,
  after: CachedObject,
): Violation[] {
  const found = definition.validate(after);
  if (found.length === 0) return [];
  const old = new Set(definition.validate(before).map(fingerprint));
  return found.filter((violation) => !old.has(fingerprint(violation)));
}

function partsOf({ spec, status }: CachedObject): object {
  return { spec, status };
}

/** The JSON form, because the API server never receives a Date or an `undefined`. */
function asSent(object: CachedObject): CachedObject {
  return JSON.parse(JSON.stringify(object)) as CachedObject;
}

function fingerprint({ path, expected, actual }: Violation): string {
  return JSON.stringify([path, expected, actual]);
}
