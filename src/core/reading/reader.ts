import { TEAM_REASONS, type TeamReason } from '../../domain/types.ts';
import { foldText, splitFolded, splitSentences } from './features.ts';
import type { Best, LinearModel, Sentences } from './linear-model.ts';
import { loadModels } from './weights.ts';

export const READ_REASONS = ['safety', 'legal', 'payment', 'ban', 'account', 'asked_for_human'] as const;
export type ReadReason = (typeof READ_REASONS)[number];
/** Fires for every reason: some tickets need somebody, whatever for. */
export const ANY_REASON = 'any';

export interface FoundReason {
  reason: TeamReason;
  /** How likely, 0 to 1. */
  score: number;
  /** The words that weighed most, in the spelling of the reader. */
  words: readonly string[];
  by: 'rule' | 'model' | 'owner';
}

/**
 * Log odds from which a text gives a reason; danger to somebody counts a little earlier, and a text that fits no reason
 * of its own a little later. See bench/QUALITY.md.
 */
const [LEAST, LEAST_SAFETY, LEAST_ANY] = [0, -0.3, 0.5];
const SHOWN_WORDS = 5;

/**
 * Why somebody of the team must see this text of a customer, gravest first; empty where nothing says so. Reads every
 * run of sentences, so that text beside one never hides it.
 */
