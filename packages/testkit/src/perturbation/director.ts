import type { Faults, PlannedRequest, Removable, RequestFault } from "@capstan/apiserver";
import type { BusyServer } from "./busy-server.ts";
import type { CallDirector, CallFate } from "./cloud-calls.ts";
import type { Disturbance, Moment, Schedule } from "./disturbance.ts";

/** A write or a call that a disturbance may happen at. */
export interface Point {
  readonly moment: Moment;
  /** Its number among those of its kind, from 1. */
  readonly at: number;
  /** Such as `patch HelloMachine/m1 status`. */
  readonly text: string;
}

/** What a director does to the world; it resolves when that is done. */
export interface Hands {
  /** Looks at what exists outside, and at what must always be so. */
  look(): void;
  /** Kills the disturbed manager; another takes its place as soon as it can. */
  crash(): void;
  /** The same, and resolves when the other has come to rest. */
  changeLeader(): Promise<void>;
  /** Keeps events of a kind from the disturbed manager for a while; `skip`: and all but the last state of each object for good. */
  holdBack(kind: string, how: "late" | "skip"): void;
  touchAll(): Promise<void>;
  replace(object: string): Promise<void>;
  stepClock(direction: 1 | -1): void;
}

/** Which requests are the disturbed manager's, and how a person calls what they write. */
export interface Disturbed {
  /** Whether it is a request of the manager, or of one that it took the place of. */
  isTheirs(request: PlannedRequest): boolean;
  /** Whether it is one of the process that lives. */
  isAlive(request: PlannedRequest): boolean;
  describe(request: PlannedRequest): string;
}

const writing = new Set(["create", "update", "patch", "delete", "deletecollection"]);
/** Resources that say nothing about the world, or only at random moments; Go managers note on CRDs what they have migrated. */
const noise = new Set(["leases", "events", "customresourcedefinitions"]);

/** Lets a schedule happen, and notes the moments that it could have happened at. */
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

  /** Whether everything has happened that was to happen. */
  get isDone(): boolean {
    return this.#schedule.every((disturbance) => this.#happened.has(disturbance));
  }

  /** How often the disturbed manager has written, without what a busy server has refused. */
  get writes(): number {
    return this.#writes - this.#busy.refused;
  }

  /** What the disturbed manager has done wrong while something happened to it. */
  get problems(): readonly string[] {
    return this.#busy.problems;
  }

  /** Follows the requests of the disturbed manager, and lets them go wrong. */
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
    // What was made just before it is seen as it is without this write.
    this.#hands.look();
    this.#writes += 1;
    this.points.push({ moment: "write", at: this.#writes, text });
    let fault: RequestFault | undefined;
    for (const disturbance of this.#due(undefined, this.#writes)) {
      fault = (await this.#disturb(disturbance, request)) ?? fault;
    }
    return fault ?? this.#busy.refusal();
  }

  /** Those that happen now. */
  #due(names: readonly Disturbance["name"][] | undefined, at: number): Disturbance[] {
    const due = this.#schedule.filter(
      (each) => each.at === at && !this.#happened.has(each) && (names?.includes(each.name) ?? !isOfCloud(each)),
    );
    for (const each of due) this.#happened.add(each);
    return due;
  }

  /** @returns what happens to the request itself. */
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

/** What a write meets. A process that is killed gets no answer. */
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
