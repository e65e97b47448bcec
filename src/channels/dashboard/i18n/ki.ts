import { MAX_KEYS_PER_SERVER } from '../../../domain/limits.ts';
import { defineTexts } from './frame.ts';

/** Keys, persona and drafts. */
export const kiTexts = defineTexts({
  keys: ['API keys', 'API-Schlüssel'],
  keysIntro: [
    'With a key, your own system asks the bot over the API.',
    'Mit einem Schlüssel fragt dein eigenes System den Bot über die API.',
  ],
  samples: ['Ready samples', 'Fertige Beispiele'],
  noKeys: ['There is no key yet.', 'Es gibt noch keinen Schlüssel.'],
  name: ['Name', 'Name'],
  nameHint: [
    'What the key is for, for example "ticket system".',
    'Wofür der Schlüssel ist, zum Beispiel „Ticketsystem“.',
  ],
  ending: ['Ends in', 'Endet auf'],
  created: ['Created', 'Angelegt'],
  lastUsed: ['Last used', 'Zuletzt benutzt'],
  never: ['Never', 'Nie'],
  active: ['Active', 'Aktiv'],
  revokedAt: ['Revoked', 'Widerrufen'],
  scope: ['Scope', 'Was er darf'],
  knowledgeKey: ['Knowledge', 'Wissen'],
  test: ['Test key', 'Testschlüssel'],
  testOfKnowledge: [
    'A test key cannot change knowledge: choose the scope “Chat” for a test key.',
    'Ein Testschlüssel darf kein echtes Wissen ändern: Wähle dafür „Chat“.',
  ],
  observe: ['For the team only', 'Nur für das Team'],
  observeHint: [
    'Every answer says `draft: true`; your ticket system must show it only to your team.',
    'Jede Antwort trägt `draft: true`; dein Ticketsystem darf sie nur deinem Team zeigen.',
  ],
  testHint: [
    'Its answers cost nothing and are put together from your knowledge alone, without the AI model.',
    'Seine Antworten kosten nichts und entstehen nur aus deinem Wissen, ohne das KI-Modell.',
  ],
  unnamed: ['Without a name', 'Ohne Namen'],
  actions: ['Actions', 'Aktionen'],
  revoke: ['Revoke', 'Widerrufen'],
  revokeOne: ['Revoke {{key}}', '{{key}} widerrufen'],
  revokeQuestion: [
    'Revoke {{key}}? Everything that uses this key stops getting answers. This cannot be undone.',
    '{{key}} widerrufen? Was diesen Schlüssel benutzt, bekommt keine Antworten mehr, und das lässt sich nicht zurücknehmen.',
  ],
  revokedKeys: ['Revoked keys ({{count}})', 'Widerrufene Schlüssel ({{count}})'],
  create: ['Create key', 'Schlüssel anlegen'],
  limit: [
    `A server has at most ${MAX_KEYS_PER_SERVER} keys. Revoke one to create another.`,
    `Ein Server hat höchstens ${MAX_KEYS_PER_SERVER} Schlüssel. Widerrufe einen, um einen neuen anzulegen.`,
  ],
  newKey: ['Your new key', 'Dein neuer Schlüssel'],
  shownOnce: [
    'It is shown only this once. Store it on your server now; it cannot be looked up later.',
    'Er wird nur dieses eine Mal gezeigt. Speichere ihn jetzt auf deinem Server; später lässt er sich nicht mehr nachsehen.',
  ],
  copy: ['Copy', 'Kopieren'],
  copied: ['Copied', 'Kopiert'],
  tryIt: [
    'Try it in a terminal. The first line waits for the key, which keeps it out of the shell’s history:',
    'Probier ihn in einem Terminal aus. Die erste Zeile wartet auf den Schlüssel, damit er in keinem Verlauf steht:',
  ],
  leaked: [
    'Never put a key into a web page or an app. If one leaks, revoke it here and create another.',
    'Ein Schlüssel gehört nie in eine Webseite oder App. Ist er bekannt geworden, widerrufe ihn hier und leg einen neuen an.',
  ],
  drafts: ['Drafts and repeats', 'Entwürfe und Wiederholungen'],
  draftsIntro: [
    'A draft is an answer that someone from your team checks before it is sent. On Discord it is posted to the alert channel as a card; without that channel, the question is handed over to the team, or, with “Observe only”, nobody sees the answer. Over the API, a draft says "draft": true, and your ticket system decides what to do with it.',
    'Ein Entwurf ist eine Antwort, die jemand aus deinem Team ansieht, bevor sie gesendet wird. Auf Discord geht er als Karte in den Kanal für Warnungen; ohne diesen Kanal wird die Frage übergeben, und bei „Nur beobachten“ sieht niemand die Antwort. Über die API steht "draft": true darin, und dein Ticketsystem entscheidet.',
  ],
  persona: ['Persona', 'Persona'],
  personaIntro: [
    'These settings apply to Discord and the API from the next answer on.',
    'Was du hier einstellst, gilt für Discord und die API, schon ab der nächsten Antwort.',
  ],
  levelOnFree: [
    'Without premium, V1 gives every answer. Your choice takes effect once premium is active.',
    'Ohne Premium antwortet V1, egal was gewählt ist. Deine Wahl gilt, sobald Premium läuft.',
  ],
  save: ['Save', 'Speichern'],
  preview: ['Preview', 'Vorschau'],
  previewShow: ['Refresh preview', 'Vorschau auffrischen'],
  previewIntro: [
    'This is a preview. Nothing is saved yet.',
    'So wäre es. Davon ist noch nichts gespeichert.',
  ],
  previewFaulty: [
    'The preview returns once the marked fields are corrected.',
    'Die Vorschau ist wieder da, sobald die markierten Felder stimmen.',
  ],
  answersWith: ['Answers at level {{level}}.', 'Es antwortet Stufe {{level}}.'],
  systemPart: ['What the AI model is told', 'Was dem KI-Modell gesagt wird'],
  systemIntro: [
    'Your text is in the persona block; the rules below it never change. Your knowledge is added to every question.',
    'Was du geschrieben hast, steht im Persona-Block; die Regeln darunter sind immer gleich. Zu jeder Frage kommt dein Wissen hinzu.',
  ],
});

