import { systemClock } from "@capstan/runtime";
import { FakeService } from "../../../examples/control-plane-managed/fake-service/fake-service.ts";
import {
  GroupCloud,
  type Instance,
} from "../../../examples/infrastructure-autoscaling-group/fake-cloud/group-cloud.ts";
import { WorkloadCluster } from "../go-core/workload-cluster.ts";

/**
 * The control plane service and the cloud of groups; machines of a group join the control plane `c1` of its namespace, each with its own
 * name.
 */
export class JoiningClouds implements AsyncDisposable {
  readonly service: FakeService;
  readonly groups: GroupCloud;
  /** Control planes, including created and removed ones. */
  readonly controlPlanes: string[] = [];
  /** The errors of machines that did not join. */
  readonly failures: unknown[] = [];

  private constructor(service: FakeService, groups: GroupCloud) {
    this.service = service;
    this.groups = groups;
    groups.onCreated = (instance, group) => {
      this.#boot(instance, group).catch((error: unknown) => this.failures.push(error));
    };
    service.observer = {
      call: () => undefined,
      created: (id) => this.controlPlanes.push(`made ${id}`),
      removed: (id) => this.controlPlanes.push(`removed ${id}`),
    };
  }

  static async start(): Promise<JoiningClouds> {
    const service = await FakeService.start({ clock: systemClock, workMs: 1_000 });
    return new JoiningClouds(service, await GroupCloud.start({ clock: systemClock, startMs: 500, deleteMs: 500 }));
  }

  /** The control plane `c1` of a namespace, from the view of its kubelets. */
  workload(namespace: string): WorkloadCluster {
    return WorkloadCluster.at(this.service.kubeconfigOf(`${namespace}.c1`) ?? "");
  }

  /** All changes in both since they began. */
  get changes(): readonly string[] {
    return [...this.controlPlanes, ...this.groups.changes];
  }

  async #boot({ id, runningAt }: Instance, group: string): Promise<void> {
    await systemClock.sleep(runningAt - systemClock.now());
    await using workload = this.workload(group.split(".")[0] ?? "");
    await workload.join(id, `group://${group}/${id}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.groups[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
  }
}
