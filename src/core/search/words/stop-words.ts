import { stopwords as dutchStopWords } from '@orama/stopwords/dutch';
import { stopwords as englishStopWords } from '@orama/stopwords/english';
import { stopwords as frenchStopWords } from '@orama/stopwords/french';
import { stopwords as germanStopWords } from '@orama/stopwords/german';
import { stopwords as italianStopWords } from '@orama/stopwords/italian';
import { stopwords as portugueseStopWords } from '@orama/stopwords/portuguese';
import { stopwords as spanishStopWords } from '@orama/stopwords/spanish';
import { stopwords as turkishStopWords } from '@orama/stopwords/turkish';
import type { Language } from '../../../domain/types.ts';
import { fold, unify, words } from './analyse.ts';

/** Closed classes and greetings that the lists lack; German had no `wer`, `wann`, `warum`. */
const MORE_GERMAN = `wer wen wem wessen wann warum wieso weshalb wohin woher wozu wofür woran worauf woraus worin
  worum worüber wovon womit wodurch wobei wonach wogegen her beim ans seit wegen trotz falls obwohl bevor nachdem
  sowie darf dürfen dürft möchte möchten müssen müsst sollen sollt mag gibt geht gehts jemand jemanden jemandem
  niemand mal eben halt schon eigentlich etwa bereits immer nie oft ganz gar mehr viele ja nein`;
const MORE_ENGLISH = `a whose anyone anybody someone somebody also just really actually still yet onto via per get
  got im much many ive dont doesnt cant whats hows`;
/** French had no `comment`, `où`, `quand`; Spanish and Turkish need few, no list of Polish was to be had. */
const MORE: Readonly<Record<Exclude<Language, 'de' | 'en'>, string>> = {
  fr: `a y où comment quand combien pourquoi quoi si donc or ni car puis peux peut peuvent pouvez puisse pouvoir veux
    veut voulez voudrais vouloir dois doit devez faut falloir fait faire faites fais vais va vont allez aller ça cela
    cet celle celui celles ceux là plus moins très trop bien aussi encore toujours jamais déjà depuis pendant après
    avant sous entre chez vers dont lors comme tous tout toute toutes chaque autre autres quelque quelques quelqu
    quelles lequel laquelle lesquels rien oui non merci svp est j ai ya s il vous plait aucun aucune voici voilà`,
  es: `cuál cuáles dónde cómo cuándo cuánto qué quién por para puedo puedes podemos quiero quieres necesito necesitas
    tengo tienes hay soy estoy voy haz hago alguien nadie nada sí no aquí porque mi mis`,
  it: `è e a quando qual quali cosa cos com quant posso puoi può possiamo potete possono potrei devo devi deve dobbiamo
    bisogna vorrei voglio vuoi vuole volete fare fatto fa anche ancora già sempre mai molto poco dopo prima durante
    qui qua lì là ogni altro altra altri altre stesso stessa qualcuno nessuno niente sì no riesco riesce perche dal
    nei senza sotto sopra verso fino c s d me te cioè quindi però oppure`,
  pt: `onde aonde porque porquê por qual quais quanto quanta quantos quantas posso podes pode podemos podem poderia
    poder quero queres quer queremos preciso precisa devo deve devem vou vais vai vamos vão faço faz fazer feito tudo
    todo toda todos todas outro outra outros outras cada alguém ninguém nada algo aqui ali lá ainda sempre nunca agora
    antes então sim sobre sob desde consigo consegue dá ser ter ir às vez vezes muita muitos muitas pouco tão contra
    dentro fora durante através perante assim porém portanto enquanto talvez apenas bastante algum alguma alguns
    algumas qualquer quaisquer nenhum nenhuma conforme ambos tal tais dar quê cujo cuja logo pois`,
  nl: `waar wanneer waarom welke welk waarmee waarvoor waarop hoeveel we wij jij jou jouw jullie ons onze mag mogen
    moeten wilt willen kunt kun kon zult gaat ga gaan doe doet krijg krijgen weet wel graag ook alleen elke elk ander
    anders zoals tussen onder per via sinds tijdens binnen buiten ja nee nooit soms vaak steeds nu toch jouwe deze daar
    eerst laatste hebt bent zit zitten staat staan welkom iedereen niemand niks lukt`,
  pl: `a aby albo ale ani aż bardzo bez bo by być był była było były będzie będę będą bądź chce chcę chcesz chciałbym
    chciałabym ci cię ciebie co coś czego czegoś czemu czy czyj czyja dla dlaczego dlatego do gdy gdyby gdzie gdzieś go
    i ich ile im inny inna inne iż ja jak jaka jaką jaki jakie jakich jakiś jakaś jako je jeden jedna jedno jego jej
    jemu jest jestem jesteś jesteście jesteśmy jeszcze jeśli jeżeli już każdy każda każde kiedy kim kogo komu ktoś kto
    która które którego której który których którzy którą lub ma macie mam mamy mają masz mi mieć mnie mną mogę mogą
    możemy może możesz można mój moja moje moją mojego mojej moich moim mu musi musisz muszę my na nad nam nami nas nasz
    nasza nasze nawet nic nich nie niego niej nigdy nim nimi niż no o obok od on ona one oni ono oraz pan pana panem pani panią panie panu państwa państwo państwu po pod
    ponieważ poza przed przez przy raz również są się skąd sobie swoje swój swoją swojego swojej ta tak taka taki takie
    także tam te tego tej temu ten też to tobie tu tutaj twoi twoich twoim twoimi twoja twoją twoje twojego twojej twój tych tylko tym ty u w wam wami was wasz wasza wasze we wiem
    więc wiele wszyscy wszystko wszystkie wszystkich wy z za żaden żadna zawsze ze że`,
  tr: `mi mı mu mü miyim mıyım muyum müyüm misiniz musunuz mıyız miyiz midir mıdır olur olabilir olmuyor oluyor nedir
    nasıl neden niye niçin nerede neresi nereden nereye hangi hangisi kaç ne kim kimin zaman lütfen istiyorum gerek
    gerekiyor lazım yok var benim bana beni siz size sizin biz bize bizim hiç hala hâlâ hemen şimdi sonra önce kadar
    bunu şunu onu ediyorum ederim edebilirim edebilir yapabilirim yapmam yapılır evet hayır`,
};
/** Polite words say nothing about the topic. */
const GREETINGS = `hallo hi hey hello moin servus bitte danke please thanks thank ok okay`;
const MORE_GREETINGS: typeof MORE = {
  fr: 'bonjour bonsoir salut coucou merci svp stp',
  es: 'hola buenas buenos gracias saludos',
  it: 'ciao salve buongiorno buonasera grazie prego saluti',
  pt: 'olá oi bom boa obrigado obrigada',
  nl: 'hallo hoi dag goedemorgen goedemiddag goedenavond dank bedankt alsjeblieft alstublieft groeten',
  pl: 'cześć hej witam dzień dobry dziękuję dzięki proszę pozdrawiam',
  tr: 'merhaba selam selamlar teşekkür teşekkürler sağol sağolun rica günaydın',
};
/** Words that the lists call function words although they name something (`cuenta`), or is one in English (`final`). */
const NAMING = new Set(
  words(`cuenta valor uso usa usan usar usas trabajo trabaja trabajan trabajar total final general existe existen ex
    informó expresó dijeron señaló ejemplo horas pais país manera lado ultimo claro buen`),
);

