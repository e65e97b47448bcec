import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/domain/personal-data/found.ts';
import { createMask, putBack } from '../../src/domain/personal-data/mask.ts';
import { findPersonalData } from '../../src/domain/personal-data/reader.ts';

/** Hides a text and has a model say all of it again. */
function hide(text: string) {
  const mask = createMask([text]);
  const shown = mask.hide(text);
  return { shown, values: mask.valuesIn(shown) };
}

const KEY = `gh${'p_'}a8Kd02mXq7Lp5Rz3Wv9Tn4Yc`;
const VALUES = [
  ...['ada@example.org', '+44 20 7946 0958', '0171 2345678', '(212) 555-0187', '06 12 34 56 78'],
  ...['DE89 3704 0044 0532 0130 00', '4111 1111 1111 1111', KEY],
  ...['Hauptstraße 5, 12345 Berlin', '12 rue des Lilas, 75011 Paris', 'ul. Długa 3/4, 00-238 Warszawa'],
];
const value = fc.constantFrom(...VALUES);
/** Words, marks of Markdown and placeholders that nobody gave. */
const filler = fc.oneof(
  fc.constantFrom(
    'hello',
    '**bold**',
    '[EMAIL_1]',
    '[PHONE_2]',
    '`code`',
    '\n',
    '<b>',
    '…',
    'Bestellung 48213',
  ),
  fc.string({ maxLength: 8 }).filter((text) => !/[\p{L}\p{N}@+(]/u.test(text)),
);
const text = fc.array(fc.oneof(filler, value), { maxLength: 12 }).map((parts) => parts.join(' . '));

describe('placeholders', () => {
  test('one value has one placeholder in all texts of a question, and another value another', () => {
    const texts = ['I am ada@example.org', 'ada@example.org and bob@example.org, tel. 0171 2345678'];
    const mask = createMask(texts);
    expect(texts.map(mask.hide)).toEqual(['I am [EMAIL_1]', '[EMAIL_1] and [EMAIL_2], tel. [PHONE_1]']);
  });

  test('no planted value is left, what was hidden is found no more, and all comes back', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { shown, values } = hide(given);
        for (const planted of VALUES) expect(shown).not.toContain(planted);
        expect(hide(shown).shown).toBe(shown);
        const back = putBack(shown, values);
        expect(back.replace(/\\(?=[^\w\s])/g, '')).toBe(given.replace(/\\(?=[^\w\s])/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  test('any text at all comes back as it was, and is read in the same way again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => {
        const mask = createMask([given]);
        const found = findPersonalData(given);
        expect(
          found.every(({ start, end }, index) => start < end && start >= (found[index - 1]?.end ?? 0)),
        ).toBe(true);
        if (found.length === 0) expect(mask.hide(given)).toBe(given);
      }),
      { numRuns: 500 },
    );
  });

  test('one that nobody gave stays as it is, also where the text said it first', () => {
    const { shown, values } = hide('[EMAIL_1] is not mine, ada@example.org is');
    expect(shown).toBe('[EMAIL_1] is not mine, [EMAIL_2] is');
    expect(putBack('[EMAIL_1], [EMAIL_2], [EMAIL_3], [IBAN_1]', values)).toBe(
      '[EMAIL_1], ada@example.org, [EMAIL_3], [IBAN_1]',
    );
    expect(putBack('[CONSTRUCTOR_1] [EMAIL_1]', {})).toBe('[CONSTRUCTOR_1] [EMAIL_1]');
  });

  test.each([
    ['Write to \\[EMAIL\\_1\\].', 'Write to ada@example.org.'],
    ['to [email_1]', 'to ada@example.org'],
    ['<https://shop.example/?m=[EMAIL_1]>', '<https://shop.example/?m=ada%40example.org>'],
    ['[mail us](https://shop.example/[EMAIL_1])', '[mail us](https://shop.example/ada%40example.org)'],
    ['`[EMAIL_1]`', '`ada@example.org`'],
    ['[mail us](mailto:[EMAIL_1]?to=[EMAIL_1])', '[mail us](mailto:ada@example.org?to=ada@example.org)'],
  ])('an answer that says %j is told as %j', (said, told) => {
    expect(putBack(said, { EMAIL_1: 'ada@example.org' })).toBe(told);
  });

  test.each([
    [
      '# [x](https://evil.example) <img src=a> @everyone',
      /^\\# \\\[x\\\]\\\(https:\/\/evil\.example\\\) \\<img src=a\\> @\u200Beveryone$/,
    ],
    ['a\n> b', /^a \\> b$/],
  ])('a value that is Markdown is text: %j', (given, told) => {
    expect(putBack('[PASSWORD_1]', { PASSWORD_1: given })).toMatch(told);
    expect(putBack('`[PASSWORD_1]`', { PASSWORD_1: 'a`b' })).toBe('`a b`');
  });
});

