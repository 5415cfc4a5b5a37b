import { SeededRandom } from "@capstan/harness/random";
import { expect, test } from "vitest";
import { HeldAddresses } from "../../src/kinds/ip-pool/held-addresses.ts";

test("addresses are held by the last who hold them, in thousands of drawn changes", () => {
  const random = new SeededRandom(7);
  const held = new HeldAddresses();
  const model = new Set<string>();
  for (let change = 0; change < 5_000; change += 1) {
    const [pool, address, holder] = ["p", "a", "h"].map((name) => `${name}${random.between(1, 3)}`) as [
      string,
      string,
      string,
    ];
    if (random.between(0, 1) === 0) {
      held.hold(pool, address, holder);
      model.add(`${pool}/${address}/${holder}`);
    } else {
      held.release(pool, address, holder);
      model.delete(`${pool}/${address}/${holder}`);
    }
    const byOthers = [...model]
      .map((entry) => entry.split("/"))
      .filter(([of, , by]) => of === pool && by !== holder)
      .map(([, each = ""]) => each);
    expect([...held.heldByOthers(pool, holder)].toSorted()).toEqual([...new Set(byOthers)].toSorted());
    expect(held.isHeldByOthers(pool, address, holder)).toBe(byOthers.includes(address));
  }
});