const LISTS: Readonly<Record<keyof typeof MORE, readonly string[]>> = {
  fr: frenchStopWords,
  es: spanishStopWords.filter((word) => word.length > 1 || 'aeouy'.includes(word)),
  it: italianStopWords,
  pt: portugueseStopWords,
  nl: dutchStopWords,
  pl: [],
  tr: turkishStopWords,
};

/** With accents and without. */
function setOf(language: keyof typeof MORE): ReadonlySet<string> {
  const all = [...LISTS[language], MORE[language], MORE_GREETINGS[language]].flatMap(words);
  return new Set(all.filter((word) => !NAMING.has(word)).flatMap((word) => [word, fold(word)]));
}

/** Lower-case function words by language. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set([...germanStopWords, MORE_GERMAN, GREETINGS].flatMap(words).flatMap(spellingsOf)),
  en: new Set([...englishStopWords, MORE_ENGLISH, GREETINGS].flatMap(words)),
  fr: setOf('fr'),
  es: setOf('es'),
  it: setOf('it'),
  pt: setOf('pt'),
  nl: setOf('nl'),
  pl: setOf('pl'),
  tr: setOf('tr'),
};

const greetings: ReadonlySet<string> = new Set(
  [GREETINGS, ...Object.values(MORE_GREETINGS)].flatMap(words).flatMap((word) => [word, fold(word)]),
);

/** A word with umlauts, with them spelled out, and unified: one look-up then finds it in any spelling. */
function spellingsOf(word: string): string[] {
  const spelledOut = word
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss');
  return [word, spelledOut, unify(word)];
}

/** Whether a unified German word is a function word. */
export function isStopSpelling(spelling: string): boolean {
  return STOP_WORDS.de.has(spelling);
}

/** Whether a lower-case word is a function word (`wie`, `the`) of the language. */
export function isStopWord(word: string, language: Language): boolean {
  return STOP_WORDS[language].has(word);
}

/** Whether a lower-case word is a greeting or thanks, in any language. */
export function isGreeting(word: string): boolean {
  return greetings.has(word);
}
