import { describe, expect, test } from "vitest";
import { OncePerCluster } from "../../src/reconcilers/kubeadm-config/once-per-cluster.ts";

const minuteMs = 60_000;

function given() {
  const asked: string[] = [];
  const answers = new OncePerCluster<string>();
  const get = (uid: string, now: number, answer = Promise.resolve(`${asked.length}`)): Promise<string> =>
    answers.get(uid, now, () => {
      asked.push(uid);
      return answer;
    });
  return { asked, get };
}

describe("the cached answer for a cluster", () => {
  test("is requested once, and all callers get the same promise", () => {
    const { asked, get } = given();
    const first = get("a", 0);
    expect(get("a", 0)).toBe(first);
    expect(get("b", 0)).not.toBe(first);
    expect(asked).toEqual(["a", "b"]);
  });

  test("is kept for ten minutes after its request", () => {
    const { asked, get } = given();
    const begin = 1_000 * minuteMs;
    const first = get("a", begin);
    expect(get("a", begin + 10 * minuteMs - 1)).toBe(first);
    expect(get("a", begin + 10 * minuteMs)).not.toBe(first);
    expect(asked).toEqual(["a", "a"]);
  });

  test("is dropped after its expiry when another cluster's is requested; newer ones are kept", () => {
    const { asked, get } = given();
    void get("old", 0);
    void get("young", 1);
    void get("other", 10 * minuteMs);
    // A clock that is set back shows which answers are cached.
    void get("old", 5 * minuteMs);
    void get("young", 5 * minuteMs);
    expect(asked).toEqual(["old", "young", "other", "old"]);
  });

  test("is dropped if it fails, without dropping a later one", () => {
    const { asked, get } = given();
    const failure = Promise.reject(new Error("down"));
    const late = get("a", 0, failure);
    const later = get("a", 10 * minuteMs);
    return late.then(
      () => expect.unreachable(),
      () => {
        expect(get("a", 10 * minuteMs)).toBe(later);
        expect(asked).toEqual(["a", "a"]);
      },
    );
  });

  test("is requested again after a failure", () => {
    const { asked, get } = given();
    return get("a", 0, Promise.reject(new Error("down"))).then(
      () => expect.unreachable(),
      () => {
        void get("a", 0);
        expect(asked).toEqual(["a", "a"]);
      },
    );
  });
});
