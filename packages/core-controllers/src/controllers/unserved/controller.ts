import { type DeepReadonly } from "@capstan/contract";
import {
  Controller,
  forKind,
  patchChanges,
  type ReconcileContext,
  type Request,
  Result,
  whenServed,
} from "@capstan/runtime";
import { type Shared } from "../shared.ts";
import { unservedConditions } from "./unserved-conditions.ts";
import { type Reporting, type UnservedKind } from "./unserved-kind.ts";

/**
 * Reports on each object of a kind that this core does not serve it, and once in the log. Missing permission to list the kind does not make
 * the manager unready.
 */
export function unservedController({ manager }: Pick<Shared, "manager">, unserved: UnservedKind): Controller {
  const { kind, message } = unserved;
  const own = forKind(kind);
  let isLogged = false;
  return new Controller({
    name: `unserved-${kind.kind.toLowerCase()}`,
    reconciler: {
      reconcile: async (request: Request, { signal, logger }: ReconcileContext) => {
        const object: DeepReadonly<Reporting> | undefined = manager.cache.informer(kind).get(request);
        if (object === undefined || object.metadata.deletionTimestamp !== undefined) return Result.awaitChange();
        const conditions = unservedConditions(object, unserved, manager.clock.now());
        if (conditions === undefined) return Result.awaitChange();
        if (!isLogged) {
          logger.warn("There are objects of a kind for which Capstan has no controller", { kind: kind.kind, message });
          isLogged = true;
        }
        const after = { ...object, status: { ...object.status, conditions } } as Reporting;
        await patchChanges<Reporting>(manager.client, kind, object, after, { signal });
        return Result.awaitChange();
      },
    },
    sources: [
      whenServed(kind, {
        ...own,
        start: (context) => {
          const running = own.start(context);
          return {
            ready: Promise.resolve(),
            stop: () => {
              running.stop();
            },
          };
        },
      }),
    ],
  });
}
