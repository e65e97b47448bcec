import { unify, words } from '../../search/words/analyse.ts';

/**
 * What people say about an answer, in German and English: expressions over a line of unified words without apostrophes.
 * ` .. ` means up to three words in between.
 */

/** It fails, it was tried before, it did not answer the question, or another way is wanted. */
const UNHELPED = [
  '(not|doesnt|dont|didnt|isnt|wasnt|wont|cant|cannot|hasnt|havent|nothing|none) .. (work|works|working|worked|help|helps|helped|helping|helpful|fix|fixes|fixed|solve|solves|solved|resolved|sorted|change|changes|changed|happens|happened|possible)',
  '(not|doesnt|didnt|isnt|wasnt|thats not) .. (right|correct|true|it|what i .. (asked|meant|want|wanted|need|needed)|my (question|problem|issue)|an answer|the (answer|problem|issue|question)|anything|a difference)',
  '(doesnt|didnt|cant|wont|isnt)$',
  'still .. (not|no|nothing|doesnt|dont|isnt|wont|cant|cannot|broken|stuck|fails|failing|crashes|crashing|happens|happening|wrong|the same|same|errors?|issues?|problems?|getting|silent|down|dead|missing)',
  '(it|that|this|everything|and) (fails|failed|crashes|crashed|errors)( out)?',
  'still (says|said|shows|gives|tells|wants|throws|asks|keeps|doing|loading|hanging|freezes|kicks|hear|see|get|have)',
  'made (it|things|everything) (even )?worse|(jetzt|nun) .. (schlimmer|gar nichts|gar nix)|verschlimmert',
  '(genauso|genau so|gleich|same|just) (wie|as|like) (vorher|zuvor|before|eben|gestern)',
  'aint (it|that|helping|working|right)',
  'keeps? (\\S+ing|doing|failing)',
  '(already|just) .. (tried|did|done|checked|said|told|wrote|know|knew|read|restarted|reinstalled|updated)',
  '(tried|done) (that|this|it|all|everything|exactly|so)',
  'did (that|this|all|everything|exactly)',
  '(you|u) .. (said|told|wrote|answered|gave) .. (that|this|it|already|before|me)',
  '(wrong|incorrect|useless|unhelpful|bad|outdated|terrible) (answer|info|information|reply|advice|solution|bot)',
  '(thats|is|its|so|totally|completely) (wrong|incorrect|useless|unhelpful|outdated|nonsense|no help)',
  '^(wrong|incorrect|useless|unhelpful|outdated|nonsense|falsch|quatsch|unsinn|veraltet)',
  'no (luck|change|changes|difference|effect|success|help|use|avail|improvement|dice)',
  '(did|does|changed) (absolutely |literally )?nothing',
  '(never|none of (this|that|it|these)) (work|works|worked|helps|helped)',
  '(problem|issue|error|fehler|problem) (persists|remains|besteht|bleibt)',
  '(answer|antwort|info) (is|was|ist|war) .. (wrong|incorrect|useless|outdated|falsch|veraltet|quatsch)',
  'repeating .. (yourself|the same|it)|wiederholst',
  '(wieder|again) .. (same|gleiche|gleicher|selbe|selber|dasselbe)',
  '(dont|do not|not|nicht) .. (close|schliessen|zumachen)',
  'for nothing',
  '(the )?(exact )?same (error|issue|problem|thing|result|message|answer|as before)',
  '(any|another|some|different) (other )?(idea|ideas|way|ways|solution|solutions|suggestion|suggestions|option|options|answer)',
  '(what|anything) else( .. (do|try))?$',
  '(geht|gehts|klappt|klappts|funktioniert|funktionierts|funzt|lauft|hilft|bringt|half|brachte|tut|andert|passiert) .. (nicht|nich|ned|net|nix|nichts|nie)',
  '(nicht|nich|ned|net|nix|nichts) .. (geholfen|geklappt|funktioniert|funktionieren|gebracht|gelost|behoben|genutzt|geandert|verandert|passiert|getan|hilfreich|richtig|gefragt|gemeint|meine frage|mein problem|weiter|hinbekommen|geschafft|erledigt|wissen wollte|was ich)',
  '(immer noch|noch immer|nach wie vor|trotzdem|dennoch) .. (niemand|niemanden|nirgends|nicht|nich|ned|net|nix|nichts|kein|keine|keinen|kaputt|gleich|gleiche|selbe|dasselbe|derselbe|dieselbe|fehler|problem|so|da)',
  '(weiterhin|nach wie vor|immer noch)',
  '(schon|bereits|alles|genau das|genau so) .. (probiert|ausprobiert|versucht|getestet|gemacht|getan|gesagt|geschrieben|gelesen|geantwortet|gestartet|installiert)',
  '(weiss|wusste|kenne|kenn) ich (das )?(schon|bereits)',
  '(falsche|schlechte|veraltete) (antwort|info|auskunft|hilfe|losung)',
  '(das ist|ist) (falsch|quatsch|unsinn|veraltet|keine antwort|keine hilfe)',
  'stimmt .. (nicht|ned|net)',
  '(gleiche|gleicher|gleiches|selbe|selber|selbes) (fehler|problem|ergebnis|meldung|fehlermeldung|antwort)',
  '(keine (anderung|veranderung|besserung|verbesserung|wirkung)|kein (erfolg|unterschied)|ohne erfolg|erfolglos|vergebens|vergeblich)',
  '(andere|anderen|anderer|weitere|noch eine|noch ne) (losung|losungen|idee|ideen|moglichkeit|vorschlag|vorschlage|tipp|tipps|weg|antwort)',
  'was .. (sonst|noch) .. (tun|machen|probieren|versuchen)',
];

