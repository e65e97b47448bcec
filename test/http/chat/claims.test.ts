import { describe, expect, test } from 'vitest';
import { askAndRead, sound, useStubbedApp } from '../../core/prompt-setup.ts';
import { ask } from '../../support/app.ts';
import { useApp } from '../../support/use-app.ts';

const { app, stub } = useStubbedApp();
const plain = useApp();

const SHIPPING = {
  id: 'shipping',
  title: 'Shipping',
  text: 'Shipping costs 4.90 EUR. Parcels arrive within 3 to 5 working days. Returns are free within 14 days.',
};
const QUESTION = 'What does shipping cost, and when does it arrive?';

async function answer(text: string, settings: Record<string, unknown> = {}, query = '?include=claims') {
  const { id, key } = await app.addServer({ language: 'en', ...settings });
  await app.addKnowledge(id, [SHIPPING]);
  stub.reply({ ...sound, answer: text, used: ['shipping'] });
  const { body } = await app.chat(key, ask(QUESTION), { query });
  return body;
}

describe('an answer of a model', () => {
  test('tells each sentence with its entry and the sentence there, where it is asked to', async () => {
    const { claims, answer: text } = await answer(
      'Shipping is 4.90 EUR. It arrives within 3 to 5 working days!',
    );
    expect(text).toBe('Shipping is 4.90 EUR. It arrives within 3 to 5 working days!');
    expect(claims).toEqual([
      { text: 'Shipping is 4.90 EUR.', entry: 'shipping', quote: 'Shipping costs 4.90 EUR.' },
      {
        text: 'It arrives within 3 to 5 working days!',
        entry: 'shipping',
        quote: 'Parcels arrive within 3 to 5 working days.',
      },
    ]);
  });

  test('has no claims where nobody asks for them', async () => {
    expect(await answer('Shipping is 4.90 EUR.', {}, '')).not.toHaveProperty('claims');
  });

  test('loses the sentence whose value stands nowhere, and keeps the others', async () => {
    const body = await answer(
      'Shipping is 4.90 EUR. It arrives within 9 working days. Returns are free within 14 days.',
    );
    expect(body.answer).toBe('Shipping is 4.90 EUR. Returns are free within 14 days.');
    expect(body.needs_team).toBe(false);
  });

  test.each([
    ['a price', 'Shipping costs 5.90 EUR.'],
    ['a unit', 'Parcels arrive within 3 to 5 weeks.'],
    ['a day', 'Parcels arrive on Tuesday within 3 to 5 working days.'],
    ['a name', 'Shipping costs 4.90 EUR with Hermes.'],
    ['an address', 'Shipping costs 4.90 EUR, write to help@shop.example.'],
    ['a denial', 'Returns are not free within 14 days.'],
  ])('that says nothing else is handed over when %s in it stands nowhere', async (_kind, text) => {
    expect(await answer(text)).toMatchObject({
      ...{ needs_team: true, team_reason: 'not_in_knowledge', kind: 'hand_over', claims: [], confidence: 0 },
    });
  });

  test('is a draft instead, where drafts are looked at', async () => {
    expect(await answer('Shipping costs 5.90 EUR.', { drafts: 'unsure' })).toMatchObject({
      ...{ answer: 'Shipping costs 5.90 EUR.', needs_team: false, draft: true, confidence: 0 },
    });
  });

  test('may say again what the asker, the persona and the context say', async () => {
    const { id, key } = await app.addServer({ language: 'en', instructions: 'Our hotline is 0800 1234.' });
    await app.addKnowledge(id, [SHIPPING]);
    const said = 'Hi Oskar, order 4711 of 12 May: shipping costs 4.90 EUR. Call 0800 1234.';
    stub.reply({ ...sound, answer: said, used: ['shipping'] });
    const { answer: given } = await askAndRead(app, stub, key, {
      messages: [{ role: 'user', content: 'What does shipping cost for order 4711?' }],
      ...{ customer: 'Oskar', context: [{ label: 'Ordered', value: '12 May' }] },
    });
    expect(given.body.answer).toBe(said);
  });

  test('refuses another word for what to include', async () => {
    const { key } = await app.addServer();
    const { status, body } = await app.chat(key, ask(QUESTION), { query: '?include=everything' });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_body', 'include']);
    expect(body.error.message).toBe('include can only be "claims".');
  });
});

test('the extractive engine says which sentences of the knowledge it gives', async () => {
  const { key, id } = await plain.addServer({ language: 'en' });
  await plain.addKnowledge(id, [
    { id: 'pets', title: 'Are pets allowed?', text: 'Dogs are welcome on a leash.' },
  ]);
  const { body } = await plain.chat(key, ask('Are pets allowed?'), { query: '?include=claims' });
  expect(body.claims).toEqual([
    { text: 'Dogs are welcome on a leash.', entry: 'pets', quote: 'Dogs are welcome on a leash.' },
  ]);
});
