import { Session } from "node:inspector/promises";
import { getHeapSnapshot } from "node:v8";
import type { Clock } from "../clock/clock.ts";
import { type Answer, type Endpoint, type Endpoints, type Question, text } from "./endpoint.ts";

/** The default of Go's profile. */
const defaultSeconds = 30;
const mostSeconds = 300;
const patienceSeconds = 90;

/** One at a time, because each is expensive for the process. */
function oneAtATime(what: string, work: Endpoint["answer"]): Endpoint["answer"] {
  let isBusy = false;
  return async (question) => {
    if (isBusy) return text(429, `Another ${what} is in progress; try again later`);
    isBusy = true;
    const free = (): void => {
      isBusy = false;
    };
    try {
      const answer = await work(question);
      if (typeof answer.body === "string") free();
      else answer.body.once("close", free);
      return answer;
    } catch (error) {
      free();
      throw error;
    }
  };
}

/** The whole memory of the process, Secrets included, for the memory tab of a browser's developer tools. */
function heapSnapshot(): Answer {
  return { status: 200, contentType: "application/json", body: getHeapSnapshot() };
}

/** A CPU profile, for the performance tab of a browser's developer tools. */
async function cpuProfile(seconds: number, clock: Clock, { request, signal }: Question): Promise<Answer> {
  // The connection is silent until then.
  request.socket.setTimeout((seconds + patienceSeconds) * 1_000);
  using session = connected();
  await session.inspector.post("Profiler.enable");
  await session.inspector.post("Profiler.start");
  await clock.sleep(seconds * 1_000, signal);
  const { profile } = await session.inspector.post("Profiler.stop");
  return { status: 200, contentType: "application/json", body: JSON.stringify(profile) };
}

function connected(): Disposable & { readonly inspector: Session } {
  const inspector = new Session();
  inspector.connect();
  return {
    inspector,
    [Symbol.dispose]: () => {
      inspector.disconnect();
    },
  };
}

/** The equivalents of Go's `/debug/pprof/heap` and `/debug/pprof/profile`, in V8's formats. */
export function profileEndpoints(clock: Clock): Endpoints {
  return new Map([
    ["/debug/heap", { answer: oneAtATime("heap snapshot", heapSnapshot) }],
    [
      "/debug/cpu",
      {
        answer: oneAtATime("CPU profile", (question) => {
          const asked = question.query.get("seconds") ?? String(defaultSeconds);
          const seconds = Number(asked);
          if (!/^\d+$/.test(asked) || seconds < 1 || seconds > mostSeconds) {
            return text(400, `seconds must be a whole number from 1 to ${mostSeconds}`);
          }
          return cpuProfile(seconds, clock, question);
        }),
      },
    ],
  ]);
}
