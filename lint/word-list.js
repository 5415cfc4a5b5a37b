/**
 * The words that this project does not use, with their replacements: in names, comments, strings and pages. The section "Words" of
 * docs/style.md has the same list.
 *
 * `pattern` is matched, ignoring case, against prose and against the words of a name ("secret texts" for `secretTexts`). Mark a quotation
 * where it is quoted instead of adding an exception here.
 */
export const words = [
  { not: "told", say: "reported, given, passed", pattern: "told(?! apart)" },
  { not: "heard", say: "observed, noticed", pattern: "heard" },
  { not: "nobody", say: "no one, nothing; or name the subject", pattern: "nobody" },
  { not: "whoever", say: "callers that, anyone who", pattern: "whoever" },
  { not: "anew", say: "again, recreated", pattern: "anew" },
  { not: "beside", say: "next to, with, in addition to", pattern: "beside" },
  { not: "is none, are none", say: "is missing, is not one", pattern: "(?<!there )(is|are|was|were) none(?! of)" },
  {
    not: "is no list, are no objects",
    say: "is not a list, are not objects",
    pattern:
      "(?<!there )(is|are|was|were) no (?!longer|more|less|fewer|later|earlier|such|one|way|different|need|reason|difference|news)\\w+",
  },
  {
    not: "a text, texts",
    say: "a string, strings",
    pattern: "texts|a text(?= (of|that|is|to|with|in|for|as|from)\\b|[,.;:)]|$)",
  },
  { not: "by the letter, letter of the proposal", say: "literally", pattern: "by the letter|letter of the" },
  { not: "spoilt, spoil", say: "corrupted, invalid", pattern: "spoil(t|ed|s|ing)?" },
  { not: "orphanage", say: "orphaned", pattern: "orphanage" },
  { not: "to mend", say: "to fix, to repair", pattern: "mend(s|ed|ing)?" },
  { not: "shall", say: "must, should", pattern: "shall" },
  { not: "at hand", say: "available", pattern: "at hand" },
  { not: "one's own", say: "your own, its own", pattern: "one's own" },
  { not: "of so many", say: "of this many", pattern: "of so many" },
  {
    not: "lest, thereof, therein, hereby, whence",
    say: "so that … not, of it, in it",
    pattern: "lest|thereof|therein|hereby|whence",
  },
  {
    not: "-our: behaviour, colour",
    say: "-or: behavior, color",
    pattern: "\\w*(behavi|col|fav|hon|lab|neighb|flav|harb)our\\w*",
  },
  {
    not: "-ise: initialise, recognise",
    say: "-ize: initialize, recognize",
    pattern:
      "\\w*(initial|recogn|organ|normal|serial|general|special|summar|minim|maxim|optim|author|custom|util|synchron|priorit|standard|final|capital|categor|canonical|memor|token)is(e|es|ed|er|ers|ing|ation|ations)",
  },
  {
    not: "labelled, cancelling",
    say: "labeled, canceling",
    pattern: "\\w*(label|cancel|model|travel|signal|tunnel|marshal)l(ed|ing|er)",
  },
  {
    not: "fulfil, licence, artefact, judgement",
    say: "fulfill, license, artifact, judgment",
    pattern: "fulfils?|licences?|artefacts?|judgements?",
  },
];

/** The words of messages, following the Kubernetes API conventions. Only strings in packages/<name>/src are checked. */
export const messageWords = [
  { not: "has to be", say: "must be", pattern: "(has|have) to be" },
  { not: "exclude each other", say: "are mutually exclusive", pattern: "excludes? each other" },
  { not: "give", say: "set, pass", pattern: "(?<=[;:] )give" },
];
