import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Action, ObjectId } from "../../src/page/protocol.ts";
import type { PageServer } from "../connection/page-server.ts";
import { parseFilter } from "../model/filter.ts";
import { type CurrentError, currentErrors } from "../model/thrown-errors.ts";
import { type Verdict, verdictOf } from "../model/verdict.ts";
import { type Line, visibleLines } from "../model/visible-lines.ts";
import type { World } from "../model/world.ts";

/** A dialog to close before anything else. */
export type OpenDialog =
  | { readonly type: "keys" }
  | { readonly type: "delete"; readonly id: ObjectId }
  | { readonly type: "fault"; readonly id?: ObjectId };

/** The result of an action. */
export interface Notice {
  readonly sentence: string;
  readonly isRefusal: boolean;
}

/** The user's view and selections. */
export class Page {
  readonly server: PageServer;
  readonly world: World;
  readonly filter = signal("");
  readonly folds = signal<ReadonlyMap<ObjectId, boolean>>(new Map());
  /** The present row in the tree. */
  readonly current = signal<ObjectId | undefined>(undefined);
  /** The object whose details are open. */
  readonly opened = signal<ObjectId | undefined>(undefined);
  readonly dialog = signal<OpenDialog | undefined>(undefined);
  readonly notice = signal<Notice | undefined>(undefined);
  readonly lines: ReadonlySignal<readonly Line[]>;
  readonly verdict: ReadonlySignal<Verdict>;
  readonly errors: ReadonlySignal<readonly CurrentError[]>;

  constructor(server: PageServer, world: World) {
    this.server = server;
    this.world = world;
    const filter = computed(() => parseFilter(this.filter.value));
    this.lines = computed(() => visibleLines(world.forest, { folds: this.folds.value, filter: filter.value }));
    this.verdict = computed(() => verdictOf(world.forest, world.now.value));
    this.errors = computed(() => currentErrors(world.reconciles.value));
  }

  fold(id: ObjectId, isOpen: boolean): void {
    this.folds.value = new Map([...this.folds.value, [id, isOpen]]);
  }

  open(id: ObjectId): void {
    this.current.value = id;
    this.opened.value = id;
  }

  /** Sends an action to the server, and shows the result. @returns whether it succeeded. */
  async act(action: Action, done: string): Promise<boolean> {
    try {
      await this.server.act(action);
      this.notice.value = { sentence: done, isRefusal: false };
      return true;
    } catch (error) {
      this.notice.value = { sentence: error instanceof Error ? error.message : String(error), isRefusal: true };
      return false;
    }
  }
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page of a component. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("This component is outside a page.");
  return page;
}