/** It is done, or nobody needs to look any more; both also as a question (`can you close this?`). */
const WITHDRAWN = [
  '(nvm|nm|nevermind|never mind)',
  '(forget|ignore|disregard|scrap) (it|that|this|me|about it|my (question|message))|disregard',
  '(found|figured|sorted|worked|managed|able) .. (it|that|out|myself)|already found',
  '(can|could|may|please|pls|you|lets) .. (close|be closed)|close (this|it|the ticket|ticket|please|pls)',
  '(no longer|not|dont) .. (need|needed|necessary|relevant) .. (anymore|any more|longer|now)?$|no longer (needed|relevant|necessary)',
  '(hat|ist|hatte) .. erledigt|erledigt$',
  '(vergiss|vergesst|ignorier|ignoriert|ignoriere) .. (es|das|meine (frage|nachricht))',
  '(schon|selbst|selber|doch|habs|hab es|habe es|hab ihn|hab sie) .. (gefunden|rausgefunden|herausgefunden|hinbekommen|hingekriegt|geschafft|gelost)',
  '(kann|kannst|konnt|konnen|darf|bitte|ticket) .. (zu|geschlossen werden|schliessen|zumachen|closen|geschlossen|zugemacht werden)$',
  '(brauch|brauche|brauchen) .. (keine hilfe|nichts|nix|es nicht|nicht) mehr|nicht mehr (notig|relevant|gebraucht|wichtig)',
  '^(ok |ach )?(egal|passt schon|schon (ok|okay|gut))$',
];

