import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';

const ASKED = 'When does the ferry leave?';

/** Labels speak of payments and bans; nobody who fills in a form says so. */
const FORMS: Record<string, string> = {
  'labels with colons': `Name: Kim Sample\nE-Mail: kim@mail.example\nTopic: Refunds, bans, hacked accounts\nMessage: ${ASKED}`,
  'labels in German': `Vorname: Kim\nBestellnummer: 4711\nBetreff: Fahrplan\nGrund (Bann, Erstattung, Frage): Frage\nNachricht: ${ASKED}`,
  'bold labels': `**Reason (refund / ban / other)**\nother\n\n**Have you been banned?**\nno\n\n**What is your question?**\n${ASKED}`,
  'bold labels with a value behind': `**Player:** Kim_1\n**Banned before:** no\n**Question:** ${ASKED}`,
  'numbered labels': `1. Player: Kim_1\n2) Banned before: no\n3. Question: ${ASKED}`,
  headings: `### Category\n\nRefund or ban or other\n\n### Details\n\n${ASKED}\n\n### Evidence of the ban\n\n_No response_`,
  'a table': `| Field | Value |\n| --- | --- |\n| Name | Kim |\n| Refund wanted | no |\n| Question | ${ASKED} |`,
  'what could be chosen': `Name: Kim\nRefund / Ban / Hacked / Other: Other\nQuestion: ${ASKED}`,
  'boxes, one of them ticked': `[ ] I was banned\n[ ] I want a refund\n[x] Other\n\n${ASKED}`,
  'boxes of signs': `☐ Erstattung\n☐ Bann\n☑ Anderes\n\n${ASKED}`,
  'the fields of a help desk above a letter': `Ticket-ID: 99\nStatus: open\nCustomer: Kim Sample\n\n${ASKED}`,
};

describe('a form in a ticket', () => {
  test.each(Object.entries(FORMS))('is searched without its labels: %s', (_title, text) => {
    const { words, question } = readMessageText(text);
    expect(question).toContain(ASKED);
    expect(words).toContain(ASKED);
    expect(words).not.toMatch(
      /refund wanted|i want a|i was banned|evidence|banned before|erstattung\b(?!.*Frage)/i,
    );
  });

  test.each(Object.entries(FORMS))('is judged by what was filled in: %s', (_title, text) => {
    const claim = 'I want my money back';
    expect(readMessageText(text.replace(ASKED, claim)).words).toContain(claim);
  });

  test('counts only as filled in: a name, an address and an order are not the question', () => {
    const { question } = readMessageText(
      `Name: Kim\nOrder number: 4711\nEmail: a@b.example\nMessage: ${ASKED}`,
    );
    expect(question).toBe(ASKED);
    expect(readMessageText(`Kunde: Kim\nAbteilung: Kasse\nFrage: ${ASKED}`).question).toBe(ASKED);
  });

  test.each([
    `What a nice ferry you have! One quick question from us: ${ASKED}`,
    `Eine kurze Frage hätte ich noch: ${ASKED}`,
    `My question is: ${ASKED}`,
  ])('is searched without the words that only announce a question: %s', (text) => {
    const { question, words } = readMessageText(text);
    expect(question).toMatch(/^(?:What a nice ferry you have! )?When does the ferry leave\?$/);
    expect(words).toBe(text);
  });

  test('is not recognised in a sentence with a colon', () => {
    for (const text of [
      `My question: ${ASKED}`,
      `I have this problem: it is closed\nI want to know: ${ASKED}`,
    ])
      expect(readMessageText(text).words).toBe(text);
  });
});

/** What programs put where something else was. */
const PLACEHOLDERS: readonly string[] = [
  '[image: refund.png]',
  '[cid:image001.png@01DB.1122]',
  '[Bild: Erstattung.jpg]',
  '![refund](https://cdn.example/refund.png)',
  '<image: ban.png>',
  '<Medien ausgeschlossen>',
  '[Attachment: ban-appeal.pdf]',
  'Attachments: refund.pdf',
  'IMG_2210.PNG (120 KB)',
  'hacked.jpeg',
  '[Sprachnachricht]',
  '<:refund:112233445566778899>',
  '<t:1762180000:R>',
];

test.each(PLACEHOLDERS)('%s is not part of the customer’s words, above or below the question', (mark) => {
  for (const text of [`${mark}\n${ASKED}`, `${ASKED}\n\n${mark}`]) {
    const { words, question } = readMessageText(text);
    expect([words.trim(), question.trim()]).toEqual([ASKED, ASKED]);
  }
});