/** The picture that is uploaded. */
export const pictureTexts = defineTexts({
  title: ['Picture', 'Bild'],
  intro: [
    'Upload a picture of the bot. This clears the picture address under Persona; an address entered there later replaces the uploaded picture.',
    'Lade ein Bild des Bots hoch. Die Adresse unter Persona wird dabei gelöscht; eine, die später dort steht, geht vor.',
  ],
  hidden: [
    'The uploaded picture is not shown, because an address is given under Persona.',
    'Das hochgeladene Bild wird nicht gezeigt, weil unter Persona eine Adresse steht.',
  ],
  file: ['Picture file', 'Bilddatei'],
  hint: [
    'PNG, JPEG or WebP, up to 1 MB, ideally square. Everyone can see it, including location and camera details stored in the photo file.',
    'PNG, JPEG oder WebP, bis 1 MB, am besten quadratisch. Alle können es sehen, auch Ort und Kamera, wenn das Foto sie nennt.',
  ],
  upload: ['Upload picture', 'Bild hochladen'],
  remove: ['Remove picture', 'Bild entfernen'],
  removeQuestion: [
    'Remove the uploaded picture? It disappears wherever it is shown.',
    'Das hochgeladene Bild entfernen? Wo es schon zu sehen ist, verschwindet es.',
  ],
  none: ['Choose a picture first.', 'Wähl zuerst ein Bild aus.'],
  other_kind: [
    'This is not a PNG, JPEG or WebP picture. Save it as one of these and try again.',
    'Das ist kein PNG-, JPEG- oder WebP-Bild. Speichere es in einem dieser Formate und versuch es noch einmal.',
  ],
  too_large: [
    'This file is {{size}} kB. A picture may be at most 1 MB; make it smaller and try again.',
    'Diese Datei hat {{size}} kB. Ein Bild darf höchstens 1 MB haben; verkleinere es und versuch es noch einmal.',
  ],
  too_wide: [
    'This picture has {{width}} × {{height}} pixels. Each side may have at most {{most}}; make it smaller and try again.',
    'Dieses Bild hat {{width}} × {{height}} Pixel. Jede Seite darf höchstens {{most}} haben; verkleinere es und versuch es noch einmal.',
  ],
});

