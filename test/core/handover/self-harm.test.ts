import { describe, expect, test } from 'vitest';
import { findTeamReason } from '../../../src/core/handover/handover.ts';

const reasonOf = (content: string) => findTeamReason([{ role: 'user', content }], []);

const MEANT: [string, string[]][] = [
  [
    'their own hand, in slang as in plain words',
    ['gonna ctb tonight', 'should i just neck myself', 'about to game end myself', 'ich will mich wegmachen'],
  ],
  [
    'a place',
    [
      'gonna step in front of a train',
      'ich leg mich auf die gleise',
      'i want to jump off a bridge',
      'sitze auf dem dach und will springen',
    ],
  ],
  [
    'something to swallow',
    [
      'gonna drink bleach',
      'ich nehm jetzt alle schlaftabletten auf einmal',
      'taking a toaster bath tonight',
      'which pills kill you fastest',
    ],
  ],
  [
    'wounds',
    [
      'meine pulsadern sind offen',
      'started sh again',
      'clean for 3 months and relapsed yesterday',
      'took a blade to my arm again',
    ],
  ],
  [
    'fear of themselves',
    [
      'i have a knife and i dont know what ill do',
      'hab angst dass ich mir was antu',
      'ich tu mir gleich was an',
    ],
  ],
  [
    'a life without worth',
    [
      'life isnt worth it anymore',
      'das leben ist nicht mehr lebenswert',
      'i dont deserve to live',
      'ich pack das leben nicht mehr',
      'ohne mich wärt ihr alle besser dran',
      'i have nothing to live for',
      'bin allen nur eine last, ohne mich ginge es ihnen besser',
    ],
  ],
  [
    'a sleep without an end',
    ['i wanna go to sleep for good', 'every night i pray i wont wake up', 'ich will für immer schlafen'],
  ],
  [
    'a last farewell',
    [
      'this is my last message, love you all',
      'ich verabschiede mich von euch für immer',
      'wenn ihr das lest bin ich schon tot',
      'please tell my mom i love her, i wont be around anymore',
      'i wont be alive tomorrow',
    ],
  ],
  [
    'a search for a way',
    [
      'i keep googling ways to die',
      'how many paracetamol does it take to die',
      'hat jemand tipps wie man schmerzlos stirbt',
    ],
  ],
  [
    'somebody else who means it',
    [
      'my gf says shes going to slit her wrists',
      'mei bua will si umbringa',
      'unser mitglied redet davon sich vor den zug zu werfen',
      'mein kumpel steht auf der brücke',
    ],
  ],
];

const HARMLESS = [
  ...[
    'kill me lol this lag',
    'how do i kill the dragon',
    '/kill geht nicht',
    'stuck in a block, how do i kill my character',
  ],
  ...[
    'when does the last bus leave spawn',
    'where can i catch the bus in the city map',
    'time to rope in the admins',
    'gonna rope a horse now',
  ],
  ...[
    'i want to delete myself from the party list',
    'i muted myself lol',
    'ich will mich aus dem team löschen',
    'kannst du mir die kugel geben',
  ],
  ...[
    'i sit on the train and it doesnt move',
    'wie lege ich gleise',
    'the bridge at spawn is gone',
    'vom turm springen bringt keine punkte',
  ],
  ...[
    'how to bleach items',
    'drink potion does not work',
    'toaster bath is the name of my base',
    'where do i get meds',
  ],
  ...[
    'started the sh file again and it crashed',
    'cutting the video again fails',
    'clean install again didnt help',
  ],
  ...['my blade broke, i dont know what to do', 'ich hab angst dass ich mein passwort vergesse, was tue ich'],
  ...[
    'is premium worth it',
    'lohnt sich vip nicht mehr',
    'i dont deserve this rank',
    'the server doesnt need me as admin, remove role',
    'burden of proof',
  ],
  ...[
    'final message before i leave a review: fix the lag',
    'when is the last day of the sale',
    'goodbye everyone, thanks for the help',
    'i wont be here next week, vacation',
  ],
  ...[
    'see you on the other side of the nether portal',
    'i will end my subscription today',
    'ich mach mich mal weg, bis später',
    'ich bin weg für eine woche',
  ],
  ...[
    'is there a painless way to go from bedrock to java',
    'i keep googling ways to fix lag',
    'how many hits does it take to die',
    'i cut my hair in game how do i undo',
  ],
];

describe('somebody who means to die or to hurt themselves', () => {
  test.each(
    MEANT.flatMap(([by, lines]) => lines.map((line) => [by, line] as const)),
  )('is recognised by %s: %s', async (_by, line) => {
    expect(await reasonOf(line)).toBe('safety');
    expect(await reasonOf(`hi, ${line.toUpperCase()}!!`)).toBe('safety');
  });

  test.each(HARMLESS)('is not the author of: %s', async (line) => {
    expect(await reasonOf(line)).not.toBe('safety');
  });
});
