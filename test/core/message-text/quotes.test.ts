import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';

/** Words of the team that would be a reason for a hand-over if they were the customer's. */
const THEIRS = ['refund', 'banned', 'erstattung', 'gesperrt'];

/** A question of the customer above what a mail program put below it. */
const REPLIES: Record<string, string> = {
  'Gmail, English': `What does the ferry cost?

On Mon, 7 Dec 2026 at 09:12, Harbour Help <help@harbour.example> wrote:

> Your refund was declined.
> You were banned for that.`,
  'Gmail, English, wrapped twice': `What does the ferry cost?

On Mon, Dec 7, 2026 at 9:12 AM The Harbour Help Desk of the Northern
Islands <
help@harbour.example> wrote:

> Your refund was declined.`,
  'Gmail, German': `What does the ferry cost?

Am Mo., 7. Dez. 2026 um 09:12 Uhr schrieb Hafenhilfe <
help@harbour.example>:

> Die Erstattung ist abgelehnt.`,
  'Gmail on a telephone, German': `What does the ferry cost?

Hafenhilfe <help@harbour.example> schrieb am Mo., 7. Dez. 2026, 09:12:

> Du bist gesperrt.`,
  'Apple Mail, the attribution quoted too': `What does the ferry cost?

> Am 07.12.2026 um 09:12 schrieb Hafenhilfe <help@harbour.example>:
>
> Du bist gesperrt.`,
  'Apple Mail, marks lost on the way': `What does the ferry cost?

On 7 Dec 2026, at 09:12, Harbour Help <help@harbour.example> wrote:

Your refund was declined.

Regards`,
  Thunderbird: `What does the ferry cost?

Am 07.12.26 um 09:12 schrieb Hafenhilfe:
> Du bist gesperrt.
>> Erstattung`,
  'Yahoo, German, without marks': `What does the ferry cost?

Am Montag, 7. Dezember 2026 um 09:12:31 MEZ hat Hafenhilfe <help@harbour.example> Folgendes geschrieben:

Die Erstattung ist abgelehnt.`,
  'Outlook, German': `What does the ferry cost?

-----Ursprüngliche Nachricht-----
Von: Hafenhilfe <help@harbour.example>
Gesendet: Montag, 7. Dezember 2026 09:12
An: Kim
Betreff: AW: Erstattung

Du bist gesperrt.`,
  'Outlook, a rule of underscores, no addresses': `What does the ferry cost?

________________________________
From: Harbour Help
Sent: Monday, December 7, 2026 9:12 AM
To: Kim
Subject: RE: refund

You were banned.`,
  'headers with stars': `What does the ferry cost?

*From:* Harbour Help
*Sent:* Monday, December 7, 2026 9:12 AM
*To:* Kim
*Subject:* RE: refund

You were banned.`,
  'GMX, moment first': `What does the ferry cost?

Gesendet: Montag, 07. Dezember 2026 um 09:12 Uhr
Von: "Hafenhilfe" <help@harbour.example>
An: kim@mail.example
Betreff: Re: Erstattung
Du bist gesperrt.`,
  'forwarded below a question': `What does the ferry cost?

---------- Forwarded message ---------
From: Harbour Help <help@harbour.example>
Date: Mon, 7 Dec 2026
Subject: Refund
To: Kim

You were banned.`,
  French: `What does the ferry cost?

Le lun. 7 déc. 2026 à 09:12, Aide <help@harbour.example> a écrit :

> refund`,
  Spanish: `What does the ferry cost?

El lun, 7 dic 2026 a las 9:12, Ayuda (<help@harbour.example>) escribió:

> refund`,
  Italian: `What does the ferry cost?

Il giorno lun 7 dic 2026 alle ore 09:12 Aiuto <help@harbour.example> ha scritto:

> refund`,
  Dutch: `What does the ferry cost?

Op ma 7 dec 2026 om 09:12 schreef Hulp <help@harbour.example>:

> refund`,
  Polish: `What does the ferry cost?

pon., 7 gru 2026 o 09:12 Pomoc <help@harbour.example> napisał(a):

> refund`,
  Portuguese: `What does the ferry cost?

Em seg., 7 de dez. de 2026 às 09:12, Ajuda <help@harbour.example> escreveu:

> refund`,
  Turkish: `What does the ferry cost?

Yardım <help@harbour.example>, 7 Ara 2026 Pzt, 09:12 tarihinde şunu yazdı:

> refund`,
  'a help desk with a line to write above': `What does the ferry cost?

##- Please type your reply above this line -##

Your request (811) has been updated. You were banned.`,
  'line breaks lost': `What does the ferry cost? On Mon, 7 Dec 2026 at 09:12, Harbour Help <help@harbour.example> wrote: Your refund was declined.`,
  'a moment and a sender without a verb': `What does the ferry cost?

Sunday, December 6, 2026 9:12 AM -0500 from Harbour Help <help@harbour.example>:
>You were banned.`,
  'a divider in one word, headers without colons': `What does the ferry cost?

------ Originalmail ------
Von "Hafenhilfe" <help@harbour.example>
An "Kim" <kim@mail.example>
Betreff Re: Erstattung

Du bist gesperrt.`,
  'headers in one line, no blanks behind the colons': `What does the ferry cost? ____ From:Harbour Help <help@harbour.example> Sent:Monday To:Kim Subject:RE: refund You were banned.`,
  'headers in one line, German': `What does the ferry cost? Von: Hafenhilfe <help@harbour.example> Gesendet: Montag, 7. Dezember 2026 09:12 An: Kim Betreff: AW: Erstattung Hallo Kim, du bist gesperrt.`,
  'headers in one line, English, with a rule': `What does the ferry cost? -----Original Message----- From: Harbour Help <help@harbour.example> Sent: Monday, December 7, 2026 9:12 AM To: Kim Cc: Lu Subject: RE: refund You were banned.`,
  'headers in a line of their own, with stars': `What does the ferry cost?
*From:* Harbour Help *Sent:* Monday *To:* Kim *Subject:* RE: refund You were banned.
Regards`,
  'a quoted line that was wrapped once more': `> You asked us on Monday about the return of your ticket and the refund,
which
> was declined.

What does the ferry cost?`,
  'a quote of a chat above': `> you got banned again
What does the ferry cost?`,
  'a chat that quotes the rest': `What does the ferry cost?
>>> you got banned
and no refund`,
};

