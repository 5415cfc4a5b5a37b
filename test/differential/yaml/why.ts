import { goReadings } from "./go-readings.ts";
import { drawnDocuments } from "./documents.ts";
const texts = drawnDocuments(2000, 5);
const n = new Map<string, number>();
const ex = new Map<string, string>();
(await goReadings(texts)).forEach(({ lenient }, i) => {
  const k = (lenient.error ?? "ok")
    .replace(/line \d+/, "line")
    .replace(/`.*?`/, "``")
    .slice(0, 70);
  n.set(k, (n.get(k) ?? 0) + 1);
  const t = texts[i]!;
  if (!ex.has(k) || t.length < ex.get(k)!.length) ex.set(k, t);
});
for (const [k, v] of [...n].sort((a, b) => b[1] - a[1])) console.log(v, k, JSON.stringify(ex.get(k)));