/** The message begins by withdrawing the question: whatever else it says, nobody needs to look. */
const TAKEN_BACK = [
  '^(ok |oh |ah |sorry |oops |lol |ach |wait )?(nvm|nevermind|never mind|ignore me|ignore (that|this)|scratch (that|this)|strike that|forget (it|that)|false alarm|my bad|my mistake|my fault|user error|schon gut|falscher alarm|hat sich erledigt|hats sich erledigt|mein fehler|vergiss es|vergesst es)',
  '^(ok |oh |ah |sorry |oops |ach )?(it|that|das|es)? ?(was|war|lag) (just |only |nur |wohl |doch )?(me|my|an mir|am|an meinem|an meiner|mein|meine)',
  '(found|figured|gefunden|rausgefunden|herausgefunden) .. (it out|the (problem|issue|error|mistake|cause|reason)|den (fehler|grund)|das problem|woran es lag|die ursache)',
  '(den (fehler|grund)|das problem|die ursache) .. (gefunden|rausgefunden|herausgefunden|erkannt)',
];

/** The message begins with joy or thanks and says what works now. */
const REJOICED = [
  '^(ok |oh |ah )?(yay|yes|juhu|hurra|super|perfekt|perfect|great|awesome|nice|cool|klasse|toll|prima|thanks|thank you|thx|danke|danke dir|top|geil) .. (jetzt|nun|now|endlich|finally) .. (\\S+ )?(hore|hor|sehe|seh|geht|lauft|kann|komme|bin|hear|see|can|works|runs|im|am|get)',
];

/** Thanks, and that it works. */
const THANKED = ['(thanks|thank|thx|ty|tysm|tyvm|cheers|danke|dankeschon|merci|dank)'];
const GOES = [
  '^(works|worked|goes|geht|lauft|klappt|klappte|funktioniert|solved|fixed|sorted|resolved)',
  '(it|that|this|all|everything|now|jetzt|es|das|alles|danke|thanks|finally|endlich) (works|worked|working|goes|runs|geht|lauft|klappt|funktioniert|funzt|passt|ging|klappte|tuts|solved|sorted|fixed)',
];

/** More is said or wanted than that. */
const WANTS_MORE = [
  '(but|aber|though|allerdings|however|nur|only|just|except|jedoch|want|need|will|mochte|brauche|hatte|noch|also|ausserdem|question|frage|how|where|when|which|why|wie|wo|wann|welche|welcher|warum)',
];

/** It helped. */
const HELPED = [
  '(thanks|thank you|thank u|thx|tysm|tyvm|ty|cheers|appreciate|appreciated)',
  '(solved|sorted|fixed|resolved|worked|works|working) .. (now|again|fine|great|perfectly|like a charm|it|that)?',
  '(did it|did the trick|got it|made it|was it|fixed it|solved it|like a charm|all good|all set|all fine|makes sense|understood)',
  '(thats|that is|thats all|is all|answers|answered|no more|no further) .. (all|it|needed|questions?|good|fine|perfect)',
  '(perfect|great|awesome|amazing|wonderful|nice|cool)',
  '(danke|dankeschon|dank|dankesehr|merci)',
  '(issue|problem|error|bug|case|ticket|fehler) (is |was |ist |wurde |hat sich )?(solved|fixed|resolved|sorted|gelost|behoben|erledigt|gone|weg)',
  '^(solved|fixed|sorted|resolved|gelost|behoben|works|worked|klappt|lauft)',
  '(like a charm|issue resolved|(thats|that is|is) all)',
  '(hinbekommen|hingekriegt|geschafft|gefunden|gelost|geklappt|geholfen|behoben|verstanden)',
  '(geht|gehts|klappt|klappts|lauft|laufts|funktioniert|funktionierts|funzt|passt|tuts) .. (jetzt|nun|wieder|endlich|super|prima)',
  '(jetzt|nun|endlich|es|alles|das) .. (geht|gehts|klappt|klappts|lauft|laufts|funktioniert|funzt|passt)',
  '(keine|keinerlei) .. (fragen|frage)|wars( dann| auch)?( schon)?$|wollte ich .. wissen',
  '(perfekt|super|wunderbar|prima|klasse|toll|spitze|alles (klar|gut))',
];

