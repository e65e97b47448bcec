import type { Language } from '../../src/domain/types.ts';
import { GIFT, SHOP, type Variant } from './grounding-answers.ts';

const SPIEL = [
  {
    id: 'rank',
    language: 'de' as const,
    text: 'Wie bekomme ich einen Rang?\nRänge gibt es im Shop unter /rang. VIP kostet 5 Euro im Monat, MVP 10 Euro. Nach der Zahlung dauert es bis zu zehn Minuten.',
  },
  {
    id: 'ban',
    language: 'de' as const,
    text: 'Ich wurde gebannt, was nun?\nStelle im Forum einen Entbannungsantrag. Ein Moderator prüft ihn innerhalb von zwei Tagen. Weitere Informationen stehen in den Regeln.',
  },
  {
    id: 'join',
    language: 'de' as const,
    text: 'Wie komme ich auf den Server?\nStarte Minecraft in der Version 1.20 und gib play.salzkai.example ein. Bei Problemen hilft dir das Support-Team im Ticket.',
  },
];

/** Written after the mechanism, and worded by other habits. */
type Row = [asked: string, answer: string, used: string[], base?: Variant['base'], language?: Language];
const BAD_ROWS: Row[] = [
  [GIFT, 'Sorry, I cannot help with that.', []],
  [GIFT, 'There is no mention of gift wrapping in the documentation.', ['ship']],
  [GIFT, 'That information is not available to me at the moment.', ['ship', 'return', 'hours']],
  [
    GIFT,
    'Unfortunately, I have no information regarding gift wrapping. You may want to reach out to customer support directly for assistance.',
    ['return'],
  ],
  [GIFT, 'Not specified.', ['ship']],
  [GIFT, 'N/A', []],
  [GIFT, 'As an AI language model, I do not have access to that data.', []],
  [GIFT, 'Ik heb daar helaas geen informatie over.', []],
  [GIFT, 'Não encontrei nada sobre isso na base de conhecimento.', ['ship']],
  [GIFT, 'This question cannot be answered from the entries. The team will get back to you.', []],
  [GIFT, 'Our team will be happy to answer this for you. Please hold on!', []],
  [GIFT, 'The knowledge base only covers other topics.', ['ship']],
  ['Do you ship to Austria?', 'I am not able to find details about this in the text.', ['ship']],
  [
    'Can I pay with bitcoin?',
    'I don’t have specific details about payment methods; kindly check our website or FAQ.',
    ['ship'],
  ],
  [
    'Gibt es einen Creative-Modus?',
    'Darüber habe ich leider keine Informationen. Bitte wende dich an das Support-Team.',
    [],
    SPIEL,
    'de',
  ],
  [
    'Gibt es einen Creative-Modus?',
    'Die Einträge enthalten keine Angaben zu einem Creative-Modus.',
    ['join'],
    SPIEL,
    'de',
  ],
  [
    'Gibt es einen Creative-Modus?',
    'Das kann ich dir nicht beantworten, frag am besten einen Admin.',
    [],
    SPIEL,
    'de',
  ],
  [
    'Gibt es einen Creative-Modus auf dem Server?',
    'Zum Creative-Modus liegt mir nichts vor.',
    ['join'],
    SPIEL,
    'de',
  ],
  ['Kann man Plots kaufen?', 'Keine Ahnung, sorry.', ['rank'], SPIEL, 'de'],
  ['Is there a creative mode?', 'I do not have information about a creative mode.', [], SPIEL, 'en'],
  ['Creative modu var mı?', 'Bu konuda bilgim yok.', [], SPIEL, 'tr'],
];
const GOOD_ROWS: Row[] = [
  ['Liefert ihr nach Wien?', 'Ja. Nach Österreich sind es 3 Tage, 4,90 €.', ['ship'], SHOP, 'de'],
  ['Where do you deliver?', 'To Austria, for example.', ['ship']],
  ['Where do you deliver?', 'We can ship to Austria.', ['ship']],
  ['Is Sunday possible?', 'No, Monday to Friday only.', ['hours']],
  ['Is Sunday possible?', 'No.', ['hours']],
  ['Can I return after two months?', 'No, only within 30 days.', ['return']],
  ['Was kostet VIP?', '5 Euro.', [], SPIEL, 'de'],
  ['Was kostet VIP?', 'Fünf Euro monatlich.', ['rank'], SPIEL, 'de'],
  ['Wie lange bis mein Rang da ist?', 'Spätestens nach zehn Minuten.', ['rank'], SPIEL, 'de'],
  [
    'Ich bin gesperrt worden',
    'Das tut mir leid! Im Forum kannst du einen Antrag auf Entbannung schreiben, den prüft dann ein Mod.',
    ['ban'],
    SPIEL,
    'de',
  ],
  ['Welche Version?', '1.20', [], SPIEL, 'de'],
  ['Which IP do I need?', 'play.salzkai.example', ['join'], SPIEL, 'en'],
  ['Which IP do I need?', 'Use play.salzkai.example with Minecraft 1.20.', [], SPIEL, 'en'],
  [
    'I was banned',
    'Please write an appeal in the forum. A moderator looks at it within two days.',
    ['ban'],
    SPIEL,
    'en',
  ],
  ['Kan ik een rang kopen?', 'Ja, in de shop via /rang.', ['rank'], SPIEL, 'nl'],
  ['Gibt es MVP+?', 'Nein, nur VIP und MVP.', ['rank'], SPIEL, 'de'],
  ['How much is the postage?', '**€4.90**', ['ship']],
  ['Wie werde ich VIP?', 'Öffne im Spiel den Shop mit /rang und bezahle dort.', ['rank'], SPIEL, 'de'],
];
const toVariant = ([asked, answer, used, base = SHOP, language = 'en']: Row) => ({
  asked,
  answer,
  used,
  base,
  language,
});

export const MORE_BAD = BAD_ROWS.map(toVariant);
export const MORE_GOOD = GOOD_ROWS.map(toVariant);