/** What is left, top-ups, premium and receipts. */
export const paymentTexts = defineTexts({
  title: ['Top-ups and premium', 'Guthaben und Premium'],
  quota: ['Quota', 'Kontingent'],
  quotaLeft: [
    "{{available}} of the API's weekly share is left.",
    'Vom Wochenanteil der API sind noch {{available}} übrig.',
  ],
  quotaCredit: ['Top-up credit: {{credit}}.', 'Guthaben: {{credit}}.'],
  quotaReset: ['The quota resets on', 'Es beginnt neu am'],
  more: ['More on the overview', 'Mehr auf der Übersicht'],
  off: [
    'Nothing can be bought here. The operator of this service grants credit and premium on the command line:',
    'Hier kann man nichts kaufen. Der Betreiber dieses Dienstes gibt Guthaben und Premium auf der Kommandozeile:',
  ],
  topUps: ['Top up', 'Guthaben aufladen'],
  whatItGives: [
    '100% is as much as the API may use in one premium week. Credit is used once the weekly share is used up, and it never expires.',
    '100 % sind so viel, wie die API in einer Premium-Woche verbrauchen darf. Das Guthaben wird angebrochen, wenn der Wochenanteil leer ist, und verfällt nie.',
  ],
  debt: [
    'Credit of {{percent}} had already been used when its payment was returned. New credit pays for that first.',
    '{{percent}} Guthaben gingen mit der Zahlung zurück, nachdem sie verbraucht waren. Neues Guthaben gleicht das zuerst aus.',
  ],
  buyPack: ['{{percent}} for {{price}}', '{{percent}} für {{price}}'],
  premium: ['Premium', 'Premium'],
  whatPremiumGives: [
    'Premium brings the levels V1.5 and V2, a far larger weekly quota, half of it for the API, and {{perDay}} API requests a day.',
    'Die Stufen V1.5 und V2, ein viel größeres Wochenkontingent, von dem die API die Hälfte verbrauchen darf, und {{perDay}} API-Anfragen am Tag.',
  ],
  buyPremium: ['Get premium for {{price}} a month', 'Premium für {{price}} im Monat holen'],
  none: ['Premium is not active.', 'Premium läuft nicht.'],
  active: ['Premium is active and renews on', 'Premium läuft und verlängert sich am'],
  ending: ['Premium will not renew. It ends on', 'Premium wird nicht verlängert. Es endet am'],
  granted: ['Premium was granted by the operator.', 'Premium hat der Betreiber freigeschaltet.'],
  grantedUntil: [
    'Premium was granted by the operator, until',
    'Premium hat der Betreiber freigeschaltet, bis',
  ],
  cancel: ['Do not renew premium', 'Premium nicht verlängern'],
  cancelQuestion: [
    'Premium will end when the paid period is over. Continue?',
    'Premium endet dann mit dem bezahlten Zeitraum. Weiter?',
  ],
  due: [
    'The paid month is over and the next one is not paid yet. The payment service will keep trying for some days. To stop that, end the subscription.',
    'Der bezahlte Monat ist vorbei und der nächste noch nicht bezahlt. Der Zahlungsdienst bucht ihn ab oder versucht es noch einige Tage, bis du das Abo beendest.',
  ],
  monthReturned: [
    'The payment for this month was returned or is disputed, so premium is not active. The next month will still be charged unless you end the subscription.',
    'Die Zahlung für diesen Monat ging zurück oder ist angefochten, deshalb läuft Premium nicht. Der nächste Monat wird wieder abgebucht, bis du das Abo beendest.',
  ],
  stop: ['End the subscription at once', 'Abo sofort beenden'],
  stopQuestion: [
    'The subscription will end at once, along with the premium it gives, and nothing more will be charged. Continue?',
    'Das Abo endet dann sofort, und mit ihm das Premium daraus. Es wird nichts mehr abgebucht. Weiter?',
  ],
  resume: ['Keep premium', 'Premium doch verlängern'],
  noSubscription: ['This server has no subscription.', 'Für diesen Server läuft kein Abo.'],
  runsAlready: ['Premium is already active.', 'Premium läuft schon.'],
  noSuchPack: ['There is no top-up of this size.', 'So ein Paket gibt es nicht.'],
  leaves: [
    'When you buy, the payment service Stripe opens and then brings you back here.',
    'Zum Bezahlen öffnet sich die Seite des Zahlungsdienstes Stripe, die dich danach wieder hierher bringt.',
  ],
  receipts: ['Payments', 'Zahlungen'],
  date: ['Date', 'Datum'],
  what: ['What', 'Was'],
  amount: ['Amount', 'Betrag'],
  paidBack: ['Refunded', 'Zurückgezahlt'],
  partPaidBack: ['{{amount}} of it refunded', '{{amount}} davon zurückgezahlt'],
  disputed: ['Disputed: what it paid for is on hold', 'Angefochten: Was sie brachte, ist gesperrt'],
  receipt: ['Receipt', 'Beleg'],
  receiptOf: ['Receipt for {{what}}', 'Beleg für {{what}}'],
  topUpOf: ['Top-up {{percent}}', 'Guthaben {{percent}}'],
  premiumMonth: ['Premium, one month', 'Premium, ein Monat'],
});
