import type { Row } from "../../src/page/protocol.ts";
import { usePage } from "../state/page.ts";

/** The actions on an object. */
export function ObjectActions({ row }: { readonly row: Row }) {
  const page = usePage();
  const { id, kind, name, paused, deleting } = row;
  const hasFaults = page.world.offeredFaults.value.some(({ forObject }) => forObject);
  const pause = (): void => {
    const type = paused ? "resume" : "pause";
    void page.act({ type, id }, `${paused ? "Resumed" : "Paused"} ${kind} ${name}`);
  };
  return (
    <div class="actions" role="group" aria-label={`Actions on ${kind} ${name}`}>
      <button type="button" onClick={pause}>
        {paused ? "Resume" : "Pause"}
      </button>
      {hasFaults && (
        <button type="button" onClick={() => (page.dialog.value = { type: "fault", id })}>
          Inject a fault…
        </button>
      )}
      <button
        type="button"
        class="is-dangerous"
        disabled={deleting}
        onClick={() => (page.dialog.value = { type: "delete", id })}
      >
        {deleting ? "Is being deleted" : "Delete…"}
      </button>
    </div>
  );
}
