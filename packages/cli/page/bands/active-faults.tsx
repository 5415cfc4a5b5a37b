import { Icon } from "../parts/icon.tsx";
import { usePage } from "../state/page.ts";

/** The active faults, each with a button that ends it: they may cause the observed problems. */
export function ActiveFaults() {
  const page = usePage();
  const faults = page.world.faults.value;
  if (faults.length === 0) return null;
  return (
    <section class="band faults" aria-label="Active faults">
      <ul>
        {faults.map(({ id, title, happened }) => (
          <li key={id}>
            <Icon shape="fault" />
            <span>
              <strong>Fault: {title}</strong>, {happened === 1 ? "once" : `${happened} times`} so far
            </span>
            <button
              type="button"
              aria-label={`End: ${title}`}
              onClick={() => void page.act({ type: "end-fault", id }, `Ended: ${title}`)}
            >
              End
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
