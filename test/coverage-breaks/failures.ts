import { type Failure } from "../breaks/record.ts";
import { type Claim, fileOfTest, isTestOf } from "./claims.ts";

/** A test that failed while a break was in place. */
export interface FailedTest {
  /** Path of the test file, from the repository's root. */
  readonly file: string;
  readonly title: string;
  /** The title with its groups. */
  readonly fullName: string;
  readonly messages: readonly string[];
}

/** For each row and rule the first test that claims it and failed by itself, not because of an earlier step. */
export function failuresAmong(failed: readonly FailedTest[], claims: readonly Claim[]): Failure[] {
  const byThemselves = failed.filter(({ messages }) => !messages.some(isOfStepBefore));
  return [...new Set(claims.map(({ id }) => id))].flatMap((id) => {
    const own = claims.filter((claim) => claim.id === id);
    const found = byThemselves.flatMap(({ file, fullName, title }) => {
      const claim = own.find((each) => fileOfTest(each) === file && isTestOf(each, fullName));
      // If the group has the claim, the group is named.
      return claim === undefined ? [] : [{ id, file, test: isTestOf(claim, title) ? title : claim.test }];
    });
    return found.slice(0, 1);
  });
}

/** Whether a test timed out while it waited: because of the break, or because the machine is busy. */
export function hasWaitedInVain({ messages }: FailedTest): boolean {
  return messages.some((message) => /^Not so after \d+ ms|timed out in/i.test(message));
}

/** Without the tests that also fail without the break. */
export function withoutFailing(failed: readonly FailedTest[], unbroken: readonly FailedTest[]): readonly FailedTest[] {
  return failed.filter(({ file, fullName }) => {
    return !unbroken.some((other) => other.file === file && other.fullName === fullName);
  });
}

function isOfStepBefore(message: string): boolean {
  return message.includes("the step before failed");
}
