import { describe, expect, test } from 'vitest';
import { buildIndex, queriesOf, search } from '../../../src/core/search/search.ts';
import { fold, words } from '../../../src/core/search/words/analyse.ts';
import { stem } from '../../../src/core/search/words/stemming.ts';
import type { Language } from '../../../src/domain/types.ts';
import { readRows } from '../../support/rows.ts';

/** An entry for each language about changing a password, and one about something else. */
const ENTRIES: Record<Language, readonly [title: string, text: string][]> = {
  de: [
    ['Passwort ändern', 'Öffne die Einstellungen und wähle ein neues Passwort.'],
    ['Bestellungen stornieren', 'Bestellungen lassen sich eine Stunde lang stornieren.'],
  ],
  en: [
    ['Changing your password', 'Open the settings and choose a new password.'],
    ['Cancelling orders', 'Orders can be cancelled within an hour.'],
  ],
  fr: [
    ['Modifier une réponse', 'Ouvrez la réponse et appuyez sur le crayon pour la modifier.'],
    ['Annuler des commandes', 'Les commandes peuvent être annulées pendant une heure.'],
  ],
  es: [
    ['Cambiar la contraseña', 'Abre los ajustes y elige una contraseña nueva.'],
    ['Cancelar la suscripción', 'Las suscripciones se cancelan en tu perfil.'],
  ],
  it: [
    ['Città di partenza', 'La città da cui parte la spedizione si sceglie nel profilo.'],
    ['Annullare gli ordini', 'Gli ordini si possono annullare entro un’ora.'],
  ],
  pt: [
    ['Alterar a configuração', 'As configurações alteram-se no menu principal.'],
    ['Cancelar encomendas', 'As encomendas podem ser canceladas durante uma hora.'],
  ],
  nl: [
    ['Wachtwoord wijzigen', 'Open de instellingen en kies een nieuw wachtwoord.'],
    ['Bestellingen annuleren', 'Bestellingen kun je een uur lang annuleren.'],
  ],
  pl: [
    ['Zmiana hasła', 'Otwórz ustawienia i wybierz nowe hasło do konta.'],
    ['Anulowanie zamówień', 'Zamówienia można anulować w ciągu godziny.'],
  ],
  tr: [
    ['Şifre değiştirme', 'Ayarları açın ve yeni bir şifre seçin.'],
    ['Siparişleri iptal etme', 'Siparişler bir saat içinde iptal edilebilir.'],
  ],
};
const index = buildIndex(
  (Object.entries(ENTRIES) as [Language, readonly [string, string][]][]).flatMap(([language, entries]) =>
    entries.map(([title, text], number) => ({ id: `${language}-${number}`, title, text, language })),
  ),
);
const find = (question: string) =>
  search(index, queriesOf([{ role: 'user', content: question }]), 3).hits[0]?.id;

describe('on a server with knowledge in nine languages', () => {
  // In another form of its words, without accents, and with typos.
  test.each(
    readRows<{ question: string; id: string }>('finding.jsonl', import.meta.url),
  )('$question finds the entry in its language', ({ question, id }) => {
    expect(find(question)).toBe(id);
  });
});

test('entries that carry no language are read in the one that their words tell', () => {
  const documents = [
    { id: 'a', title: 'Les commandes', text: 'Vous pouvez annuler vos commandes pendant une heure.' },
    { id: 'b', title: 'Zamówienia', text: 'Możesz anulować swoje zamówienia przez godzinę.' },
  ];
  expect([...buildIndex(documents).languages].sort()).toEqual(['fr', 'pl']);
});

const FORMS: Record<Exclude<Language, 'de' | 'en'>, readonly string[]> = {
  fr: ['réponse réponses', 'modifier modifié modifiée modifiés', 'désactiver désactivée désactivation'],
  es: ['contraseña contraseñas', 'suscripción suscripciones', 'cancelar cancelado cancelación'],
  it: ['ordine ordini', 'abbonamento abbonamenti', 'configurazione configurazioni'],
  pt: ['subscrição subscrições', 'senha senhas', 'cartão cartões', 'alteração alterações alterar'],
  nl: ['wachtwoord wachtwoorden', 'wijzigen wijziging', 'bestelling bestellingen'],
  pl: ['konto konta kontem', 'hasło hasła hasłem', 'serwer serwera serwerze serwery', 'płatność płatności'],
  tr: [
    'şifre şifrem şifremi şifresi',
    'sunucu sunucuya sunucuda sunucunun sunucular',
    'sipariş siparişim siparişler',
    'değiştiririm değiştirmek değiştirebilirim',
    'etkinlik etkinliği etkinlikler',
  ],
};

describe.each(
  Object.entries(FORMS) as [Exclude<Language, 'de' | 'en'>, string[]][],
)('in %s', (language, forms) => {
  test.each(forms)('%s are one word to the search', (line) => {
    expect(new Set(line.split(' ').map((word) => stem(word, language))).size).toBe(1);
  });

  test.each(forms)('%s are the same without accents', (line) => {
    for (const word of line.split(' ')) expect(stem(fold(word), language)).toBe(stem(word, language));
  });
});

test('a capital I with a dot is an i, however it is written', () => {
  for (const text of ['İptal', 'I\u0307ptal', 'i\u0307ptal']) expect(words(text)).toEqual(['iptal']);
});
