import { type DeletableMachine, inDeletionOrder } from "@capstan/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

type Changes = Partial<Pick<DeletableMachine, "status">> & {
  readonly metadata?: Partial<DeletableMachine["metadata"]>;
};

const created = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString();

/** A Machine with a Node. */
function machine(name: string, { metadata = {}, status = { nodeRef: { name } } }: Changes = {}): DeletableMachine {
  return { metadata: { name, ...metadata }, status };
}

describe("the order of deletion", () => {
  const deleting = machine("e", { metadata: { deletionTimestamp: created(9), creationTimestamp: created(3) } });
  const marked = machine("d", { metadata: { annotations: { "cluster.x-k8s.io/delete-machine": "" } } });
  const nodeless = machine("c", { status: {} });
  const old = machine("b", { metadata: { creationTimestamp: created(1) } });
  const young = machine("a", { metadata: { creationTimestamp: created(2) } });

  test.each([
    ["Random", ["e", "d", "c", "a", "b"]],
    ["Newest", ["e", "d", "c", "a", "b"]],
    ["Oldest", ["e", "d", "c", "b", "a"]],
  ] as const)("%s: Machines in deletion, then marked ones, then unhealthy ones, then the others", (order, expected) => {
    const names = inDeletionOrder([old, young, nodeless, marked, deleting], order).map(({ metadata }) => metadata.name);
    expect(names).toEqual(expected);
  });

  test.each(["HealthCheckSucceeded", "NodeHealthy"])(
    "a Machine whose %s is False comes before healthy ones",
    (type) => {
      const withStatus = (name: string, status: "False" | "Unknown") =>
        machine(name, {
          status: {
            nodeRef: { name },
            conditions: [{ type, status, reason: "R", message: "", lastTransitionTime: created(0) }],
          },
        });
      const [failed, waiting] = [withStatus("z", "False"), withStatus("y", "Unknown")];
      const names = inDeletionOrder([old, young, waiting, failed]).map(({ metadata }) => metadata.name);
      expect(names).toEqual(["z", "a", "b", "y"]);
    },
  );

  test("prioritized Machines are ordered by name, not by age; a Machine without a report is not healthy", () => {
    const marks = { annotations: { "cluster.x-k8s.io/delete-machine": "" } };
    const markedYoung = machine("b", { metadata: { ...marks, creationTimestamp: created(2) } });
    const markedOld = machine("c", { metadata: { ...marks, creationTimestamp: created(1) } });
    const silent: DeletableMachine = { metadata: { name: "z" } };
    const names = inDeletionOrder([young, silent, markedOld, markedYoung], "Oldest");
    expect(names.map(({ metadata }) => metadata.name)).toEqual(["b", "c", "z", "a"]);
  });

  test("is independent of the input order", () => {
    const all = [old, young, nodeless, marked, deleting];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: 5 }),
        fc.constantFrom("Random", "Newest", "Oldest"),
        (given, order) => {
          expect(inDeletionOrder(given, order)).toEqual(inDeletionOrder(all, order));
        },
      ),
    );
  });
});
