// The inflections of gobuffalo/flect 1.0.3, with which core computes the names of CRDs. The order matters: the last matching word wins, and
// the first matching ending.

/** A singular, its plural, and another word that also counts as plural. */
export type Inflection = readonly [singular: string, plural: string, otherPlural?: string];

/** Words with irregular plurals. Except for {@link wholeWords}, they also match the end of a longer word. */
export const words: readonly Inflection[] = parse(`
  aircraft:aircraft beef:beef,beefs bison:bison blues:blues chassis:chassis deer:deer fish:fish,fishes
  moose:moose police:police salmon:salmon,salmons series:series sheep:sheep shrimp:shrimp,shrimps
  species:species swine:swine,swines trout:trout,trouts tuna:tuna,tunas you:you child:children ox:oxen foot:feet
  goose:geese man:men human:humans louse:lice mouse:mice tooth:teeth woman:women die:dice person:people
  adieu:adieux,adieus fabliau:fabliaux bureau:bureaus,bureaux criterion:criteria ganglion:ganglia,ganglions
  lexicon:lexica,lexicons mitochondrion:mitochondria,mitochondrions noumenon:noumena phenomenon:phenomena
  taxon:taxa media:media medium:media,mediums stadium:stadiums,stadia aquarium:aquaria,aquariums
  auditorium:auditoria,auditoriums symposium:symposia,symposiums curriculum:curriculums,curricula quota:quotas
  alumnus:alumni,alumnuses bacillus:bacilli cactus:cacti,cactuses coccus:cocci focus:foci,focuses
  locus:loci,locuses nucleus:nuclei,nucleuses octopus:octupuses,octopi radius:radii,radiuses syllabus:syllabi
  corpus:corpora,corpuses genus:genera alumna:alumnae vertebra:vertebrae differentia:differentiae
  minutia:minutiae vita:vitae larva:larvae postcava:postcavae praecava:praecavae uva:uvae apex:apices,apexes
  codex:codices,codexes index:indices,indexes latex:latices,latexes vertex:vertices,vertexes
  vortex:vortices,vortexes appendix:appendices,appendixes radix:radices,radixes helix:helices,helixes axis:axes
  crisis:crises ellipsis:ellipses genesis:geneses oasis:oases thesis:theses testis:testes base:bases basis:bases
  alias:aliases vedalia:vedalias use:uses abuse:abuses cause:causes clause:clauses cruse:cruses excuse:excuses
  fuse:fuses house:houses misuse:misuses muse:muses pause:pauses ache:aches topaz:topazes
  buffalo:buffaloes,buffalos potato:potatoes tomato:tomatoes equipment:equipment information:information
  jeans:jeans money:money news:news rice:rice dwarf:dwarfs,dwarves hoof:hoofs,hooves thief:thieves chive:chives
  hive:hives move:moves movie:movies cookie:cookies pretorium:pretoriums agenda:agendas
  formula:formulas,formulae shoe:shoes toe:toes graffiti:graffiti
`);

/** Words that inflect only as whole words. */
export const wholeWords: ReadonlySet<string> = new Set(["ox", "louse", "die", "axis", "alias", "use", "toe"]);

/** Endings and their replacements. */
export const endings: readonly Inflection[] = parse(`
  tive:tives eaf:eaves oaf:oaves afe:aves arf:arves rfe:rves rf:rves lf:lves fe:ves ay:ays ey:eys oy:oys
  quy:quies uy:uys y:ies eau:eaux bula:bulae dula:bulae lula:bulae nula:bulae vula:bulae hedron:hedra ium:ia
  seum:seums eum:ea oum:oa stracum:straca dum:da elum:ela ilum:ila olum:ola ulum:ula llum:lla ylum:yla imum:ima
  ernum:erna gnum:gna brum:bra crum:cra terum:tera serum:sera trum:tra antum:anta atum:ata entum:enta etum:eta
  itum:ita otum:ota utum:uta ctum:cta ovum:ova trix:trices iasis:iases mesis:meses kinesis:kineses resis:reses
  gnosis:gnoses opsis:opses ysis:yses ouse:ouses lause:lauses us:uses ch:ches io:ios sh:shes ss:sses ez:ezzes
  iz:izzes tz:tzes zz:zzes ano:anos lo:los to:tos oo:oos o:oes x:xes
`);

function parse(table: string): Inflection[] {
  return table
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [singular = "", plural = "", otherPlural] = entry.split(/[:,]/);
      return otherPlural === undefined ? [singular, plural] : [singular, plural, otherPlural];
    });
}
