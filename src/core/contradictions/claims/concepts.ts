import { unify } from '../../search/words/analyse.ts';
import { stem } from '../../search/words/stemming.ts';

/**
 * Words of both languages that support texts use for one thing, by how they begin, in unified spelling. Two entries
 * seldom say it in the same word: `Versand` and `Lieferung`, `Rückgabe` and `zurückschicken`.
 */
const CONCEPTS = `
ship: versand versend verschick liefer zustell zugestellt auslieferung ship deliver dispatch arriv ankomm angekommen eintreff zugesandt versandt unterwegs
return: ruckgab zuruckgeb zuruckgegeb zuruckzugeb zuruckschick zuruckgeschick zuruckzuschick rucksend zurucksend zuruckgesend retour zuruckzusend umtausch return
refund: erstatt ruckerstatt zuruckerstatt ruckzahl zuruckzahl refund reimburs
reply: antwort beantwort ruckmeld zuruckmeld reply repli respon answer
cancel: kundig gekundig austret ausgetret cancel
valid: gultig gilt gelten verfall ablauf ablauft abgelauf valid expir
keep: aufbewahr aufheb aufgehob heb behalt gespeichert kept keep retain stored vorgehalt
backup: backup sicherung datensicher gesichert sichern saved
begin: start beginn begin anfang
restart: neustart neugestart reboot restart
password: passwort kennwort passwor
rename: namensander namenswechsel umbenenn umbenannt rename
change: andern anderung andert geander abander wechsel bearbeit change edit
name: nutzername benutzername spielername nickname username anzeigename
pay: bezahl zahl pay payment
price: preis kost kostet kosten price cost berechn charge verlang
fee: gebuhr beitrag entgelt fee
discount: rabatt ermassig nachlass discount
student: student studier studenten
support: support kundendienst kundenservice service servic team staff admin moderator helpdesk
shop: laden ladengeschaft geschaft filiale store shop
phone: hotline telefon phone
memory: arbeitsspeicher ram memory
attachment: anhang anhange attach
tournament: turnier tournament
event: event veranstalt
warranty: garanti gewahrleist warrant guarantee
trial: probezeit probemonat testphase testzeitraum testversion probeabo trial ausprobier probier try tried
transfer: umzug umziehen transfer
payout: auszahl ausgezahlt payout
deposit: einzahl deposit
member: mitglied member
fly: flieg flug fly flying flight
pet: haustier pet
plot: grundstuck plot
ban: sperr gesperrt ban banned
register: registrier anmeld angemeldet beitret beizutret beitritt mitmach mitspiel mitzuspiel teilnehm teilnahm join sign regist particip
login: login logging einlogg eingeloggt
account: konto kontos konten account accounts benutzerkonto nutzerkonto
order: bestell order
share: teilen teile geteilt weitergeb share sharing
download: herunterlad runterlad download
upload: hochlad hochgelad upload
application: bewerb application apply applie
delete: remov entfern losch gelosch delet
open: offnungszeit geoffnet offen open opening
reach: erreich besetzt ansprechbar reach staffed available verfugbar
practice: training trainier practice practise
attack: angreif angriff pvp attack
age: mindestalter altersgrenze altersbeschrankung volljahrig
size: grosse size
free: kostenlos kostenfrei gratis free
novice: beginner anfanger einsteig novice newbie
guest: gast gaste guest
child: kind kinder child childr kid junior
maintenance: wartung instandhalt maintenance
family: family famili haushalt household
ill: krank erkrank sick ill illness
charger: charger ladegerat ladekabel
invite: einlad eingelad invit
starter: starter
pause: pause pausier
withdraw: widerruf withdraw
setup: bereit bereitstell bereitgestell einricht eingericht freischalt freigeschalt aktivier setup activat ready
limit: grenz limit
language: sprache language
abroad: ausland international abroad overseas
rent: miet gemietet verleih ausleih verlieh rent hire
invoice: rechnung invoice
voucher: gutschein voucher coupon
subscription: abo abonnement subscription
`;

