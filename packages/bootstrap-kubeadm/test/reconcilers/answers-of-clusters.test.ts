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

describe("the answer for a cluster", () => {
  test("is asked for once, and is the same promise for all", () => {
    const { asked, get } = given();
    const first = get("a", 0);
    expect(get("a", 0)).toBe(first);
    expect(get("b", 0)).not.toBe(first);
    expect(asked).toEqual(["a", "b"]);
  });

  test("is kept for ten minutes from when it was asked for, whenever that was", () => {
    const { asked, get } = given();
    const begin = 1_000 * minuteMs;
    const first = get("a", begin);
    expect(get("a", begin + 10 * minuteMs - 1)).toBe(first);
    expect(get("a", begin + 10 * minuteMs)).not.toBe(first);
    expect(asked).toEqual(["a", "a"]);
  });

  test("that is old is forgotten when another cluster is asked for, and one that is not is kept", () => {
    const { asked, get } = given();
    void get("old", 0);
    void get("young", 1);
    void get("other", 10 * minuteMs);
    // A clock that is set back shows what is remembered.
    void get("old", 5 * minuteMs);
    void get("young", 5 * minuteMs);
    expect(asked).toEqual(["old", "young", "other", "old"]);
  });

  test("that fails is not kept, and does not take a later one with it", () => {
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

  test("that fails is asked for again", () => {
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
