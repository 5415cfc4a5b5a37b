import { usePage } from "../state/page.ts";

/** The faults that can be injected, and the active ones. */
export function FaultList() {
  const page = usePage();
  const faults = page.world.faults.value;
  const offered = page.world.offeredFaults.value;
  if (offered.length === 0) return <p class="muted">No faults can be injected here.</p>;
  return (
    <>
      <p class="muted">
        {faults.length === 0 ? "None is active." : `${faults.length} active: end them at the top of the page.`} Faults
        of one object are injected where it is open.
      </p>
      <ul class="offered">
        {offered.map(({ type, title, explanation, forObject }) => (
          <li key={type}>
            <strong>{title}</strong> <span class="muted">{explanation}</span>
            {!forObject && (
              <button
                type="button"
                aria-label={`Inject: ${title}`}
                onClick={() => void page.act({ type: "inject-fault", fault: type }, `Injected: ${title}`)}
              >
                Inject
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
