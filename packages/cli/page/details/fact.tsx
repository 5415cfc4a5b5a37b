import type { ComponentChildren } from "preact";
import { Icon } from "../parts/icon.tsx";
import { Age } from "../parts/time.tsx";

interface FactProps {
  readonly type: "error" | "wait";
  readonly title: string;
  /** The object of the fact. */
  readonly of: ComponentChildren;
  /** RFC 3339. */
  readonly since: string | undefined;
  readonly says: string | undefined;
}

/** An error, or a wait. */
export function Fact({ type, title, of, since, says }: FactProps) {
  return (
    <li class={`fact is-${type}`}>
      <Icon shape={type === "error" ? "bad" : "busy"} />
      <span>
        {title !== "" && <strong>{title} </strong>}
        <span class="muted">
          {of}
          {since !== undefined && (
            <>
              , for <Age time={since} />
            </>
          )}
        </span>
        {says !== undefined && says !== "" && <span class="fact-says">{says}</span>}
      </span>
    </li>
  );
}
