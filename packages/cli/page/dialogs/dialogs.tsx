import { usePage } from "../state/page.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FaultDialog } from "./fault-dialog.tsx";
import { KeysDialog } from "./keys-dialog.tsx";

/** The open dialog, if any. */
export function Dialogs() {
  const page = usePage();
  const dialog = page.dialog.value;
  const close = (): void => {
    page.dialog.value = undefined;
  };
  switch (dialog?.type) {
    case undefined:
      return null;
    case "keys":
      return <KeysDialog onClose={close} />;
    case "delete":
      return <DeleteDialog id={dialog.id} onClose={close} />;
    case "fault":
      return <FaultDialog id={dialog.id} onClose={close} />;
  }
}
