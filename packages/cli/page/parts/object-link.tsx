import type { ObjectId } from "../../src/page/protocol.ts";
import { nameOfId } from "../model/object-name.ts";
import { usePage } from "../state/page.ts";

interface ObjectLinkProps {
  readonly id: ObjectId;
  /** For lists of a single kind. */
  readonly withoutKind?: boolean;
}

/** The name of an object, as a link that opens it; plain if it is not in the tree. */
export function ObjectLink({ id, withoutKind = false }: ObjectLinkProps) {
  const page = usePage();
  const { kind, name } = nameOfId(id);
  const title = withoutKind ? name : `${kind} ${name}`;
  if (page.world.forest.get(id) === undefined) return <span>{title}</span>;
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        page.open(id);
      }}
    >
      {title}
    </button>
  );
}
