import type { Language } from '../../src/domain/types.ts';

/** Answers that say nothing of what was sent, and some that do, with the entries that were sent. */
export const SHOP = [
  {
    id: 'ship',
    language: 'en' as const,
    text: 'Do you ship to Austria?\nYes. Shipping to Austria takes 3 days and costs 4.90 euros. See https://shop.example.org/shipping',
  },
  {
    id: 'return',
    language: 'en' as const,
    text: 'How do I send something back?\nWithin 30 days, with the label in the box. The money is back on your card a week later.',
  },
  { id: 'hours', language: 'en' as const, text: 'When are you there?\nMonday to Friday, nine to five.' },
  {
    id: 'contact',
    language: 'en' as const,
    text: 'How do I reach a person?\nOpen a ticket, or contact our support team at help@shop.example.org.',
  },
];
const LADEN = [
  {
    id: 'versand',
    language: 'de' as const,
    text: 'Wie lange dauert der Versand?\nDrei bis fünf Werktage. Ab 50 Euro ist er kostenlos.',
  },
  {
    id: 'zahlung',
    language: 'de' as const,
    text: 'Wie kann ich bezahlen?\nMit Karte, PayPal oder auf Rechnung. Gutscheine lösen Sie im letzten Schritt ein.',
  },
  {
    id: 'kontakt',
    language: 'de' as const,
    text: 'Wie erreiche ich das Team?\nSchreiben Sie an hilfe@laden.example, wir helfen gern weiter.',
  },
];
const MAGASIN = [
  {
    id: 'compte',
    language: 'fr' as const,
    text: 'Comment supprimer mon compte ?\nDans les réglages, sous Confidentialité, appuyez sur Fermer le compte.',
  },
];
const МАГАЗИН = [
  {
    id: 'доставка',
    language: null,
    text: 'Сколько идёт доставка?\nДоставка по городу занимает два дня и бесплатна от 3000 рублей.',
  },
];
const 店 = [
  { id: 'hassou', language: null, text: '発送はいつですか？\n注文の翌営業日に倉庫から発送します。' },
];

export interface Variant {
  asked: string;
  answer: string;
  used?: string[];
  base?: { id: string; language: Language | null; text: string }[];
  language?: Language;
  facts?: string[];
  known?: string[];
}

export const GIFT = 'Do you offer gift wrapping?';
const GESCHENK = { asked: 'Verpackt ihr auch als Geschenk?', base: LADEN, language: 'de' as const };

export const BAD: Variant[] = [
  { asked: GIFT, answer: 'The provided context does not contain any information about that.' },
  { asked: GIFT, answer: 'I do not have information about that. Please contact our support team.' },
  { asked: GIFT, answer: 'Leider enthalten die bereitgestellten Informationen keine Angaben dazu.' },
  {
    asked: GIFT,
    answer: "I'm sorry, but the passages do not mention whether gift wrapping is offered.",
    used: ['ship'],
  },
  { asked: GIFT, answer: "I don't know." },
  { asked: GIFT, answer: 'No idea, sorry!', used: ['hours'] },
  {
    asked: GIFT,
    answer: 'Based on the documents I was given, I am unable to determine if gift wrapping is available.',
    used: ['ship', 'return'],
  },
  { asked: 'Do you ship to Norway?', answer: "I couldn't find an answer to this in the knowledge base." },
  { asked: 'Do you ship to Norway?', answer: "I'm not sure about Norway.", used: ['ship'] },
  {
    asked: 'Which sizes does the blue jacket come in?',
    answer:
      'Unfortunately there are no details on this. A colleague from customer service will gladly assist you.',
  },
  {
    asked: 'Is the jacket waterproof?',
    answer: 'That is a great question! For the most accurate details, please check the product page.',
  },
  { ...GESCHENK, answer: 'Dazu liegen mir leider keine Informationen vor.' },
  { ...GESCHENK, answer: 'Das weiß ich leider nicht.', used: ['versand'] },
  {
    ...GESCHENK,
    answer:
      'In den vorliegenden Einträgen steht nichts über Geschenkverpackungen. Bitte wende dich an den Support.',
    used: ['zahlung'],
  },
  {
    ...GESCHENK,
    answer: 'Hierzu kann ich keine Auskunft geben, bitte kontaktieren Sie unseren Kundenservice.',
  },
  {
    asked: 'Emballez-vous les cadeaux ?',
    answer: 'Je suis désolé, le contexte fourni ne permet pas de répondre à cette question.',
    base: MAGASIN,
    language: 'fr',
    used: ['compte'],
  },
  {
    asked: '¿Hacen envoltorio de regalo?',
    answer: 'Lo siento, no tengo información sobre eso. Póngase en contacto con el equipo de soporte.',
    language: 'es',
  },
  {
    asked: 'Fate pacchetti regalo?',
    answer: 'Purtroppo non dispongo di informazioni al riguardo.',
    language: 'it',
  },
  {
    asked: 'Pakujecie prezenty?',
    answer: 'Niestety nie mam informacji na ten temat.',
    language: 'pl',
  },
  {
    asked: 'Hediye paketi yapıyor musunuz?',
    answer: 'Üzgünüm, bu konuda bilgi bulunmuyor. Lütfen destek ekibimizle iletişime geçin.',
    language: 'tr',
  },
  {
    asked: 'Упаковываете ли вы подарки?',
    answer: 'К сожалению, в предоставленной информации нет данных об этом.',
    base: МАГАЗИН,
    used: ['доставка'],
  },
  {
    asked: 'ギフト包装はできますか？',
    answer: '申し訳ありませんが、提供された情報には記載がありません。',
    base: 店,
    used: ['hassou'],
  },
];