export function readReasons(text: string, model: LinearModel = loadModels().reasons): FoundReason[] {
  const steps = readReasonsInSteps([text], model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same of texts that follow each other, step by step: the largest ticket takes 40 ms. */
export function* readReasonsInSteps(
  texts: readonly string[],
  model: LinearModel = loadModels().reasons,
): Generator<void, FoundReason[], void> {
  const plain: FoundReason[] = [];
  const sentences: string[][] = [];
  for (const text of texts) {
    const folded = foldText(text);
    for (const { reason, words } of readPlainly(folded))
      if (plain.every((one) => one.reason !== reason))
        plain.push({ reason, score: 1, words: [words], by: 'rule' });
    for (const sentence of splitFolded(folded)) sentences.push(sentence);
    yield;
  }
  const best = model.findBest(yield* model.sumInSteps(sentences), READ_REASONS.length);
  const learned = judge(model, sentences, best).filter(({ reason }) =>
    plain.every((one) => one.reason !== reason),
  );
  return [...plain, ...learned].toSorted(
    (one, other) => TEAM_REASONS.indexOf(one.reason) - TEAM_REASONS.indexOf(other.reason),
  );
}

function judge(model: LinearModel, sentences: Sentences, best: readonly Best[]): FoundReason[] {
  const heads = READ_REASONS.map((reason) => ({ reason, head: model.heads.indexOf(reason) }));
  const scoreOf = (head: number) => best[head]?.score ?? Number.NEGATIVE_INFINITY;
  const leastOf = (reason: ReadReason) => (reason === 'safety' ? LEAST_SAFETY : LEAST);
  const fired = heads.filter(({ reason, head }) => scoreOf(head) >= leastOf(reason));
  const any = scoreOf(model.heads.indexOf(ANY_REASON));
  if (fired.length === 0 && any < LEAST_ANY) return [];
  const likeliest = heads.toSorted((one, other) => scoreOf(other.head) - scoreOf(one.head)).slice(0, 1);
  return (fired.length > 0 ? fired : likeliest).map(({ reason, head }) => {
    const run = best[head];
    const words = run ? model.explain(sentences, head, run, SHOWN_WORDS) : [];
    return { reason, score: toShare(fired.length > 0 ? scoreOf(head) : any), words, by: 'model' };
  });
}

/** From these log odds on, one reason is likelier than that there is none of those known. */
const GUESS_THRESHOLD = -1.5;

/** The likeliest reason of a text that somebody says needs the team; null where none is likely, and never safety. */
export function guessReason(text: string): ReadReason | null {
  const { reasons } = loadModels();
  const best = reasons.readRuns(splitSentences(text));
  const scored = READ_REASONS.filter((reason) => reason !== 'safety').map((reason) => {
    return { reason, score: best[reasons.heads.indexOf(reason)]?.score ?? Number.NEGATIVE_INFINITY };
  });
  const [likeliest] = scored.toSorted((one, other) => other.score - one.score);
  return likeliest && likeliest.score >= GUESS_THRESHOLD ? likeliest.reason : null;
}

function toShare(score: number): number {
  return Math.round(100 / (1 + Math.exp(-score))) / 100;
}

/**
 * The few phrases that mean the same in every ticket, in the spelling of `foldText`. They stand above the learned
 * reader: nobody who writes one of them may depend on a weight.
 */
const PHRASES: readonly (readonly [TeamReason, readonly string[]])[] = [
  [
    'safety',
    [
      'kill myself|end my (?:own )?life|ending my life|(?:am|im|feeling) suicidal|commit suicide|hang myself|cut(?:ting)? myself',
      'dont want to (?:live|be alive)(?: any ?more)?|better off dead',
      'bringe? mich um(?! vor)|mich umbringen|nicht mehr leben|mir das leben nehmen|selbstmordgedanken|mich selbst verletz\\w*|ritze mich',
      'me suicider|me tuer|mettre fin a mes jours|plus envie de vivre|me faire du mal',
      'me quiero (?:matar|morir)|quiero matarme|suicidarme|quitarme la vida|no quiero (?:seguir viviendo|vivir mas)',
      'voglio (?:uccidermi|morire|farla finita)|suicidarmi|ammazzarmi|togliermi la vita|non voglio piu vivere',
      '(?:quero|vou) me matar|quero morrer|me suicidar|matar me|tirar a minha vida|nao quero mais viver',
      'wil (?:niet meer leven|dood)|zelfmoord plegen|van kant maken|einde aan mijn leven|mezelf (?:snijd\\w*|pijn doen)',
      'chce (?:sie zabic|umrzec)|popelnic samobojstwo|odebrac sobie zycie|nie chce (?:juz )?zyc|sie pociac',
      'intihar ed\\w+|kendimi oldur\\w+|yasamak istemiyorum|canima kiy\\w+|olmek istiyorum',
    ],
  ],
  [
    'asked_for_human',
    [
      '(?:talk|speak|chat|connect me|put me through) (?:to|with) (?:a |an |some )?(?:real |actual |live )*(?:human|person|agent|someone|somebody|staff|admin|moderator|representative)',
      '(?:a )?(?:real )?human,? (?:please|pls)|(?:real|actual) (?:person|human)(?: please| pls)',
      'mit (?:einem|nem|echten|richtigen|einer) ?(?:echten |richtigen )?(?:mensch\\w*|mitarbeiter\\w*|person) (?:reden|sprechen|schreiben|verbinden)|(?:echten?|richtigen?) menschen? (?:bitte|sprechen|reden)',
      'parler (?:a|avec) (?:un |une )?(?:vrai |vraie )?(?:humain|personne|conseiller|quelquun)',
      'hablar con (?:un |una )?(?:humano|persona|agente|alguien)',
      'parlare con (?:un |una )?(?:vera )?(?:umano|persona|operatore|qualcuno)',
      'falar com (?:um |uma )?(?:humano|pessoa|atendente|alguem)',
      '(?:een )?(?:echt mens|echte persoon) (?:spreken|praten)|met (?:een )?(?:echt mens|medewerker|echte persoon|iemand) (?:spreken|praten)',
      '(?:rozmawiac|porozmawiac|pogadac) z (?:czlowiekiem|konsultantem|kims|zywym)',
      '(?:gercek |canli )?(?:bir )?(?:insanla|yetkiliyle|temsilciyle|biriyle) (?:gorus\\w+|konus\\w+)',
    ],
  ],
];

const RULES = PHRASES.map(([reason, phrases]) => ({
  reason,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'u'),
}));

function readPlainly(folded: string): { reason: TeamReason; words: string }[] {
  return RULES.flatMap(({ reason, pattern }) => {
    const [words] = pattern.exec(folded) ?? [];
    return words === undefined ? [] : [{ reason, words }];
  });
}
