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
