import { objectAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Store } from "../store/store.ts";
import { flowSchemas, levelOf, priorityLevels } from "../flow-control/flow-objects.ts";
import { matchesFlowSchema, type RequestDigest } from "./match-flow-schema.ts";
import { type LevelLimit } from "./seats.ts";

/** The classification of a request. */
interface Classification {
  readonly flowSchemaUid: string;
  readonly priorityLevelUid: string;
  /** Undefined if its priority level has no limit. */
  readonly limit: LevelLimit | undefined;
}

/** The default number of concurrent requests in the real server, for all priority levels together. */
const concurrencyLimit = 600;

/** Finds the FlowSchema of requests, its priority level, and the concurrency limit of the level. */
export class RequestFlows {
  readonly #store: Store;
  #known: Known | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined only if mandatory objects are missing. */
  classify(digest: RequestDigest): Classification | undefined {
    const { schemas, levels, limits } = this.#current();
    const found = schemas.find((schema) => matchesFlowSchema(digest, schema)) ?? schemas.at(-1);
    const level = found === undefined ? undefined : levels.get(levelOf(found));
    return found === undefined || level === undefined
      ? undefined
      : {
          flowSchemaUid: found.metadata.uid ?? "",
          priorityLevelUid: level.metadata.uid ?? "",
          limit: limits.get(level.metadata.name),
        };
  }

  /** The share of each priority level, in concurrent requests. */
  nominalLimits(): ReadonlyMap<string, number> {
    return nominalLimitsOf([...this.#current().levels.values()]);
  }

  /** FlowSchemas with an existing priority level, in the order of matching. */
  #current(): Known {
    const [schemas, levels] = [this.#store.collection(flowSchemas), this.#store.collection(priorityLevels)];
    const [ofSchemas, ofLevels] = [schemas.lastChange, levels.lastChange];
    const known = this.#known;
    if (known?.ofSchemas === ofSchemas && known.ofLevels === ofLevels) return known;
    const byName: Levels = new Map(levels.list().map((level) => [level.metadata.name, level]));
    const usable = schemas.list().filter((schema) => byName.has(levelOf(schema)));
    const sorted = usable.toSorted((a, b) => precedenceOf(a) - precedenceOf(b));
    this.#known = { ofSchemas, ofLevels, levels: byName, schemas: sorted, limits: limitsOf([...byName.values()]) };
    return this.#known;
  }
}

type Levels = ReadonlyMap<string, ApiObject>;

interface Known {
  /** The last observed changes. */
  readonly ofSchemas: number;
  readonly ofLevels: number;
  readonly levels: Levels;
  readonly schemas: readonly ApiObject[];
  /** For levels with a limit. */
  readonly limits: ReadonlyMap<string, LevelLimit>;
}

function nominalLimitsOf(levels: readonly ApiObject[]): Map<string, number> {
  const all = levels.reduce((sum, level) => sum + sharesOf(level), 0);
  return new Map(
    levels.map((level) => [level.metadata.name, Math.ceil((concurrencyLimit * sharesOf(level)) / all)] as const),
  );
}

function limitsOf(levels: readonly ApiObject[]): Map<string, LevelLimit> {
  const nominal = nominalLimitsOf(levels);
  const limited = levels.filter((level) => objectAt(level, "spec")?.type === "Limited");
  return new Map(
    limited.map(({ metadata: { name }, spec }) => {
      const share = nominal.get(name) ?? 0;
      const queuing = objectAt(spec, "limited", "limitResponse", "queuing");
      // A level without a queue has at least one seat.
      if (queuing === undefined) return [name, { level: name, seats: Math.max(1, share), waiting: 0 }] as const;
      // The maximum for one flow in its hand of queues.
      const waiting = Math.min(Number(queuing.queues), Number(queuing.handSize)) * Number(queuing.queueLengthLimit);
      return [name, { level: name, seats: share, waiting }] as const;
    }),
  );
}

function precedenceOf(schema: ApiObject): number {
  return Number(objectAt(schema, "spec")?.matchingPrecedence);
}

function sharesOf(level: ApiObject): number {
  const { limited, exempt } = objectAt(level, "spec") ?? {};
  return Math.max(0, Number(objectAt(limited ?? exempt)?.nominalConcurrencyShares ?? 0));
}