/** They stand beside the thing that is meant and neither name it nor tell it from another; their endings go. */
const LIGHT = `
los recht right unterstützte unterstützten erklären erklärt declare
groß größer large larger big bigger klein small up set setting
several mehrere mehreren gleichzeitig gleichzeitige schnell quick quickly fast likely arbeiten arbeitet arbeite work works
aufs ins ans zum zur beim vom gern gerne
unser unsere unseren unserem new off wert warenwert value worth amount betrag ganz komplett complete completely automatisch automatically direkt
sofort immediately neue neuen neuer neues eigentlich mittlerweile inzwischen
dauer dauern dauert brauchen braucht brauchst benötigen benötigt benötigst betragen beträgt belaufen beläuft bekommen bekommst bekommt erhalten
erhält erhältst kommen kommt kommst laufen läuft laufend haben habt geben gibt gib gibst bleiben bleibt werden wird wurde machen macht stehen steht
stellen stellt finden findet setzen setzt nehmen nimmt nimm lassen lässt lass melden meldet zusätzlich insgesamt normalerweise regel regulär meist
meistens generell allgemein derzeit momentan aktuell lang lange zeit zeitraum frist dauerhaft spät später früh frühestens spätestens innerhalb
binnen höchstens maximal maximum mindestens minimum wenigstens ungefähr etwa circa rund pro je einmal einmalig bitte leider geduld stattfinden
statt tag tage tagen täglich werktag werktage woche wöchentlich wochentags monat monatlich jahr jahre jährlich stunde stunden stündlich
minute minuten sekunde uhr arbeitstag arbeitstage alt alter größer mehr weniger viel wenig gut neu schon noch auch jederzeit ab
möglich unmöglich erlaubt erlauben verboten untersagt gestattet zulässig unzulässig unerlaubt tabu willkommen erforderlich nötig notwendig pflicht
verpflichtend optional freiwillig verfügbar unterstützen unterstützt akzeptieren akzeptiert bieten bietet nein ja überall grundsätzlich strengstens streng selben selbe same seem seems else other others andere anderen anderer best beste besten bester
need needs take takes taking last lasts get gets got give gives given run runs running come comes coming become becoming make makes made happen happens
expect usually normally typically generally currently now soon always also long longer time times period most least day days daily working business
weekday week weekly month monthly year yearly annual annually hour hours hourly minute minutes second seconds old older age aged minimum maximum up
within per each every once one-time please sorry unfortunately want let put see use used using consist consists besteht bestehen place places
around must should would will shall may might could dates date datum zeitpunkt kaufdatum yes no possible impossible allowed allow forbidden
prohibited banned permitted welcome required requires require necessary mandatory voluntary available supported support accept accepted accepts offer
offered jahresende monatsende jahresschluss vermutlich wahrscheinlich probably perhaps vielleicht without ohne pm am kb mb gb tb strictly inside outside everywhere anywhere anytime hast hatte darf darfst dürfen muss musst müssen soll sollst uns dich dir euch dann dafür daher danach zudem außerdem first back own eigen eigene eigenen eigener wer möchte wollen willst anyone whoever liegt liegen gilt sind can cannot kann kannst können könnt exactly genau wait warten warte
`;

/** General nouns and actions: they may differ between two texts about the same thing. */
const SOFT = `
artikel ware waren produkt produkte item items product products paket package sendung kunde kunden kundin customer customers empfang receipt eingang
kauf kaufen gekauft purchase buy bought person personen people mensch menschen alle jeder jede everyone anyone everybody user users nutzer benutzer
spieler player players server spiel game regel rule rules seite website page formular form start starten startet starte verbinden connect beginnen
begin frage fragen question questions ticket tickets anfrage request erstellen create eröffnen enter entry betreten funktion feature features vorteil
include includes enthalten enthält rolle role rang rank perks perk vorteile tarif plan schriftlich end ende voraussetzung voraussetzungen requirement requirements deadline schluss closes close wissen know gerät geräte device
devices besuch visit visits anruf call talk besitzen own hat gehen geht go goes treffen trifft meet meets minecraft version versionen kontakt contact
einstellungen settings system friend friends freund freunde freunden everything games alles schicken schick schickst senden sende send sent sicher sicheres choose choosing
`;

