import type { Core } from '../src/core/core.ts';
import {
  approve,
  countTraining,
  editSuggestion,
  getSuggestion,
  listTraining,
  reject,
  type Suggestion,
} from '../src/core/training.ts';
import { AppError } from '../src/domain/errors.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../src/domain/limits.ts';
import { type Command, type Invocation, pick, type Texts } from './command.ts';
import { shorten } from './markdown.ts';
import { type Card, type Reply, type Row, say, type TextFile } from './reply.ts';
import { describeDecision, isCutShort, refusalOf, showSuggestion } from './training/texts.ts';

const CARDS_PER_PAGE = 5;
/** What a field of a form holds at most. */
const MAX_FIELD_CHARACTERS = 4_000;
const MAX_SUGGESTIONS = 25;
const MAX_SUGGESTION_CHARACTERS = 100;

const PENDING_ID = {
  kind: 'string' as const,
  name: 'id',
  description: {
    de: 'Der Vorschlag; tippe einen Teil der Frage',
    en: 'The suggestion; type a part of its question',
  },
  isRequired: true,
  isCompleted: true,
};

export const training: Command = {
  data: {
    kind: 'slash',
    name: 'training',
    description: {
      de: 'Vorschläge, was der Bot lernen soll: ansehen und entscheiden',
      en: 'Suggestions of what the bot should learn: see and decide',
    },
    access: 'admin',
    subcommands: [
      {
        name: 'list',
        description: { de: 'Offene Vorschläge, die neuesten zuerst', en: 'Open suggestions, newest first' },
      },
      {
        name: 'approve',
        description: {
          de: 'Einen Vorschlag ins Wissen übernehmen',
          en: 'Make a suggestion part of the knowledge',
        },
        options: [PENDING_ID],
      },
      {
        name: 'reject',
        description: { de: 'Einen Vorschlag ablehnen', en: 'Reject a suggestion' },
        options: [PENDING_ID],
      },
    ],
  },
  run: (core, input) => {
    const id = input.options.id ?? '';
    const runs = {
      list: () => list(core, input, null),
      approve: () => decide(core, input, { verb: approve, id }),
      reject: () => decide(core, input, { verb: reject, id }),
    };
    const run = runs[input.subcommand as keyof typeof runs];
    if (!run) throw new AppError('not_found');
    return run();
  },
  complete: async (core, { serverId, typed }) => {
    const filter = { containing: typed.trim(), limit: MAX_SUGGESTIONS };
    const fitting = await listTraining(core, serverId, 'pending', filter);
    return fitting.map(({ id, question }) => ({
      name: shorten(question, MAX_SUGGESTION_CHARACTERS),
      value: id,
    }));
  },
  actions: {
    'training:approve': {
      access: 'admin',
      run: (core, input) => replace(decide(core, input, { verb: approve, id: input.args[0] ?? '' })),
    },
    'training:reject': {
      access: 'admin',
      run: (core, input) => replace(decide(core, input, { verb: reject, id: input.args[0] ?? '' })),
    },
    'training:edit': { access: 'admin', opensForm: true, run: openForm },
    'training:save': { access: 'admin', run: save },
    'training:more': {
      access: 'admin',
      run: (core, input) => replace(list(core, input, input.args[0] ?? null)),
    },
  },
};

async function replace(reply: Promise<Reply>): Promise<Reply> {
  const made = await reply;
  return made.kind === 'cards' ? { ...made, isReplacing: true } : made;
}

/** @param afterId the last suggestion that was shown; null begins with the newest. */
async function list(core: Core, input: Invocation, afterId: string | null): Promise<Reply> {
  const { serverId } = input;
  const after = afterId === null ? null : await find(core, serverId, afterId);
  const limit = CARDS_PER_PAGE + 1;
  const found = await listTraining(core, serverId, 'pending', { limit, ...(after ? { after } : {}) });
  if (found.length === 0) return say(pick(input, after ? NO_MORE : NONE));
  const shown = found.slice(0, CARDS_PER_PAGE);
  const cards: Card[] = shown.map((suggestion) => toCard(core, input, suggestion));
  const last = shown.at(-1);
  if (found.length > shown.length && last) {
    const total = await countTraining(core, serverId, 'pending');
    const text = pick(input, { de: `${total} Vorschläge sind offen.`, en: `${total} suggestions are open.` });
    const label = pick(input, { de: 'Ältere zeigen', en: 'Show older ones' });
    cards.push({ text, rows: [[{ kind: 'button', id: `training:more:${last.id}`, label }]] });
  }
  return { kind: 'cards', cards, files: shown.flatMap(toFile) };
}