/** In a message that names nothing: a no. */
const NEGATIVE = [
  '(not|no|nope|nah|never|nothing|none|doesnt|dont|didnt|isnt|wasnt|wont|cant|cannot|hasnt|havent|aint|still|stuck|broken)',
  '(nicht|nich|ned|net|nix|nichts|nein|ne|nee|no|nie|kein|keine|keinen|immer noch|kaputt|trotzdem)',
];

/** In a message that names nothing: an acknowledgement. */
const NOTED = [
  '(ok|okay|okey|k|kk|alright|aight|ah|oh|aha|achso|ach so|i see|yes|yep|yup|yeah|ja|jo|jep|klar|gut|good|fine|sweet|top|fein|gecheckt|kapiert|geklart|lol)',
];

/** A question about the answer. */
const ASKS = [
  '(what|which|how|why|where|when|who|whose|(?<!(it|that|this|there|das|es) )was|welche|welcher|welches|wie|warum|wieso|weshalb|wo|wohin|woher|wann|wer|wen|wem|womit|wofur|else|sonst)',
];

/** Somebody should look, but at what is not said. */
const PLEA = [
  '(bitte|please|pls|plz) .. (schnell|quick|quickly|fast|soon|bald)',
  '(?<!(for|fur|die|deine|eure|ihre|your|the|keine|no|any) )(help|hilfe|helfen|hilf|helft|helfe|urgent|urgently|dringend|asap|eilt|anyone|anybody|somebody|someone)',
];

const ANY_WORDS = '(?:\\S+ ){0,3}?';

function compile(signs: readonly string[]): RegExp {
  const sources = signs.map((sign) =>
    unify(sign).replaceAll('.. ', ANY_WORDS).replaceAll('$', '(?= $)').replaceAll('^', '(?<=^ )'),
  );
  return new RegExp(` (?:${sources.join('|')}) `);
}

const SIGNS = {
  unhelped: compile([...UNHELPED, 'nope']),
  withdrawn: compile(WITHDRAWN),
  helped: compile(HELPED),
  negative: compile(NEGATIVE),
  noted: compile(NOTED),
  asks: compile(ASKS),
  plea: compile(PLEA),
  takenBack: compile(TAKEN_BACK),
  thanked: compile(THANKED),
  goes: compile(GOES),
  rejoiced: compile(REJOICED),
  wantsMore: compile(WANTS_MORE),
};

