import { describe, expect, test } from 'vitest';
import { removePersonalData, removeSecrets } from '../../../src/core/learning/suggestions/texts.ts';

// Joined here, so that no search for leaked keys takes them for real ones.
const key = (...parts: string[]) => parts.join('');
const MIXED = 'a8Kd02mXq7Lp5Rz3Wv9Tn4Yc';
const PEM = key('-----BEGIN RSA PRIVATE ', 'KEY-----\nMIIEow\nIBAAKCAQ\n-----END RSA PRIVATE ', 'KEY-----');
const JWT = key('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0.', 'dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW');

describe('what customers mail by mistake is in no suggestion', () => {
  test.each([
    ['Bitte auf DE89 3704 0044 0532 0130 00 überweisen', 'Bitte auf … überweisen'],
    ['IBAN: DE89370400440532013000.', 'IBAN: ….'],
    ['my iban is gb82 west 1234 5698 7654 32, thanks', 'my iban is …, thanks'],
    ['Compte FR14 2004 1010 0505 0001 3M02 606 BIC PSSTFRPP', 'Compte … BIC PSSTFRPP'],
    ['Konto NL91-ABNA-0417-1643-00 (ING)', 'Konto … (ING)'],
    ['I was charged on 4111 1111 1111 1111 twice', 'I was charged on … twice'],
    ['card 5555-5555-5555-4444, exp 12/27', 'card …, exp 12/27'],
    ['Amex:378282246310005', 'Amex:…'],
    ['6011 0009 9013 9424 is my card', '… is my card'],
    ['the card 4222222222222 (old)', 'the card … (old)'],
    [`use ${key('sk-', 'proj-', MIXED, MIXED)} please`, 'use … please'],
    [`STRIPE=${key('sk_', 'live_', MIXED)}`, 'STRIPE=…'],
    [`public ${key('pk_', 'live_', MIXED)} and ${key('rk_', 'live_', MIXED)}`, 'public … and …'],
    [
      `git clone https://${key('gh', 'p_', MIXED, MIXED)}@github.example/x`,
      'git clone https://…@github.example/x',
    ],
    [`${key('github', '_pat_', MIXED, '_', MIXED)} ${key('glp', 'at-', MIXED)}`, '…'],
    [`aws ${key('AKI', 'AIOSFODNN7EXAMPLE')}`, 'aws …'],
    [`slack "${key('xox', 'b-123456789012-', MIXED)}"`, 'slack "…"'],
    [`maps?key=${key('AIz', 'aSyA', MIXED, MIXED.slice(0, 11))}`, 'maps?key=…'],
    [`Authorization: Bearer ${JWT}`, 'Authorization: Bearer …'],
    [`My key:\n${PEM}\nworks?`, 'My key:\n…\nworks?'],
    [`hook ${key('whs', 'ec_', MIXED)}`, 'hook …'],
    [`other ${key('acme', '_', MIXED)}`, 'other …'],
    ['Password: hunter2', 'Password: …'],
    ['Mein Passwort ist Sommer2026! und geht nicht', 'Mein Passwort ist … und geht nicht'],
    ['user=jo password=abcDEF&x', 'user=jo password=…'],
    ['Mot de passe : chat-Noir7', 'Mot de passe : …'],
    ['mi contraseña es gato1234.', 'mi contraseña es ….'],
    ['La password è "mare blu 7"', 'La password è "…"'],
    ['A minha senha é bola99', 'A minha senha é …'],
    ['wachtwoord: `fietsen`', 'wachtwoord: `…`'],
    ['Moje hasło to Kot#2025', 'Moje hasło to …'],
    ['şifrem: Deniz1907', 'şifrem: …'],
    ['**Passwort:** blauerhund\nBenutzer: jo', '**Passwort:** …\nBenutzer: jo'],
    ['Passwort für den Server lautet Xy7-pq!', 'Passwort für den Server lautet …'],
    ['my PIN is 4711', 'my PIN is …'],
    ['Write to [EMAIL_1] or [PHONE_12].', 'Write to … or ….'],
    [`cut: ${PEM.slice(0, 50)}`, 'cut: …'],
    ["mon mot de passe c'est Loup99", "mon mot de passe c'est …"],
    ['Passwort (neu): Sommer24', 'Passwort (neu): …'],
    [`Bearer ${MIXED}, X-API-Key: ${MIXED}`, 'Bearer …, X-API-Key: …'],
    [key('shp', 'at_', '3f786850e387550fdab836ed7e6dc881'), '…'],
    // A second round, written after the first held.
    ['pay PL61 1090 1014 0000 0712 1981 2874 DANKE2 now', 'pay … DANKE2 now'],
    ['IT60X0542811101000000123456;PT50 0002 0123 1234 5678 9015 4', '…;…'],
    ['Karte 4012.8888.8888.1881, CVC: 123', 'Karte …, CVC: 123'],
    ['{"user":"jo","password":"hunter two"}', '{"user":"jo","password":"…"}'],
    ['db_password=Qwert!23', 'db_password=…'],
    [
      'Mein Startpasswort war Mond4Licht, das neue Kennwort lautet: Son=ne',
      'Mein Startpasswort war …, das neue Kennwort lautet: …',
    ],
    ['WLAN-Passwort: Birnbaum', 'WLAN-Passwort: …'],
    ['le mot de passe de mon compte est Tigre88', 'le mot de passe de mon compte est …'],
    ['mijn wachtwoord is Fiets!9', 'mijn wachtwoord is …'],
    [`npm ${key('np', 'm_', MIXED, 'A1b2')}, ${key('hf', '_', MIXED)}`, 'npm …, …'],
    [`SENDGRID ${key('SG', '.', MIXED, '.', MIXED)}.`, 'SENDGRID ….'],
    [`see https://x.example/?token=${key('gh', 'o_', MIXED)}&a=1`, 'see https://x.example/?token=…&a=1'],
  ])('%j', (text, clean) => {
    expect(removePersonalData(text)).toBe(clean);
  });

  test.each([
    'Order 4000123412341235 of 2026, invoice 2026-0000-1234-5678',
    'Ticket 5105105105105106 and #1234567890123',
    'See https://docs.example.com/how-to-reset-your-2fa-device-in-5-minutes-v2',
    'It costs 1,299.00 EUR or 4 111.50 a year',
    'Entry 550e8400-e29b-41d4-a716-446655440000 and 12345678-1234-4234-8234-123456789012',
    'SKU AB12-3456-7890 and part DE12 3456 of page 7',
    'IBAN DE89 3705 0044 0532 0130 02 has a wrong check digit',
    'My password is wrong and I cannot log in',
    'Passwort: mindestens 8 Zeichen, Groß und klein',
    'Password reset: https://example.com/reset?step=2',
    'Passwort zurücksetzen: Einstellungen, dann Konto',
    'Set sk_live_YOUR_KEY_HERE or sk-... in the file',
    'The task-force-of-customer-relations is risk-free-and-open-for-all',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'timestamp 1795837060123, id 4539 5787',
    'The password to Server2 does not work; password for Windows11 neither',
    'La contraseña es obligatoria y la clave es corta',
    'Password: at least one of A-Z, a-z, 0-9',
    'Das Passwort ist 90 Tage gültig, der PIN-Code: siehe Brief der Bank',
    'IMEI 490154203237518, EAN 4006381333931, ISBN 978-3-16-148410-0, VAT DE123456789',
    'https://example.com/docs/sk-learn-tutorial-2024-edition',
    'The key is-under-the-doormat-of-room-22; a token based-on-time-and-2fa-code',
    'Pinned: v2beta, pin: it to the top',
    'Parts 4002-1188-7730-0291 and DE12ABCD34EF56GH78',
  ])('what only looks like it stays: %j', (text) => {
    expect(removePersonalData(text)).toBe(text);
  });

  test('an owner may approve an account of their own and a first password, but no key', () => {
    const own = 'Pay to DE89 3704 0044 0532 0130 00. Password: hunter2';
    expect(removeSecrets(`${own} ${key('sk_', 'live_', MIXED)}`)).toBe(`${own} …`);
  });
});
