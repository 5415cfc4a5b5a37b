import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const road: Family = {
  name: "road",
  does: "Follows the steps of a user, with packed packages.",
  byDefault: "author",
  members: [
    {
      name: "author",
      does: "from a new provider to Machines of its release",
      runs: reading("test/road/road.ts"),
    },
    {
      name: "tutorials",
      does: "follows docs/tutorials literally",
      runs: reading("test/docs/tutorials/walk-all.ts"),
    },
    {
      name: "newcomer",
      does: "times the steps from a clone to a first visible change",
      runs: reading("test/newcomer/newcomer.ts"),
    },
  ],
};