describe('other people’s words', () => {
  test.each(Object.entries(REPLIES))('are not taken for the customer’s: %s', (_title, text) => {
    const { own, rest, words, question } = readMessageText(text);
    expect([own, words, question]).toEqual(new Array(3).fill('What does the ferry cost?'));
    expect(THEIRS.some((word) => rest.toLowerCase().includes(word))).toBe(true);
    expect(readMessageText(text.replaceAll('\n', '\r\n')).words).toBe('What does the ferry cost?');
  });
});

/** Headers as mail programs write them where no list of theirs was ever made: who, when, to whom, about what. */
const LABELS = [
  ['发件人', '发送时间', '收件人', '主题', '2026年11月27日 10:00'],
  ['寄件者', '寄件日期', '收件者', '主旨', '2026年11月27日 上午 10:00'],
  ['差出人', '送信日時', '宛先', '件名', '2026年11月27日 10:00'],
  ['보낸 사람', '보낸 날짜', '받는 사람', '제목', '2026년 11월 27일 금요일 10:00'],
  ['От', 'Отправлено', 'Кому', 'Тема', '27 ноября 2026 г. 10:00'],
  ['Od', 'Odesláno', 'Komu', 'Předmět', 'pátek 27. listopadu 2026 10:00'],
  ['Από', 'Ημερομηνία', 'Προς', 'Θέμα', 'Παρασκευή, 27 Νοεμβρίου 2026 10:00 πμ'],
  ['من', 'تاريخ الإرسال', 'إلى', 'الموضوع', '27 نوفمبر 2026 10:00'],
  ['מאת', 'נשלח', 'אל', 'נושא', 'יום שישי 27 נובמבר 2026 10:00'],
  ['จาก', 'ส่งเมื่อ', 'ถึง', 'เรื่อง', '27 พฤศจิกายน 2026 10:00'],
  ['प्रेषक', 'भेजा गया', 'प्रति', 'विषय', '27 नवंबर 2026 10:00'],
] as const;
const ATTRIBUTIONS = [
  'пт, 27 лист. 2026 р. о 10:00 Help <help@harbour.example> пише:',
  'Στις Παρ 27 Νοε 2026 στις 10:00 π.μ., ο χρήστης Help <help@harbour.example> έγραψε:',
  '2026年11月27日(金) 10:00 Help <help@harbour.example>:',
  'Help <help@harbour.example> 于2026年11月27日周五 10:00写道：',
  '2026. nov. 27., P 10:00 dátummal Help <help@harbour.example> ezt írta:',
  'În vin., 27 nov. 2026 la 10:00, Help <help@harbour.example>\na scris:',
  '\u202bفي الجمعة، 27 نوفمبر 2026 في 10:00 ص كتب \u202aHelp\u202c <\u202ahelp@harbour.example\u202c>:\u202c',
];
describe('a quoted mail in a language without lists', () => {
  const headers = LABELS.map(
    ([who, when, to, about, at]) =>
      `${who}: Help <help@harbour.example>\n${when}: ${at}\n${to}: Kim\n${about}: RE: refund`,
  );
  test.each([...headers, ...ATTRIBUTIONS])('ends the customer’s words: %s', (frame) => {
    const { own, words } = readMessageText(
      `What does the ferry cost?\n\n${frame}\n\nYour refund was declined. You were banned.`,
    );
    expect([own, words]).toEqual(['What does the ferry cost?', 'What does the ferry cost?']);
  });
});

