import { type HandMadeMutant } from "./hand-made-mutant.ts";

const runtime = "packages/runtime";

/** Mutants of the runtime. */
export const handMadeOfRuntime: readonly HandMadeMutant[] = [
  {
    name: "a reconcile that succeeds does not reset the back-off",
    file: `${runtime}/src/controller/reconcile-end.ts`,
    find: "): ReconcileOutcome {\n  queue.forget(request);\n",
    replace: "): ReconcileOutcome {\n",
    tests: [`${runtime}/test/back-off-after-success.test.ts`],
  },
  {
    name: "a list that is older than the answer to a write deletes what was written",
    file: `${runtime}/src/cache/object-store.ts`,
    find: "if (!isLater || !list.isConcurrent(object.metadata.uid)) events.push",
    replace: "void isLater;\n      events.push",
    tests: [`${runtime}/test/object-store.test.ts`],
  },
  {
    name: "tokens are saved up beyond the burst while none are taken",
    file: "packages/kube/src/sharing/token-buckets.ts",
    find: "Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * perSecond);",
    replace: "bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * perSecond;",
    tests: [`${runtime}/test/rate-limiter.test.ts`, `${runtime}/test/request-rate.test.ts`],
  },
];
