/**
 * Tests that start separate processes, attack or load them, wait for Go programs, compile whole projects, generate committed files, or run
 * a scenario hundreds of times: `npm run test:long`. All others are `npm test`.
 */
export const long: readonly string[] = [
  "examples/*/rough-*.test.ts",
  "packages/*/test/**/*go-{core,manager,bootstrap}*.test.ts",
  "packages/apiserver/test/{disk/kill,kubectl/kubectl}.test.ts",
  "packages/apiserver/test/{kinds/generated,generated-objects}.test.ts",
  "packages/bootstrap-kubeadm/test/{bad-input,boot}/**/*.test.ts",
  "packages/cli/test/conformance/**/*.test.ts",
  "packages/create-capstan-provider/test/{generated-projects,project-files}.test.ts",
  "packages/testkit/test/conformance/{external/**/*,faulty-providers,raw-providers}.test.ts",
  "packages/testkit/test/exploration/explore.test.ts",
  "packages/testkit/test/perturbation/{faulty-providers,perturb-process}.test.ts",
  "test/differential/kubeadm/differential.test.ts",
  "test/{e2e,hostile,interop,load,mutation,perturbation,road}/**/*.test.ts",
  "test/publishing/{bundled-program,images}.test.ts",
  "test/run/scripts.test.ts",
  "test/docs/{how-to,tutorials}/**/*.test.ts",
  "test/docs/{code-blocks,run-blocks,site-search}.test.ts",
];
