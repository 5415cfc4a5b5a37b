import { compareTexts } from "./compare.ts";
import { drawnDocuments } from "./documents.ts";
const r = await compareTexts(drawnDocuments(Number(process.argv[2]), Number(process.argv[3])));
console.log(r.read, r.refused, r.differences.length);
for (const d of r.differences.sort((a, b) => a.text.length - b.text.length).slice(0, Number(process.argv[4] ?? 12)))
  console.log(d.mode, JSON.stringify(d.text), "\n  go", JSON.stringify(d.go), "\n  us", JSON.stringify(d.here));
