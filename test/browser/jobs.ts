/** `press` a control, `type` into a field, `choose` from a list, or `see` a text. */
type Step =
  | readonly ['press' | 'see', where: string]
  | readonly ['type' | 'choose', where: string, value: string];

export interface Job {
  /** A phone takes one click more, for the menu. */
  most: readonly [clicks: number, scrollsOnDesktop: number, scrollsOnPhone: number];
  steps: readonly Step[];
}

const open = (tab: string): Step => ['press', `.menu a[href$="/${tab}"]`];
const goTo = (section: string): Step => ['press', `.sections a[href="#${section}"]`];
const save = (form: string): Step => ['press', `form[action$="/${form}"] .save button`];
const DONE: Step = ['see', '.note.good'];
const SAID: Step = ['see', '.said'];
const FOUND: Step = ['press', '[data-hit] a:has-text("Kestrel")'];
const FIND_ENTRY: readonly Step[] = [open('knowledge'), ['type', '#main [name=q]', 'Kestrel berth'], FOUND];
const setPersona = (name: string, value: string): readonly Step[] => [
  ...[open('ki'), goTo('persona')],
  ...[['type', `#main [name=${name}]`, value] as const, save('persona'), SAID],
];

/** What owners do most, as those do it who know where things are, each from the top of the overview. */
export const JOBS: Record<string, Job> = {
  'read how much of the week is left': { most: [0, 0, 0], steps: [['see', '[data-figure=api] .figure']] },
  'add an entry': {
    most: [5, 0, 0],
    steps: [
      open('knowledge'),
      ['type', '#add [name=title]', 'When is the harbour fair?'],
      ['type', '#add [name=text]', 'The harbour fair is in June.'],
      save('knowledge'),
      DONE,
    ],
  },
  'correct an entry': {
    most: [5, 0, 2],
    steps: [...FIND_ENTRY, ['type', '#main [name=text]', 'At the north quay.'], save('Kestrel'), DONE],
  },
  'delete an entry': {
    most: [5, 0, 1],
    steps: [...FIND_ENTRY, ['press', 'form[action$="/delete"] button'], DONE],
  },
  'add a documentation link': {
    most: [3, 0, 0],
    steps: [
      open('links'),
      ['type', '#main [name=url]', 'https://docs.example.org/guide'],
      ['press', 'form:has([name=url]) button'],
      DONE,
    ],
  },
  'approve a suggestion': {
    most: [2, 0, 1],
    steps: [open('training'), ['press', '[data-verb=approve] button'], DONE],
  },
  'answer an open question': {
    most: [4, 0, 1],
    steps: [
      open('unanswered'),
      ['type', '[data-gap] [name=answer]', 'The museum opens at noon.'],
      ['press', '[data-gap] .edit button'],
      DONE,
    ],
  },
  'change the tone': { most: [4, 0, 0], steps: setPersona('tone', 'Brief and friendly') },
  'set the instructions': { most: [4, 0, 1], steps: setPersona('instructions', 'Never name prices.') },
  'choose a channel where every message is answered': {
    most: [6, 0, 0],
    steps: [
      open('channels'),
      ['choose', '#modes [name=channel]', '#help'],
      ['choose', '#modes [name=mode]', 'every_message'],
      save('channels'),
      SAID,
    ],
  },
  'set the hours of the working days': {
    most: [3, 0, 0],
    steps: [open('hours'), ['type', '[name=monday_to]', '18:00'], save('hours'), SAID],
  },
  'create an API key and copy it': {
    most: [4, 0, 1],
    steps: [
      open('ki'),
      ['type', '#keys [name=name]', 'Website'],
      ['press', 'form[action$="/keys"] button'],
      ['press', '[data-copy="#new-key"]'],
    ],
  },
  'see on which sentence an answer rests': {
    most: [3, 0, 2],
    steps: [open('answers'), ['press', 'tr a:has-text("Bittern")'], ['see', '[data-claims] q']],
  },
  'let a role edit': {
    most: [7, 0, 0],
    steps: [
      open('team'),
      goTo('access'),
      ['choose', '#access [name=role]', 'Moderators'],
      ['choose', '#access [name=right]', 'editor'],
      save('access'),
      SAID,
    ],
  },
  'have every answer drafted for the team': {
    most: [5, 0, 0],
    steps: [open('ki'), goTo('drafts'), ['choose', '#main [name=drafts]', 'all'], save('persona'), SAID],
  },
};
