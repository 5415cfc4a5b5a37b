import { useState } from "preact/hooks";
import { usePage } from "../state/page.ts";
import { ReconcileList } from "../parts/reconcile-list.tsx";

/** The reconciles of the author's controllers, and of all others on request. */
export function ReconcilesOfControllers() {
  const { world } = usePage();
  const hasOwn = world.provider.value !== undefined;
  const hasFailed = world.reconciles.value.some(({ error }) => error !== undefined);
  const [chosen, showOthers] = useState<boolean | undefined>(undefined);
  const withOthers = chosen ?? !hasOwn;
  const [onlyErrors, showOnlyErrors] = useState(false);
  const shown = world.reconciles.value.filter(
    ({ own, error }) => (withOthers || own) && (!onlyErrors || error !== undefined),
  );
  return (
    <>
      <div class="actions">
        {hasOwn && (
          <label>
            <input
              type="checkbox"
              checked={withOthers}
              onChange={() => {
                showOthers(!withOthers);
              }}
            />{" "}
            also those of the controllers next to yours
          </label>
        )}
        {(hasFailed || onlyErrors) && (
          <label>
            <input
              type="checkbox"
              checked={onlyErrors}
              onChange={() => {
                showOnlyErrors(!onlyErrors);
              }}
            />{" "}
            only errors
          </label>
        )}
      </div>
      {shown.length === 0 && !withOthers && !onlyErrors ? (
        <p class="muted">Your controllers have not reconciled yet: objects of their kinds may be missing.</p>
      ) : (
        <ReconcileList reconciles={shown} />
      )}
    </>
  );
}
