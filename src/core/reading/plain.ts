import type { TeamReason } from '../../domain/types.ts';

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

/** The reasons that a folded text names outright, gravest first, each with the words that say so. */
export function readPlainly(folded: string): { reason: TeamReason; words: string }[] {
  return RULES.flatMap(({ reason, pattern }) => {
    const [words] = pattern.exec(folded) ?? [];
    return words === undefined ? [] : [{ reason, words }];
  });
}
