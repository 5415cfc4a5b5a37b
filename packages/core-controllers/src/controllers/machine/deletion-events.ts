import { type DeepReadonly, type Machine } from "@capstan/contract";
import { type EventRecorder } from "@capstan/runtime";
import { type StageOutcome } from "../../drain/stage-runner.ts";
import { type StageName } from "../../drain/stages.ts";

/** Reasons of Events, the same as in the Go core. */
const ofStage = {
  drainNode: { failed: "FailedDrainNode", done: "SuccessfulDrainNode" },
  awaitVolumes: { failed: "FailedWaitForVolumeDetach", done: "NodeVolumesDetached" },
} as const satisfies Record<StageName, { failed: string; done: string }>;

/** Records Events about the progress of Machine deletions. A stage that is complete at the first check gets no Event. */
export class DeletionEvents {
  readonly #recorder: EventRecorder;

  constructor(recorder: EventRecorder) {
    this.#recorder = recorder;
  }

  /** A stage has failed, or is complete after a wait. */
  stage(machine: DeepReadonly<Machine>, stage: StageName, nodeName: string, outcome: StageOutcome): void {
    const { failed, done } = ofStage[stage];
    if (outcome.state === "waiting" && outcome.failure !== undefined) {
      this.#recorder.record(machine, { type: "Warning", reason: failed, message: outcome.failure });
    }
    const waited =
      stage === "drainNode"
        ? machine.status?.deletion?.nodeDrainStartTime
        : machine.status?.deletion?.waitForNodeVolumeDetachStartTime;
    if (outcome.state !== "done" || waited === undefined) return;
    const message = stage === "drainNode" ? `Drained Node ${nodeName}` : `Volumes are detached from Node ${nodeName}`;
    this.#recorder.record(machine, { type: "Normal", reason: done, message });
  }

  /** The Node could not be deleted. */
  nodeNotDeleted(machine: DeepReadonly<Machine>, message: string): void {
    this.#recorder.record(machine, { type: "Warning", reason: "FailedDeleteNode", message });
  }
}