describe('what a text holds', () => {
  const kindsIn = (given: string) =>
    findPersonalData(given).map(({ kind, start, end }) => `${kind} ${given.slice(start, end)}`);

  test('of every kind', () => {
    const given = `I am ada@example.org, 0171 2345678, IBAN DE89 3704 0044 0532 0130 00, card 4111 1111 1111 1111, key ${KEY}, I live at 10 Baker Street, London NW1 6XE. My password is Rabbit#9`;
    expect(new Set(findPersonalData(given).map(({ kind }) => kind))).toEqual(new Set(KINDS));
  });

  test.each([
    ['ich habe das kennwort gestern auf Rabbit#9 geändert', 'PASSWORD Rabbit#9'],
    ['Mi clave antigua Conejo2020 va', 'PASSWORD Conejo2020'],
    ['I set Rabbit#9 as my password', 'PASSWORD Rabbit#9'],
    ['La clé API 44205a68fc2403ccf21bab1ea8afb024 expire', 'KEY 44205a68fc2403ccf21bab1ea8afb024'],
    ['I changed my password to "cucumberboat" and it fails', 'PASSWORD cucumberboat'],
    ['paswoord Rabbit#9 werkt niet', 'PASSWORD Rabbit#9'],
    ['il mio cell è 336/1106003', 'PHONE 336/1106003'],
    ['Tél. 0475/22.68.33', 'PHONE 0475/22.68.33'],
    ['our address is 130B Maple Avenue, leeds LS6 2AB', 'ADDRESS 130B Maple Avenue, leeds LS6 2AB'],
    ['wonen nu op hoge weg 18, 8933 AW Leeuwarden', 'ADDRESS hoge weg 18, 8933 AW Leeuwarden'],
    [
      'vivo en urb. los pinos, calle roble 21, 08025 Reus',
      'ADDRESS urb. los pinos, calle roble 21, 08025 Reus',
    ],
    ['moj nr to 601234567', 'PHONE 601234567'],
    [
      'On livre au 4 impasse du Moulin, Bât. C, 33000 Bordeaux',
      'ADDRESS 4 impasse du Moulin, Bât. C, 33000 Bordeaux',
    ],
    ['mieszkam przy Marszałkowska 42, 00-024 Warszawa', 'ADDRESS Marszałkowska 42, 00-024 Warszawa'],
    ['Postfach 12 34 56, Leipzig', 'ADDRESS Postfach 12 34 56, Leipzig'],
    ['i moved to 10 baker street, london nw1 6xe', 'ADDRESS 10 baker street, london nw1 6xe'],
    ["facturation : adresse de facturation 74 place de l'Église", "ADDRESS 74 place de l'Église"],
    ['dirección: C/ Roble 16\n33201 Gijón, Asturias', 'ADDRESS C/ Roble 16\n33201 Gijón, Asturias'],
    ['Marc\nPort. 0660436732', 'PHONE 0660436732'],
    ["c'est quoi ce sms reçu sur 06.78.61.31.71 ?", 'PHONE 06.78.61.31.71'],
    ['Rabbit#9 geprobeerd als wachtwoord', 'PASSWORD Rabbit#9'],
    ['La password del wifi lepre4711 non funziona', 'PASSWORD lepre4711'],
    ['Teléfono de contacto: 93.909.93.58', 'PHONE 93.909.93.58'],
    ['Contact no: 0456 116 810', 'PHONE 0456 116 810'],
    ['28 Maple Blvd #12, Boulder, Colorado 54888', 'ADDRESS 28 Maple Blvd #12, Boulder, Colorado 54888'],
    [
      'a rua do carmo n.º 50, 15470-394 São Paulo - SP',
      'ADDRESS rua do carmo n.º 50, 15470-394 São Paulo - SP',
    ],
    ['when i enter Rabbit#9 it says the password is too weak', 'PASSWORD Rabbit#9'],
    ['wenn ich Rabbit#9 eingebe ist das Passwort falsch', 'PASSWORD Rabbit#9'],
    ['je suis sûr que « Conejo#2020 » est mon mot de passe', 'PASSWORD Conejo#2020'],
    ['Conejo2020 to moje hasło', 'PASSWORD Conejo2020'],
    ['the sms with the code went to 0171 2345678', 'PHONE 0171 2345678'],
    ['alguém me liga no (11) 97345-2780', 'PHONE (11) 97345-2780'],
    ['Is 115 Willow Drive, Tucson AZ 55894 near?', 'ADDRESS 115 Willow Drive, Tucson AZ 55894'],
    ['umgezogen nach Oberer Graben 53, 28811 hamburg', 'ADDRESS Oberer Graben 53, 28811 hamburg'],
    [
      'my key is RGAPI-0b02bb08-4167-4bc5-befd-6dedcc004107',
      'KEY RGAPI-0b02bb08-4167-4bc5-befd-6dedcc004107',
    ],
    ['Kartımdan 4111 1111 1111 1111 345,50 TL çekildi', 'CARD 4111 1111 1111 1111'],
    ...[
      `SW${'IA'}7GD0YZE6ZUZ81AGKH5PCZR`,
      `da${'pi'}d29631b52a20f3c1c44205a68fc2403c`,
      `doo${'_v1_'}eeffbd43cddf472f93dc11e0a6aff298051ce142`,
      `https://hooks.${'zapier'}.com/hooks/catch/18798008/4asHWUV`,
      `wh${'sec_'}lcXpPgRmqbasFHbZXWDEdEjOpAXCZnOn`,
      `hv${'s.'}Cp22HlA4Q6s6q1cou9bynTbV`,
      `PM${'AK-'}c8794df74df9a6fa68b03bb6-1e5f2714fc2efe83`,
      `xkey${'sib-'}c8794df74df9a6fa68b03bb6-BRXkEApXYUvq`,
      `ya${'29.'}a0tEc0nrwxD19hyCy8aASPQHyAlP5syNhxwUor6Kzc8d36KWg`,
    ].map((key) => [`I posted ${key} here`, `KEY ${key}`]),
  ])('also where people write it in their own way: %j', (given, found) => {
    expect(kindsIn(given)).toEqual([found]);
  });

  test.each([
    'Order 0171234567 of 12.05.2026 costs 1.234.567 euros, open 08.30 - 17.00',
    'Version 10.0.19045.4291 on 192.0.2.14:8080, ISBN 978 0 306 40615 7, EAN 4006381333931',
    'Parkplatz 12 und Steckplatz 4; via PayPal 24 Euro; 2 Google Drive accounts',
    '<@123456789012345678> sent https://docs.example.org/v2/2026-05-12/guide?id=912345678',
    'logo@2x.png and pg@8.1.2 are no addresses',
    'Onderdeel 06-4088-33, part 0171-4444-2; the password of group Team2 expires at 16h00',
    'chunk.44205a68fc2403ccf21bab1ea8afb02444205a68.js of order 4711 from Boulder, Article 54888',
    'das Passwort vom WLAN FritzBox7590 an 192.168.178.1 geht nicht, Olvidé el error404 de contraseña',
    'request-id-0b02bb08-4167-4bc5-befd-6dedcc004107 on iPhone13, mein Passwort vergessen',
    'sk_test_YourSecretKeyGoesHere on port 8080, invoice 74 Place holders',
    'Commit 44205a68fc2403ccf21bab1ea8afb024 takes place from 4 to 6 September 2026 in Leeds',
  ])('numbers that only look like it stay: %j', (given) => {
    expect(kindsIn(given)).toEqual([]);
  });

  test('overlapping finds are one, so no part of a key is left', () => {
    const given = `token: sk${'-proj-'}a8Kd02mXq7Lp5Rz3Wv9Tn4Yc_a8Kd02mXq7Lp5Rz3Wv9Tn4Yc`;
    expect(hide(given).shown).toBe('token: [KEY_1]');
  });
});
