import { useEffect, useRef, useState } from "preact/hooks";
import type { Details } from "../../src/page/protocol.ts";
import { nameOfId } from "../model/object-name.ts";
import { usePage } from "../state/page.ts";

interface YamlEditorProps {
  /** The object at the start of the edit. */
  readonly begun: Details;
  readonly current: Details;
  readonly onClose: () => void;
  /** Starts again from the present object. */
  readonly onReload: () => void;
}

/** An editor for the YAML of an object. */
export function YamlEditor({ begun, current, onClose, onReload }: YamlEditorProps) {
  const page = usePage();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const { kind, name } = nameOfId(begun.id);
  useEffect(() => {
    setText(begun.yaml.map((line) => `${line.text}\n`).join(""));
    area.current?.focus();
  }, [begun]);
  const save = async (): Promise<void> => {
    const { id, resourceVersion } = begun;
    if (await page.act({ type: "replace", id, yaml: text, resourceVersion }, `Saved ${kind} ${name}`)) onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <div class="editor">
      {current.resourceVersion !== begun.resourceVersion && (
        <p class="says-busy">
          {kind} {name} has changed since you began; saving will be refused.{" "}
          <button type="button" onClick={onReload}>
            Drop the edit and load it again
          </button>
        </p>
      )}
      <textarea
        ref={area}
        aria-label={`YAML of ${kind} ${name}`}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div class="actions">
        <button type="button" class="is-main" onClick={() => void save()}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </div>
  );
}
