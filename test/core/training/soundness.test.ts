import { describe, expect, test } from 'vitest';
import { readFacts } from '../../../src/core/learning/statements/facts.ts';
import { contentOf } from '../../../src/core/learning/statements/stance.ts';
import { isSound } from '../../../src/core/learning/suggestions/soundness.ts';

const OSLO = {
  question: 'hey, how long does delivery to Oslo take??',
  answer: 'nine days by ship, costs 12 euros, table is on https://docs.example/ships',
};
const HEIM = {
  question: 'Wie setze ich denn mein Zuhause neu?',
  answer: 'mit /sethome Name, geht bis zu drei Mal, am Montag wird zurückgesetzt',
};
const PETS = { question: 'Can I bring my dog on board?', answer: 'no, dogs are not allowed on the ferry' };

describe('a backend’s version of a reply is accepted', () => {
  test.each([
    ['in whole sentences', OSLO, 'Delivery to Oslo takes nine days by ship and costs 12 euros.'],
    ['with a number in digits', HEIM, 'Das Zuhause setzt man mit /sethome Name, bis zu drei Mal.'],
    ['with its address', OSLO, 'The delivery times to Oslo are on https://docs.example/ships.'],
    ['with its weekday', HEIM, 'Es wird am Montag zurückgesetzt; neu setzen geht mit /sethome.'],
    ['with the denial it had', PETS, 'Dogs are not allowed on board of the ferry.'],
    ['and may be short', OSLO, 'Nine days by ship.'],
  ])('%s', (_title, original, answer) => {
    const question = original === HEIM ? 'Wie setzt man sein Zuhause neu?' : original.question;
    expect(isSound({ question, answer }, original)).toBe(true);
  });

  test('if the reply has no content word of its own', () => {
    const original = { question: 'Can I move my boat to berth 7?', answer: 'yes, you can' };
    const made = {
      question: 'Can a boat be moved to berth 7?',
      answer: 'Yes, a boat can be moved to berth 7.',
    };
    expect(isSound(made, original)).toBe(true);
  });
});

describe('a version unrelated to the reply, or going beyond it, is not accepted', () => {
  test.each([
    ['another matter', OSLO, 'Our refund policy covers broken lamps and lost umbrellas.'],
    ['the question alone said again', HEIM, 'Ein Zuhause ist wichtig für jeden Spieler dieser Welt.'],
    ['a number of its own', OSLO, 'Delivery to Oslo takes nine days by ship and costs 15 euros.'],
    ['a number of its own in words', OSLO, 'Delivery to Oslo takes twelve days by ship.'],
    ['a date of its own', OSLO, 'Delivery to Oslo takes until 12 May.'],
    ['another currency', OSLO, 'Delivery to Oslo takes nine days by ship and costs 12 dollars.'],
    ['another unit', OSLO, 'Delivery to Oslo takes nine weeks by ship.'],
    ['another weekday', HEIM, 'Mit /sethome setzt man sein Zuhause neu; am Freitag wird zurückgesetzt.'],
    ['an address of its own', OSLO, 'Delivery to Oslo takes nine days by ship, see https://other.example.'],
    ['another command', HEIM, 'Das Zuhause setzt man mit /home Name, bis zu drei Mal.'],
    ['the opposite', PETS, 'Dogs are allowed on the ferry.'],
    [
      'a permission turned around',
      { ...PETS, answer: 'dogs are allowed on the ferry' },
      'Dogs are not allowed on the ferry.',
    ],
    ['another language', OSLO, 'Die Lieferung nach Oslo dauert mit dem Schiff länger als eine Woche.'],
    ['no words at all', OSLO, '…'],
  ])('%s', (_title, original, answer) => {
    expect(isSound({ question: original.question, answer }, original)).toBe(false);
  });

  test('with a question that nobody asked', () => {
    const { answer } = OSLO;
    expect(isSound({ question: 'Which lamps are waterproof?', answer }, OSLO)).toBe(false);
  });
});

test('a word that is also a member of every object is a word like any other', () => {
  expect([...contentOf(['constructor', 'harbour'])]).toHaveLength(2);
  const { numbers, measured } = readFacts('The harbour has 3 constructor boats.');
  expect([[...numbers], [...measured]]).toEqual([['3'], []]);
});
