import { useState } from "preact/hooks";
import type { Details, YamlLine } from "../../src/page/protocol.ts";
import { nameOfId } from "../model/object-name.ts";
import { YamlEditor } from "./yaml-editor.tsx";

/** An object as YAML, each line with the managers of its field; editable. */
export function ObjectYaml({ details }: { readonly details: Details }) {
  const [edited, edit] = useState<Details | undefined>(undefined);
  const { kind, name } = nameOfId(details.id);
  if (edited !== undefined) {
    return (
      <YamlEditor
        begun={edited}
        current={details}
        onClose={() => {
          edit(undefined);
        }}
        onReload={() => {
          edit(details);
        }}
      />
    );
  }
  return (
    <>
      <div class="actions">
        <button
          type="button"
          onClick={() => {
            edit(details);
          }}
        >
          Edit
        </button>
        <span class="muted">On the right: the manager of the field that begins in the line.</span>
      </div>
      <div class="yaml" role="group" tabIndex={0} aria-label={`YAML of ${kind} ${name}`}>
        {details.yaml.map((line, index) => (
          <YamlRow key={index} line={line} above={details.yaml[index - 1]} />
        ))}
      </div>
    </>
  );
}

function YamlRow({ line, above }: { readonly line: YamlLine; readonly above: YamlLine | undefined }) {
  const managers = line.managers.join(", ");
  // Shown once for consecutive lines.
  const isRepeated = managers === above?.managers.join(", ");
  return (
    <div class="yaml-line">
      <code>{line.text}</code>
      <span class={managers === "" ? "managers" : "managers is-owned"} title={managers}>
        {isRepeated ? "" : managers}
      </span>
    </div>
  );
}
