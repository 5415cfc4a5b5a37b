import { keyHelp } from "../keys/shortcuts.ts";
import { Modal } from "./modal.tsx";

/** The keys of the page. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl class="key-list">
        {keyHelp.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-buttons">
        <button type="button" autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}
