import type { ObjectId } from "../../src/page/protocol.ts";
import { nameOfId } from "../model/object-name.ts";
import { usePage } from "../state/page.ts";
import { Modal } from "./modal.tsx";

interface FaultDialogProps {
  /** The object that the faults affect; without it, the faults that affect none. */
  readonly id: ObjectId | undefined;
  readonly onClose: () => void;
}

/** The faults to choose from. */
export function FaultDialog({ id, onClose }: FaultDialogProps) {
  const page = usePage();
  const offered = page.world.offeredFaults.value.filter(({ forObject }) => forObject === (id !== undefined));
  const of = id === undefined ? "" : ` into ${nameOfId(id).kind} ${nameOfId(id).name}`;
  const inject = (fault: string, title: string): void => {
    onClose();
    void page.act({ type: "inject-fault", fault, ...(id === undefined ? {} : { id }) }, `Injected: ${title}`);
  };
  return (
    <Modal title={`Inject a fault${of}`} onClose={onClose}>
      <ul class="offered">
        {offered.map(({ type, title, explanation }) => (
          <li key={type}>
            <strong>{title}</strong> <span class="muted">{explanation}</span>
            <button
              type="button"
              aria-label={`Inject: ${title}`}
              onClick={() => {
                inject(type, title);
              }}
            >
              Inject
            </button>
          </li>
        ))}
      </ul>
      <div class="dialog-buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Modal>
  );
}