/** What is done in general, in English, where capitals do not tell nouns. */
const VERBS = `
activate activated add added apply approve approved ask assign become begins bring build built carry check checked click collect collected complete confirm
confirmed connect connected contact contain contains continue count cover create created decide earn ends enjoy explain fill find finish finished follow
fit fits grant granted guarantee handle handled hear held hold holds inform issue issued join known lead leave load look mean means move moved own owns
pick play played prepare process processed produce provide provided receive received remain remains renew renewed review reviewed save say says select
serve serves set show shown spend stand stay stays stop submit submitted switch think try turn type view win write written close closed fixed limited
done ready paid found kept seen able completed
`;

const wordsOf = (list: string): string[] => list.trim().split(/\s+/);
const rootsOf = (list: string): string[] => wordsOf(list).map(unify);

/** One stem for both languages: a short sentence does not tell which it is in. */
export function rootOf(word: string): string {
  const root = stem(stem(word, 'en'), 'de');
  return root.length > 3 ? root.replace(/s$/, '') : root;
}

const CONCEPT_OF = new Map(
  CONCEPTS.trim()
    .split('\n')
    .flatMap((line) => {
      const [concept = '', beginnings = ''] = line.split(': ');
      return rootsOf(beginnings).map((beginning): [string, string] => [beginning, `#${concept}`]);
    }),
);
const LONGEST = Math.max(...[...CONCEPT_OF.keys()].map(({ length }) => length));
/** Shorter beginnings stand for themselves and their endings alone: `ban` is not in `banking`. */
const MIN_BEGINNING = 5;
const STARTS = new Set([...CONCEPT_OF.keys()].map((beginning) => beginning.slice(0, MIN_BEGINNING)));
const ENDING = /^(?:s|es|e|en|er|n|t|te|ed|d|ing|ning|ned|ping|ped|pt|st|lich|ung|ungen|bar)?$/;

/** What a unified word stands for, `#ship`: by its beginning, its last part, or both; what is before that part. */
export function conceptsOf(word: string): { concepts: string[]; front: string } {
  const first = conceptAt(word, 0);
  const last = first ? null : lastPart(word, MIN_FRONT);
  if (last) return { concepts: [last.concept], front: word.slice(0, last.at).replace(/(?<!s)s$/, '') };
  const tail = first && lastPart(word, first.length);
  return { concepts: [...(first ? [first.concept] : []), ...(tail ? [tail.concept] : [])], front: '' };
}

/** `ab` and `an` are no words of a compound. */
const MIN_FRONT = 4;

function lastPart(word: string, from: number): { concept: string; at: number } | null {
  for (let at = from; at <= word.length - MIN_BEGINNING; at += 1) {
    if (!STARTS.has(word.slice(at, at + MIN_BEGINNING))) continue;
    const found = conceptAt(word, at);
    if (found && found.length >= MIN_BEGINNING && word.length - at - found.length <= MAX_ENDING)
      return { concept: found.concept, at };
  }
  return null;
}

const MAX_ENDING = 4;

function conceptAt(word: string, at: number): { concept: string; length: number } | null {
  for (let length = Math.min(LONGEST, word.length - at); length >= 3; length -= 1) {
    const concept = CONCEPT_OF.get(word.slice(at, at + length));
    const isWhole = length >= MIN_BEGINNING || ENDING.test(word.slice(at + length));
    if (concept && isWhole) return { concept, length };
  }
  return null;
}

const LIGHT_WORDS = new Set(rootsOf(LIGHT));
const LIGHT_ROOTS = new Set(wordsOf(LIGHT).map(rootOf));
const SOFT_ROOTS = new Set(wordsOf(SOFT).map(rootOf));
const SOFT_CONCEPTS = new Set(
  'begin order account member fee price pay limit size open reach change'
    .split(' ')
    .map((name) => `#${name}`),
);

const VERB_WORDS = new Set(wordsOf(VERBS));

/** Whether a lower-case English word says what is done. */
export function isVerb(word: string): boolean {
  return VERB_WORDS.has(word);
}

/** Whether a word or its stem only surrounds what is meant. */
export function isLight(word: string, root: string): boolean {
  return LIGHT_WORDS.has(word) || LIGHT_ROOTS.has(root);
}

/** Whether two texts about the same may differ in it. */
export function isSoft(term: string): boolean {
  return SOFT_ROOTS.has(term) || SOFT_CONCEPTS.has(term);
}
