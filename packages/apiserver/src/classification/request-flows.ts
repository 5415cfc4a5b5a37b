import { objectAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Store } from "../store/store.ts";
import { flowSchemas, levelOf, priorityLevels } from "../flow-control/flow-objects.ts";
import { matchesFlowSchema, type RequestDigest } from "./match-flow-schema.ts";

/** What a request was found to be. */
interface Classification {
  readonly flowSchemaUid: string;
  readonly priorityLevelUid: string;
}

/** How many requests the real server serves at a time by default, all priority levels together. */
const concurrencyLimit = 600;

/** Finds the FlowSchema of requests, and its priority level. Requests are served at once whatever these say. */
export class RequestFlows {
  readonly #store: Store;
  #known: Known | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined only where what every server has is missing. */
  classify(digest: RequestDigest): Classification | undefined {
    const { schemas, levels } = this.#current();
    const found = schemas.find((schema) => matchesFlowSchema(digest, schema)) ?? schemas.at(-1);
    const level = found === undefined ? undefined : levels.get(levelOf(found));
    return found === undefined || level === undefined
      ? undefined
      : { flowSchemaUid: found.metadata.uid ?? "", priorityLevelUid: level.metadata.uid ?? "" };
  }

  /** The part of all requests that each priority level has, in requests at a time. */
  nominalLimits(): ReadonlyMap<string, number> {
    const levels = [...this.#current().levels.values()];
    const all = levels.reduce((sum, level) => sum + sharesOf(level), 0);
    return new Map(
      levels.map((level) => [level.metadata.name, Math.ceil((concurrencyLimit * sharesOf(level)) / all)] as const),
    );
  }

  /** FlowSchemas whose priority level there is, the first that matches a request first. */
  #current(): Known {
    const [schemas, levels] = [this.#store.collection(flowSchemas), this.#store.collection(priorityLevels)];
    const [ofSchemas, ofLevels] = [schemas.lastChange, levels.lastChange];
    const known = this.#known;
    if (known?.ofSchemas === ofSchemas && known.ofLevels === ofLevels) return known;
    const byName: Levels = new Map(levels.list().map((level) => [level.metadata.name, level]));
    const usable = schemas.list().filter((schema) => byName.has(levelOf(schema)));
    const sorted = usable.toSorted((a, b) => precedenceOf(a) - precedenceOf(b));
    this.#known = { ofSchemas, ofLevels, levels: byName, schemas: sorted };
    return this.#known;
  }
}

type Levels = ReadonlyMap<string, ApiObject>;

interface Known {
  /** The last changes that were seen. */
  readonly ofSchemas: number;
  readonly ofLevels: number;
  readonly levels: Levels;
  readonly schemas: readonly ApiObject[];
}

function precedenceOf(schema: ApiObject): number {
  return Number(objectAt(schema, "spec")?.matchingPrecedence);
}

function sharesOf(level: ApiObject): number {
  const { limited, exempt } = objectAt(level, "spec") ?? {};
  return Number(objectAt(limited ?? exempt)?.nominalConcurrencyShares ?? 0);
}
