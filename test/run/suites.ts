/**
 * Tests that run whole programs, attack managers or compile projects, and are part of each change: `.ci/run` runs them together with
 * `npm test`, which runs all tests that are in no list here.
 */
export const long: readonly string[] = [
  "test/docs/code-blocks.test.ts",
  "test/e2e/{flow,pause,processes}.test.ts",
  "test/hostile/**/*.test.ts",
  "test/interop/go-core/lifecycle.test.ts",
  "test/interop/versions/oldest.test.ts",
];

/**
 * Tests that take longer than they are worth at each change: every scenario with the Go managers, hundreds of seeded runs, load, browsers,
 * tutorials. `npm run nightly` runs them. What they can find alone is known to be rare; a sample of each kind is in {@link long}.
 */
export const nightly: readonly string[] = [
  "examples/*/rough-*.test.ts",
  "packages/*/test/**/*go-{core,manager,bootstrap}*.test.ts",
  "packages/*/test/**/go-conversion.test.ts",
  "packages/apiserver/test/{disk/kill,kubectl/kubectl}.test.ts",
  "packages/apiserver/test/{kinds/generated,generated-objects,in-flight,random-access}.test.ts",
  "packages/bootstrap-kubeadm/test/{bad-input,boot}/**/*.test.ts",
  "packages/bootstrap-kubeadm/test/certificates/{kubeadm,openssl}.test.ts",
  "packages/cli/test/conformance/**/*.test.ts",
  "packages/core-controllers/test/handed-over-often.test.ts",
  "packages/infrastructure-mock/test/kill.test.ts",
  "packages/create-capstan-provider/test/{generated-projects,project-files}.test.ts",
  "packages/kube/test/memory/small-heap.test.ts",
  "packages/runtime-extension/test/generated.test.ts",
  "packages/testkit/test/conformance/{external/**/*,faulty-providers,raw-providers}.test.ts",
  "packages/testkit/test/environment/generated-role.test.ts",
  "packages/testkit/test/exploration/explore.test.ts",
  "packages/testkit/test/perturbation/{faulty-providers,perturb-process}.test.ts",
  "packages/testkit/test/validation/same-as-the-server.test.ts",
  "test/differential/kubeadm/{admission,differential}.test.ts",
  "test/differential/core-admission/**/*.test.ts",
  "test/docs/tutorials/**/*.test.ts",
  "test/docs/{go-core,run-blocks,site-search}.test.ts",
  "test/e2e/{dev,page,restore,restriction}/**/*.test.ts",
  "test/e2e/!(flow|pause|processes).test.ts",
  "test/hostile/{heap-snapshot,hostile-answers,references-as-paths,silent-clusters}.test.ts",
  "test/hostile/{api-server,drawn}/**/*.test.ts",
  "test/interop/*.test.ts",
  "test/interop/!(go-core|versions)/**/*.test.ts",
  "test/interop/versions/{flow,refusal}.test.ts",
  "test/interop/go-core/!(lifecycle).test.ts",
  "test/{load,mutation,perturbation,road}/**/*.test.ts",
  "packages/infrastructure-docker/test/perturbation/every-point.test.ts",
  "packages/infrastructure-docker/test/real-nodes/!(kubeadm).test.ts",
  "examples/*/real-nodes.test.ts",
  "test/real-nodes/!(mock).test.ts",
  "test/publishing/{bundled-program,images}.test.ts",
  "test/run/scripts.test.ts",
];
