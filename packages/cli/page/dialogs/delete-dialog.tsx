import type { ObjectId } from "../../src/page/protocol.ts";
import { nameOfId } from "../model/object-name.ts";
import { usePage } from "../state/page.ts";
import { Modal } from "./modal.tsx";

interface DeleteDialogProps {
  readonly id: ObjectId;
  readonly onClose: () => void;
}

/** Asks for confirmation before deleting an object. */
export function DeleteDialog({ id, onClose }: DeleteDialogProps) {
  const page = usePage();
  const { kind, name, namespace } = nameOfId(id);
  const below = [...page.world.forest.within(id)].length - 1;
  const remove = (): void => {
    onClose();
    void page.act({ type: "delete", id }, `${kind} ${name} is being deleted`);
  };
  return (
    <Modal title={`Delete ${kind} ${name}?`} onClose={onClose}>
      <p>
        {namespace === "" ? "" : `In namespace ${namespace}. `}
        {below === 0
          ? "Its controllers clean up what it stands for."
          : `Its controllers delete what belongs to it, too: ${below} ${below === 1 ? "object" : "objects"}.`}
      </p>
      <div class="dialog-buttons">
        <button type="button" autofocus onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="is-dangerous" onClick={remove}>
          Delete {name}
        </button>
      </div>
    </Modal>
  );
}
