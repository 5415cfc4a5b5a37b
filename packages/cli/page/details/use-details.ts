import { useEffect, useState } from "preact/hooks";
import type { Details, ObjectId } from "../../src/page/protocol.ts";
import { usePage } from "../state/page.ts";

/** Conditions and Events change without the row of an object. */
const refreshMs = 2_000;

/** The details of an object, beyond its row. */
export interface LoadedDetails {
  readonly details: Details | undefined;
  /** Why loading failed. */
  readonly problem: string | undefined;
}

/** Loads the details of an object: immediately, when its row changes, and every two seconds while the page is visible. */
export function useDetails(id: ObjectId): LoadedDetails {
  const { server, world } = usePage();
  const [loaded, setLoaded] = useState<LoadedDetails & { readonly id: ObjectId }>(nothingYet(id));
  const row = world.forest.get(id);
  const isConnected = world.connection.value === "connected";
  useEffect(() => {
    const loading = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const details = await server.details(id, loading.signal);
        setLoaded({ id, details, problem: undefined });
      } catch (error) {
        if (loading.signal.aborted) return;
        const problem = error instanceof Error ? error.message : String(error);
        setLoaded((before) => ({ ...(before.id === id ? before : nothingYet(id)), problem }));
      }
    };
    void load();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void load();
    }, refreshMs);
    return () => {
      loading.abort();
      clearInterval(timer);
    };
  }, [id, row, isConnected]);
  return loaded.id === id ? loaded : nothingYet(id);
}

function nothingYet(id: ObjectId): LoadedDetails & { readonly id: ObjectId } {
  return { id, details: undefined, problem: undefined };
}
