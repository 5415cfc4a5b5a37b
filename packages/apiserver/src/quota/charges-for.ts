import { type Attributes, nameOf } from "../admission/attributes.ts";
import { type Clock } from "../clock/clock.ts";
import { resourceQuotas } from "../registry/built-in/built-ins.ts";
import { resourceName } from "../registry/resource.ts";
import { forbidden } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Charge, chargesOf, QuotaRefusal } from "./charges.ts";
import { evaluatorOf } from "./evaluators.ts";

/**
 * The usage of the namespace's ResourceQuotas after a write.
 *
 * @throws StatusError Forbidden: a quota does not allow it.
 */
export function chargesFor(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  attributes: Attributes,
): Charge[] {
  const { target, namespace, object } = attributes;
  const { resource } = target;
  const quotas = store.collection(resourceQuotas.id);
  if (object === undefined || !resource.namespaced || quotas.size(namespace) === 0) return [];
  const evaluator = evaluatorOf(resource);
  if (!evaluator?.handles(attributes)) return [];
  try {
    return chargesOf(quotas.list(namespace), { ...attributes, object }, evaluator, clock.now());
  } catch (error) {
    if (!(error instanceof QuotaRefusal)) throw error;
    throw forbidden(resourceName(resource), nameOf(attributes), error.message);
  }
}