/** It says so in the words of an earlier notice, or of the owner. */
const NOTICE = 'I found no answer to that in the knowledge. The team will take a look at it.';
BAD.push(
  {
    asked: GIFT,
    answer: 'I found no answer to that in the knowledge, the team will take a look.',
    known: [NOTICE],
  },
  {
    asked: GIFT,
    answer: 'Please contact our support team.',
    known: ['Else say: please contact our support team.'],
  },
);

export const GOOD: Variant[] = [
  {
    asked: 'Do you ship to Austria on Sundays?',
    answer: 'No, there is no delivery on Sundays. Shipping to Austria takes 3 days.',
    used: ['ship'],
  },
  { asked: 'Do you ship to Austria?', answer: 'Yes.', used: ['ship'] },
  { asked: 'Do you ship to Austria?', answer: 'Yes, we ship to Austria.' },
  { asked: 'How long does shipping to Austria take?', answer: '3 days.' },
  {
    asked: 'How long does shipping to Austria take?',
    answer: 'About three working days (4.90 €).',
    used: ['ship'],
  },
  {
    asked: 'Can I call you on Saturday?',
    answer: 'No, we are only around on weekdays, Monday to Friday.',
    used: ['hours'],
  },
  { asked: 'What is the price of delivery to Vienna?', answer: '4.90 euros.', used: ['ship'] },
  {
    asked: 'The shoes are too small, can I return them?',
    answer:
      'Sure! Put the label on the parcel and post it within 30 days. Your refund follows about a week later.',
    used: ['return'],
  },
  {
    asked: 'When do I get my money?',
    answer: 'A week after it arrived, on the card you paid with.',
    used: ['return'],
  },
  {
    asked: 'I want to talk to a human',
    answer: 'Please open a ticket or write to help@shop.example.org.',
    used: ['contact'],
  },
  { asked: 'Can I pay by PayPal?', answer: 'Ja, mit PayPal.', base: LADEN, used: ['zahlung'] },
  { asked: 'Kann ich mit PayPal zahlen?', answer: 'Ja, PayPal geht.', base: LADEN, language: 'de' },
  {
    asked: 'Ab wann ist der Versand gratis?',
    answer: 'Ab einem Bestellwert von 50 €.',
    base: LADEN,
    language: 'de',
  },
  {
    asked: 'Wo gebe ich meinen Code ein?',
    answer: 'Ganz am Ende der Bestellung, im letzten Schritt.',
    base: LADEN,
    language: 'de',
    used: ['zahlung'],
  },
  {
    asked: 'Liefert ihr nach Österreich?',
    answer: 'Ja, das dauert drei Tage und kostet etwas Porto.',
    language: 'de',
    used: ['ship'],
  },
  { asked: 'Liefert ihr nach Österreich?', answer: 'Ja, in 3 Tagen für 4,90 Euro.', language: 'de' },
  {
    asked: 'How do I delete my account?',
    answer: 'Go to Settings, open Privacy and tap on "Close account".',
    base: MAGASIN,
    used: ['compte'],
  },
  {
    asked: 'Je voudrais partir, comment faire ?',
    answer: 'Fermez le compte dans les réglages, rubrique Confidentialité.',
    base: MAGASIN,
    language: 'fr',
  },
  { asked: 'Как быстро вы привезёте?', answer: 'По городу за два дня.', base: МАГАЗИН, used: ['доставка'] },
  {
    asked: 'When will it be sent?',
    answer: 'On the next working day, from our warehouse.',
    base: 店,
    used: ['hassou'],
  },
  { asked: 'いつ届きますか？', answer: '翌営業日に倉庫を出ます。', base: 店, used: ['hassou'] },
  { asked: 'I have a problem with my order', answer: 'Which order is it about?' },
  {
    asked: 'Which plan do I have?',
    answer: 'You are on the Pro plan.',
    facts: ['[{"label":"Plan","value":"Pro"}]'],
  },
  {
    asked: 'Are you open over Christmas?',
    answer: 'We are closed from 24 December and open again on 2 January.',
    known: ['Over Christmas we are closed from 24 December until 2 January.'],
  },
  { asked: 'What is your name?', answer: 'My name is Nova.', facts: ['Nova'] },
];
