import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../../src/core/answering/ticket/message-text.ts';

const ASKED = 'Wann fährt die Fähre?';

const BELOW: Record<string, string> = {
  'a lawyer below a mark': `${ASKED}\n-- \nDr. Maria Muster\nFachanwältin für Strafrecht | Kanzlei Muster & Partner`,
  'a mark without a blank': `${ASKED}\n\n--\nKim Muster\nAttorney at law\n+49 40 123456`,
  'small print below a mark': `${ASKED}\n\n--\nKim\n\nThis message is intended for the named recipient only and may contain privileged or confidential information. Any disclosure is prohibited.`,
  'German small print without a mark': `${ASKED}\n\nDiese E-Mail enthält vertrauliche und rechtlich geschützte Informationen. Wenn Sie nicht der richtige Adressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender und vernichten Sie diese Mail.`,
  'English small print right below': `${ASKED}\nThis email and any attachments are confidential and intended solely for the addressee. If you are not the intended recipient, unauthorised copying is prohibited.`,
  'a good-bye with a profession': `${ASKED}\n\nMit freundlichen Grüßen\nMaria Muster\nRechtsanwältin\nMusterweg 4\n20095 Hamburg\nTel.: 040 123456`,
  'a good-bye in English': `${ASKED}\n\nKind regards,\nKim Sample\nHead of Legal, Sample Ltd.\nwww.sample.example`,
  'a firm that says who leads it': `${ASKED}\n\nViele Grüße\nKim\n\nMuster GmbH, Sitz der Gesellschaft: Kiel, Amtsgericht Kiel HRB 1234, Geschäftsführer: Ole Muster`,
  'somebody who signs for a firm': `${ASKED}\n\nMit freundlichem Gruß\ni. V. Kim Muster\nRechtsabteilung und Mahnwesen\nMuster GmbH · Kai 3 · 24103 Kiel\nUSt-ID: DE000`,
  'a hint at the rules of privacy': `${ASKED}\n--\nKim Muster | Rechtsanwalt\nHinweise zum Datenschutz und zur Verarbeitung Ihrer Daten finden Sie unter https://muster.example/datenschutz`,
  'a hint at the rules of privacy, English': `${ASKED}\n--\nKim Sample, Legal\nOur privacy notice on how we process your personal data can be found at https://sample.example/privacy`,
  'a good-bye from a place': `${ASKED}\n\nGanz liebe Grüße aus dem sonnigen Kiel\nFamilie Muster\nAnwaltskanzlei`,
  'a telephone': `${ASKED}\n\nVon meinem iPhone gesendet`,
  'a telephone in English': `${ASKED}\n\nSent from my Samsung Galaxy smartphone`,
  'an app': `${ASKED}\n\nGet Outlook for iOS`,
  'an app of a mail service': `${ASKED}\n\nGesendet mit der WEB.DE Mail App`,
  'a telephone in French': `${ASKED}\n\nEnvoyé de mon iPhone`,
};

describe('a signature', () => {
  test.each(Object.entries(BELOW))('is not part of the customer’s words: %s', (_title, text) => {
    const { words, question, rest } = readMessageText(text);
    expect(question).toBe(ASKED);
    expect(words).not.toMatch(/anw[aä]lt|legal|attorney|privileged|vertraulich|confidential/i);
    expect(rest).not.toBe('');
  });
});

const WISH = 'I want my money back';

const KEPT: Record<string, string> = {
  'below a rule of dashes': `When do you open?\n--\nAlso ${WISH}`,
  'below a good-bye': `When do you open?\n\nThanks\n${WISH}`,
  'as a postscript': `When do you open?\n\nBest regards\nKim Sample\n\nPS: ${WISH}`,
  'below a signature with a mark': `When do you open?\n-- \nKim Sample\n\n${WISH}`,
  'below small print': `When do you open?\n--\nKim\nThis e-mail is confidential and may be privileged.\n\n${WISH}`,
  'beside words of the law': `${WISH}. My lawyer says this e-mail is confidential and your disclosure of my data was unlawful.`,
  'behind a way of paying': `Sent from my PayPal account to you, no ticket came. ${WISH}`,
  'below "LG"': `hallo\nLG\n${WISH}`,
};

describe('a wish', () => {
  test.each(Object.entries(KEPT))('is read wherever it is: %s', (_title, text) => {
    expect(readMessageText(text).words).toContain(WISH);
  });

  test('that is the whole message counts even if it looks like a signature', () => {
    expect(readMessageText('--\nKim Sample\nAttorney at law').words).toContain('Attorney');
  });
});