const PASSED_ON = [
  'FYI, can you answer this one?\n\n---------- Forwarded message ---------',
  'Kannst du das beantworten?\n\n-------- Weitergeleitete Nachricht --------',
  'Peux-tu répondre ?\n\n---------- Message transféré ---------',
  '这个可以回答吗？\n\n---------- 转发邮件 ---------',
  'Puoi rispondere a questa?\n\nInizio messaggio inoltrato:\n',
  'Please take care of this.\n',
];
test.each(PASSED_ON)('a mail that is passed on is the question, whatever stands above it: %s', (above) => {
  const mail =
    'From: Kim <kim@mail.example>\nDate: Fri, 27 Nov 2026 at 09:12\nSubject: ferry\nTo: <info@harbour.example>';
  const { words } = readMessageText(`${above}\n${mail}\n\nHi, what does the ferry cost?`);
  expect(words).toContain('what does the ferry cost?');
});

const WISH = 'I want my money back';

/** The customer's wish stands where it is easily taken for a part of the quote. */
const KEPT: Record<string, string> = {
  'below a quote': `> Can we help you?\n\n${WISH}`,
  'between two quotes': `> Anything else?\n${WISH}\n> Was it fine?\nno`,
  'below a whole quoted mail': `On Mon, 7 Dec 2026 at 09:12, Help <h@harbour.example> wrote:\n> How are you?\n\n${WISH}`,
  'above and below': `Hello\n> How are you?\n\n${WISH}`,
  'below headers with nothing above them': `From: Help <h@harbour.example>\nSent: Monday\nTo: Kim\nSubject: Hi\n\nHow are you?\n\n${WISH}`,
  'below headers with a greeting above them': `Hi,\n\n-----Original Message-----\nFrom: Help <h@harbour.example>\nSent: Monday\nSubject: Hi\n\nHow are you?\n\n${WISH}`,
  'in red among what is quoted': `See my answers below in red.\n\n-----Original Message-----\nFrom: Help <h@harbour.example>\nSent: Monday\nSubject: Hi\n\nHow are you?\n${WISH}`,
  'in a message that is only forwarded': `---------- Forwarded message ---------\nFrom: Kim <kim@mail.example>\nDate: Mon\nSubject: ticket\nTo: Help\n\n${WISH}`,
  'below "FYI" and a forward': `FYI\n\nBegin forwarded message:\n\nFrom: Kim <kim@mail.example>\nSubject: ticket\nDate: 7 Dec\n\n${WISH}`,
  'in quote marks alone': `> ${WISH}`,
  'behind a sentence that ends as an attribution': `On Monday your captain wrote: no\n${WISH}`,
  'behind what the customer copied': `Hello, I have a problem.\nOn Monday Ole wrote:\nyou stay outside\n${WISH}`,
  'behind a face': `>:( ${WISH}`,
  'behind a comparison': `>5 euros lost\n${WISH}`,
  'below headers in one line with nothing above them': `From: Help <h@harbour.example> Sent: Monday To: Kim Subject: Hi ${WISH}`,
  'behind a route and a moment': `Hello, my booking is From: Kiel To: Oslo and it was cancelled. ${WISH}`,
  'in a form that begins as headers do': `From: Kim\nSubject: ticket\nDate: today\n\n${WISH}`,
};

describe('the words of the customer', () => {
  test.each(Object.entries(KEPT))('are read: %s', (_title, text) => {
    expect(readMessageText(text).words).toContain(WISH);
  });
});
