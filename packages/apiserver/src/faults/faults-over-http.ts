import { type ServerResponse } from "node:http";
import { isCapstanError } from "@capstan/kube";
import { forbiddenRequest } from "../authorization/forbidden.ts";
import { type Format, send } from "../output/respond.ts";
import { methodNotAllowed, notFound, StatusError } from "../status/status-error.ts";
import { type Authenticated, userGroups } from "../user/user.ts";
import { type Faults } from "./faults.ts";
import { type AskedFault, readFault } from "./read-fault.ts";

/** A request about faults from a known user. */
interface FaultRequest {
  readonly method: string;
  readonly path: string;
  readonly user: Authenticated;
  readonly body: Buffer;
}

interface Kept extends BegunFault {
  /** The id of the fault to remove. */
  readonly id?: string;
  readonly asked: AskedFault;
}

const root = "/capstan/faults";

/** Lets administrators in other processes inject, list and remove faults, at a dedicated path. */
export class FaultsOverHttp {
  readonly #tools: FaultTools;
  readonly #ongoing = new Map<string, Kept>();
  #last = 0;

  constructor(tools: FaultTools) {
    this.#tools = tools;
  }

  /** Whether a request is about faults. */
  isAsked(path: string): boolean {
    return path === root || path.startsWith(`${root}/`);
  }

  /** @throws StatusError */
  answer(request: FaultRequest, response: ServerResponse, format: Format): void {
    const { user, method, path } = request;
    if (!user.groups.includes(userGroups.masters)) {
      const why = `only the group ${userGroups.masters} may ask for faults`;
      throw forbiddenRequest({ user, verb: method.toLowerCase(), path }, why);
    }
    const { code, body } = path === root ? this.#all(request) : this.#one(method, path.slice(root.length + 1));
    send(response, code, JSON.stringify(body), format);
  }

  #all({ method, body }: FaultRequest): { code: number; body: object } {
    if (method === "POST") {
      const begun = this.#begin(readFault(body));
      return { code: begun.id === undefined ? 200 : 201, body: shown(begun) };
    }
    if (method !== "GET" && method !== "DELETE") throw methodNotAllowed();
    const items = [...this.#ongoing.values()].map(shown);
    if (method === "DELETE") for (const id of this.#ongoing.keys()) this.#end(id);
    return { code: 200, body: { items } };
  }

  #one(method: string, id: string): { code: number; body: object } {
    const found = this.#ongoing.get(id);
    if (found === undefined) throw notFound({ group: "", name: "faults" }, id);
    if (method !== "GET" && method !== "DELETE") throw methodNotAllowed();
    if (method === "DELETE") this.#end(id);
    return { code: 200, body: shown(found) };
  }

  /** @throws StatusError Invalid */
  #begin(asked: AskedFault): Kept {
    // There is only one clock, and so only one skew.
    if (asked.type === "skewClock") this.#endAll("skewClock");
    const begun = { ...begunOrInvalid(asked, this.#tools), asked };
    if (begun.ongoing === undefined) return begun;
    this.#last += 1;
    const kept: Kept = { ...begun, id: String(this.#last) };
    this.#ongoing.set(String(this.#last), kept);
    return kept;
  }

  #endAll(type: AskedFault["type"]): void {
    for (const [id, { asked }] of this.#ongoing) if (asked.type === type) this.#end(id);
  }

  #end(id: string): void {
    this.#ongoing.get(id)?.ongoing?.[Symbol.dispose]();
    this.#ongoing.delete(id);
  }
}

function begunOrInvalid(asked: AskedFault, tools: FaultTools): BegunFault {
  try {
    return beginFault(asked, tools);
  } catch (error) {
    if (!isCapstanError(error, "ArgumentInvalid")) throw error;
    throw new StatusError(422, "Invalid", error.message);
  }
}

function shown({ id, asked, happened }: Kept): object {
  return {
    ...(id === undefined ? {} : { id }),
    fault: asked,
    ...(happened === undefined ? {} : { happened: happened() }),
  };
}

/** The tools for starting a fault. */
interface FaultTools {
  readonly faults: Faults;
  /** Forgets the history. */
  readonly compact: () => void;
}

/** A fault that was started. */
interface BegunFault {
  /** Ends it; unset for immediate faults. */
  readonly ongoing?: Disposable;
  /** The number of affected requests or broken watches so far. */
  readonly happened?: () => number;
}

/** @throws ArgumentError - a number is out of range. */
function beginFault(asked: AskedFault, { faults, compact }: FaultTools): BegunFault {
  switch (asked.type) {
    case "holdWatches":
      return { ongoing: faults.holdWatches(asked.on) };
    case "reorderWatches":
      return { ongoing: faults.reorderWatches(asked.ms, asked.on) };
    case "delayWatches":
      return { ongoing: faults.delayWatches(asked.ms, asked.on) };
    case "skewClock":
      return skewed(faults, asked.ms);
    case "breakWatches": {
      const broken = faults.breakWatches(asked.how, asked.on);
      return { happened: () => broken };
    }
    case "compact":
      compact();
      return {};
    case "latency":
    case "error":
    case "reset":
    case "silence":
    case "outage": {
      // In JSON, a fault and its options are one object, so it serves as both.
      const fault = faults.add(asked, asked);
      return { ongoing: fault, happened: () => fault.happened };
    }
  }
}

function skewed(faults: Faults, ms: number): BegunFault {
  faults.skewClock(ms);
  const setRight = (): void => {
    faults.skewClock(0);
  };
  return { ongoing: { [Symbol.dispose]: setRight } };
}
