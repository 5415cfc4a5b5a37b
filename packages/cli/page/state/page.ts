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

/** A question to answer, or a thing to read, before anything else. */
export type OpenDialog =
  | { readonly type: "keys" }
  | { readonly type: "delete"; readonly id: ObjectId }
  | { readonly type: "fault"; readonly id?: ObjectId };

/** What came of an action. */
export interface Notice {
  readonly sentence: string;
  readonly isRefusal: boolean;
}

/** What a person looks at, and what they have asked for. */
export class Page {
  readonly server: PageServer;
  readonly world: World;
  readonly filter = signal("");
  readonly folds = signal<ReadonlyMap<ObjectId, boolean>>(new Map());
  /** Where one is in the tree. */
  readonly current = signal<ObjectId | undefined>(undefined);
  /** The object whose details are shown. */
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

  /** Has the server do something, and says what came of it. @returns whether it was done. */
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

/** The page that a component is part of. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("This component is not part of a page.");
  return page;
}