const NONE: Texts = {
  de: 'Es ist nichts zu entscheiden. Vorschläge macht ein Teammitglied im Menü einer Nachricht: Apps → „Learn from this“ oder „Correct this answer“.',
  en: 'There is nothing to decide. A team member makes suggestions in the menu of a message: Apps → “Learn from this” or “Correct this answer”.',
};
const NO_MORE: Texts = { de: 'Ältere Vorschläge gibt es nicht.', en: 'There are no older suggestions.' };

function toCard(core: Core, input: Invocation, suggestion: Suggestion): Card {
  const { DISCORD_WEB_URL } = core.config;
  const text = showSuggestion(input, suggestion, DISCORD_WEB_URL);
  return { text, rows: [toButtons(input, suggestion.id)] };
}

function toButtons(input: Invocation, id: string): Row {
  return [
    {
      kind: 'button',
      style: 'success',
      id: `training:approve:${id}`,
      label: pick(input, { de: 'Übernehmen', en: 'Approve' }),
    },
    {
      kind: 'button',
      style: 'secondary',
      id: `training:edit:${id}`,
      label: pick(input, { de: 'Bearbeiten', en: 'Edit' }),
    },
    {
      kind: 'button',
      style: 'danger',
      id: `training:reject:${id}`,
      label: pick(input, { de: 'Ablehnen', en: 'Reject' }),
    },
  ];
}

/** Whoever decides must be able to read the whole answer. */
function toFile({ id, answer }: Suggestion): TextFile[] {
  return isCutShort(answer) ? [{ name: `${id}.txt`, text: answer }] : [];
}

async function decide(
  core: Core,
  input: Invocation,
  { verb, id }: { verb: typeof approve; id: string },
): Promise<Reply> {
  try {
    return say(describeDecision(input, await verb(core, input.serverId, id)));
  } catch (error) {
    const decided = error instanceof AppError ? await find(core, input.serverId, id) : null;
    return sayRefusal(input, error, decided);
  }
}

/** @throws the error when nobody could foresee it. */
function sayRefusal(input: Invocation, error: unknown, suggestion: Suggestion | null): Reply {
  const refusal = refusalOf(error, suggestion);
  if (!refusal) throw error;
  return say(pick(input, refusal));
}

async function find(core: Core, serverId: string, id: string): Promise<Suggestion | null> {
  return getSuggestion(core, serverId, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  });
}

async function openForm(core: Core, input: Invocation): Promise<Reply> {
  const suggestion = await find(core, input.serverId, input.args[0] ?? '');
  if (suggestion?.state !== 'pending') {
    const error = new AppError(suggestion ? 'invalid_input' : 'not_found', { param: 'state' });
    return replace(Promise.resolve(sayRefusal(input, error, suggestion)));
  }
  const { id, question, answer } = suggestion;
  if (answer.length > MAX_FIELD_CHARACTERS) return say(pick(input, TOO_LONG));
  return {
    kind: 'form',
    id: `training:save:${id}`,
    title: pick(input, { de: 'Vorschlag bearbeiten', en: 'Edit suggestion' }),
    fields: [
      {
        name: 'question',
        label: pick(input, { de: 'Frage', en: 'Question' }),
        isRequired: true,
        maxLength: MAX_ENTRY_TITLE_CHARACTERS,
        value: question,
      },
      {
        name: 'answer',
        label: pick(input, { de: 'Antwort', en: 'Answer' }),
        isLong: true,
        isRequired: true,
        maxLength: MAX_FIELD_CHARACTERS,
        value: answer,
      },
    ],
  };
}

const TOO_LONG: Texts = {
  de: `Diese Antwort ist länger als ${MAX_FIELD_CHARACTERS} Zeichen und passt nicht in ein Formular. Lehne sie ab und schreib sie mit \`/knowledge add\` kürzer.`,
  en: `This answer is longer than ${MAX_FIELD_CHARACTERS} characters and does not fit into a form. Reject it and write it shorter with \`/knowledge add\`.`,
};

async function save(core: Core, input: Invocation): Promise<Reply> {
  const { question = '', answer = '' } = input.fields;
  const id = input.args[0] ?? '';
  try {
    const edited = await editSuggestion(core, input.serverId, id, { question, answer });
    return { kind: 'cards', cards: [toCard(core, input, edited)], files: toFile(edited), isReplacing: true };
  } catch (error) {
    const stored = error instanceof AppError ? await find(core, input.serverId, id) : null;
    const reply = sayRefusal(input, error, stored);
    // The card stays while there is something to decide; what was typed is kept for another try.
    if (stored?.state !== 'pending') return replace(Promise.resolve(reply));
    return { ...reply, ...(answer.trim() === '' ? {} : { files: [{ name: 'answer.txt', text: answer }] }) };
  }
}
