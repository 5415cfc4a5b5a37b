import type { Faults, PlannedRequest, Removable, RequestFault } from "@capstan/apiserver";
import type { BusyServer } from "./busy-server.ts";
import type { CallDirector, CallFate } from "./cloud-calls.ts";
import type { Disturbance, Moment, Schedule } from "./disturbance.ts";

/** A write or call that can be disturbed. */
export interface Point {
  readonly moment: Moment;
  /** Its number among the writes or calls, from 1. */
  readonly at: number;
  /** Such as `patch HelloMachine/m1 status`. */
  readonly text: string;
}

/** The actions of a director on the world; promises resolve when an action is done. */
export interface Hands {
  /** Checks what exists outside, and the invariants. */
  look(): void;
  /** Kills the disturbed manager; another is started in its place as soon as possible. */
  crash(): void;
  /** Kills the disturbed manager, and resolves when its successor has settled. */
  changeLeader(): Promise<void>;
  /** Holds back events of a kind from the disturbed manager for a while; with `skip`, it never gets intermediate states. */
  holdBack(kind: string, how: "late" | "skip"): void;
  touchAll(): Promise<void>;
  replace(object: string): Promise<void>;
  stepClock(direction: 1 | -1): void;
}

/** Identifies the disturbed manager's requests, and describes its writes. */
export interface Disturbed {
  /** Whether the manager or its predecessor sent the request. */
  isTheirs(request: PlannedRequest): boolean;
  /** Whether the living process sent the request. */
  isAlive(request: PlannedRequest): boolean;
  describe(request: PlannedRequest): string;
}

const writing = new Set(["create", "update", "patch", "delete", "deletecollection"]);
/** Resources without information about the world, or with random timing; Go managers record completed migrations on CRDs. */
const noise = new Set(["leases", "events", "customresourcedefinitions"]);

/** Executes a schedule, and records all points at which a disturbance is possible. */
export class Director implements CallDirector {
  readonly points: Point[] = [];
  readonly #schedule: Schedule;
  readonly #hands: Hands;
  readonly #busy: BusyServer;
  readonly #happened = new Set<Disturbance>();
  #writes = 0;
  #calls = 0;

  constructor(schedule: Schedule, hands: Hands, busy: BusyServer) {
    this.#schedule = schedule;
    this.#hands = hands;
    this.#busy = busy;
  }

  /** Whether the whole schedule has happened. */
  get isDone(): boolean {
    return this.#schedule.every((disturbance) => this.#happened.has(disturbance));
  }

  /** The number of writes of the disturbed manager, without those that a busy server has refused. */
  get writes(): number {
    return this.#writes - this.#busy.refused;
  }

  /** Mistakes of the disturbed manager in its reaction to a disturbance. */
  get problems(): readonly string[] {
    return this.#busy.problems;
  }

  /** Follows the requests of the disturbed manager, and disturbs them. */
  direct(faults: Faults, disturbed: Disturbed): Removable {
    return faults.plan((request) => {
      const { verb, resource } = request;
      if (!disturbed.isTheirs(request) || noise.has(resource)) return undefined;
      if (!writing.has(verb)) return undefined;
      if (resource.endsWith("reviews")) return undefined;
      if (!disturbed.isAlive(request)) return { type: "silence", when: "before" };
      return this.#onWrite(request, disturbed.describe(request));
    });
  }

  callFate(what: string): CallFate {
    this.#calls += 1;
    this.points.push({ moment: "cloud call", at: this.#calls, text: what });
    const [disturbance] = this.#due(["cloud-refuses", "cloud-times-out", "crash-after-call"], this.#calls);
    if (disturbance === undefined) return "answered";
    if (disturbance.name === "cloud-refuses") return "refused";
    return disturbance.name === "cloud-times-out" ? "lost" : "crashed";
  }

  crash(): void {
    this.#hands.crash();
  }

  async #onWrite(request: PlannedRequest, text: string): Promise<RequestFault | undefined> {
    // Checks the state before this write.
    this.#hands.look();
    this.#writes += 1;
    this.points.push({ moment: "write", at: this.#writes, text });
    let fault: RequestFault | undefined;
    for (const disturbance of this.#due(undefined, this.#writes)) {
      fault = (await this.#disturb(disturbance, request)) ?? fault;
    }
    return fault ?? this.#busy.refusal();
  }

  /** The disturbances that happen now. */
  #due(names: readonly Disturbance["name"][] | undefined, at: number): Disturbance[] {
    const due = this.#schedule.filter(
      (each) => each.at === at && !this.#happened.has(each) && (names?.includes(each.name) ?? !isOfCloud(each)),
    );
    for (const each of due) this.#happened.add(each);
    return due;
  }

  /** @returns the fault of the request itself. */
  async #disturb({ name, of = "" }: Disturbance, request: PlannedRequest): Promise<RequestFault | undefined> {
    const hands = this.#hands;
    if (name === "crash-before") hands.crash();
    else if (name === "crash-after") {
      void request.ended.then(() => {
        hands.crash();
      });
    } else if (name === "answer-429") this.#busy.begin();
    else if (name === "leader-change") await hands.changeLeader();
    else if (name === "stale-cache") hands.holdBack(of, "late");
    else if (name === "skipped-events") hands.holdBack(of, "skip");
    else if (name === "reconcile-again") await hands.touchAll();
    else if (name === "replaced-object") await hands.replace(of);
    else if (name === "clock-forward") hands.stepClock(1);
    else if (name === "clock-back") hands.stepClock(-1);
    return answers[name];
  }
}

/** The faults of a write. A killed process gets no answer. */
const answers: Partial<Readonly<Record<Disturbance["name"], RequestFault>>> = {
  "crash-before": { type: "silence", when: "before" },
  "crash-after": { type: "silence", when: "after" },
  "answer-409": { type: "error", code: 409, reason: "Conflict" },
  "answer-500": { type: "error", code: 500, reason: "InternalError" },
  "lose-answer": { type: "reset", when: "after" },
};

function isOfCloud({ name }: Disturbance): boolean {
  return name === "cloud-refuses" || name === "cloud-times-out" || name === "crash-after-call";
}