/** Words around the signs that name nothing to search for. */
const TALK = new Set(
  words(`omg wow supi aww ayy woo haha hehe lmao jawohl yess yesss genial mega quick quickly schnell fast tyvm ok okay okey k juhu yay yippie hurra woohoo hooray oh ah aha hm hmm hmmm well yeah yes yep yup yay no nah nope ne nee nö ja jo joa jep achso ach naja
    so bro bruh dude man mate guys friend sir leute alter digga team bot admin support lol haha xd d sorry sadly leider schade
    unfortunately thanks thank thx ty tysm cheers appreciate appreciated danke dankeschön dankesehr dank vielen lieben
    merci pls plz please bitte now jetzt again wieder endlich finally anymore mehr also auch even once twice times mal
    error errors fehler fehlermeldung message messages meldung nachricht problem problems probleme issue issues thing
    things sache same exact gleiche gleicher gleichen gleiches selbe selber selbes result ergebnis step steps schritt
    schritte everything all alles nothing nichts nix try tries tried trying probieren probiert ausprobiert versucht
    versuche versuchen gemacht getan tut done did does doing work works working worked geht gehts klappt klappts lauft
    laufts funktioniert funktionierts funktionieren funzt passt passiert happens happened happening fix fixes fixed
    solve solves solved resolved sorted help helps helped helping helpful hilft hilfe helfen geholfen hilfreich answer
    answers answered antwort antworten question questions frage fragen wrong falsch incorrect useless unhelpful outdated
    veraltet bad terrible nonsense quatsch unsinn true right richtig correct stimmt luck success erfolg erfolglos
    trotzdem dennoch still immer noch weiterhin besteht keeps getting restart restarted neustart neugestartet neu
    gestartet told tell said say wrote written asked ask meant mean want wanted need needed know knew wissen wollte weiß
    wusste kenne gesagt geschrieben gefragt gemeint gewusst idea ideas idee ideen way ways weg option options solution
    solutions lösung lösungen tipp tipps vorschlag vorschläge suggestion suggestions another any other else sonst
    anything something etwas anders andere anderen anderer weitere weiter different change changes changed difference
    unterschied änderung geändert effect wirkung really wirklich überhaupt literally exactly exact genau completely
    totally absolutely nvm nm nevermind never mind forget ignore disregard scrap vergiss vergesst ignorier ignoriere
    found find figured out myself selbst selber gefunden rausgefunden herausgefunden hinbekommen hingekriegt geschafft
    gelöst behoben verstanden understood habs hats gibts wars wars es close closed closing schließen geschlossen zu
    zumachen zugemacht closen ticket tickets thread needed necessary relevant nötig gebraucht brauche brauchen brauch
    longer erledigt egal schon gut ok perfect perfekt great awesome amazing nice cool super wunderbar wonderful prima
    klasse toll spitze fine set trick charm like got get it that this makes sense made myself all good klar will werde
    mach mache wait moment urgent urgently dringend asap eilt anyone anybody someone somebody jemand hilf helft helfe
    me mir uns bei read gelesen checked check try sehr much so far bisher later später gleich bye tschüss lg vg mfg
    didnt doesnt dont isnt wasnt wont cant cannot hasnt havent aint couldnt thats its ive im youve u ur ned net nich
    bringt gebracht brachte hast habs hab genutzt tuts andert ändert keeps keep crashing failing fails happening
    thread sache dich dir dass all antworten nachfragen further weitere weiteren bestens charm dice avail
    ahh ahhh ohh to managed manage persists remains repeating repeat wiederholst wiederhole beantwortet managed stuck sweet top fein gecheckt kapiert
    geklärt worries alright aight kk see imma nützt meinte weiter komme followed zweimal after nach vorher before first
    dumb good geht's luck resolve nein kein keine einfach gesucht suche genau
    kannst könnt a i an the already falsche falscher gleich
    advice info information reply auskunft bot time times day days heute today broken kaputt silent dead down`).map(
    unify,
  ),
);

/** What a line of talk says; null: none of it. A complaint outweighs thanks in the same message. */
export type Sign = keyof typeof SIGNS;

/** Negations that negate nothing. */
const POLITE_NEGATIONS = new RegExp(
  ` (?:${[
    'never mind|no (?:worries|problem|thanks|thank you|prob|biggie)|nein danke|kein(?:e|en)? (?:problem|thema|sorge|stress)',
    '(?:no longer|dont|do not|not) need(?:ed)?(?: \\S+){0,2}? (?:anymore|any more|longer|now)|no longer needed|no need',
    '(?:no|any) (?:more|further|other) (?:questions|help|issues|problems)|keine (?:weiteren |anderen )?(?:fragen|hilfe)(?: mehr)?',
    'brauch(?:e|en)?(?: ich| wir)?(?: \\S+){0,2}? mehr|nicht mehr (?:notig|relevant|gebraucht|wichtig)|not anymore',
  ].join('|')})(?= )`,
  'g',
);

/** The line of unified words in which signs are searched. */
function lineOf(text: string): string {
  const line = ` ${words(text.replace(/['’`´]/g, ''))
    .map(unify)
    .join(' ')} `;
  return line.replace(POLITE_NEGATIONS, ' nvm');
}

export function hasSign(text: string, sign: Sign): boolean {
  return SIGNS[sign].test(lineOf(text));
}

/** Whether a unified word belongs to talk about an answer and names nothing. */
export function isTalk(word: string): boolean {
  return TALK.has(word);
}
