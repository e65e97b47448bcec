import type { Core } from '../src/core/core.ts';
import { deleteMember, exportMember } from '../src/core/members/privacy.ts';
import { type Command, type Invocation, pick, type Texts } from './command.ts';
import { type Button, type Reply, say } from './reply.ts';

const TEXTS = {
  exported: {
    de: '📄 Das ist alles, was zu dir gespeichert ist, von allen Servern. Löschen kannst du es mit `/my-data delete`.',
    en: '📄 This is everything stored about you, of all servers. You can delete it with `/my-data delete`.',
  },
  question: {
    de: 'Soll ich alles löschen, was zu dir gespeichert ist, auf allen Servern? Auch was ich aus deinen Nachrichten gelernt habe, verwende ich dann nicht mehr. Das lässt sich nicht rückgängig machen. Vorher sichern: `/my-data export`.',
    en: 'Shall I delete everything stored about you, on all servers? What I learned from your messages is not used any more then either. This cannot be undone. To keep a copy first: `/my-data export`.',
  },
  exportLabel: { de: 'Meine Daten ansehen', en: 'See my data' },
  askLabel: { de: 'Meine Daten löschen', en: 'Delete my data' },
  deleteLabel: { de: 'Ja, alles löschen', en: 'Yes, delete everything' },
} satisfies Record<string, Texts>;

export const myData: Command = {
  data: {
    kind: 'slash',
    name: 'my-data',
    description: { de: 'Was zu dir gespeichert ist', en: 'What is stored about you' },
    access: 'everyone',
    subcommands: [
      {
        name: 'export',
        description: {
          de: 'Alles, was zu dir gespeichert ist, als Datei',
          en: 'Everything stored about you, as a file',
        },
      },
      {
        name: 'delete',
        description: {
          de: 'Löscht alles, was zu dir gespeichert ist',
          en: 'Deletes everything stored about you',
        },
      },
    ],
  },
  run: (core, input) => (input.subcommand === 'delete' ? askFirst(input) : sendFile(core, input)),
  actions: {
    'data:export': { access: 'everyone', run: sendFile },
    'data:ask': { access: 'everyone', run: (_, input) => askFirst(input) },
    'data:delete': { access: 'everyone', run: deleteAll },
  },
};

/** What a member may do with their data. */
export function offerData(input: Invocation): Button[] {
  return [
    { kind: 'button', id: 'data:export', label: pick(input, TEXTS.exportLabel), style: 'secondary' },
    { kind: 'button', id: 'data:ask', label: pick(input, TEXTS.askLabel), style: 'secondary' },
  ];
}

async function sendFile(core: Core, input: Invocation): Promise<Reply> {
  const data = await exportMember(core, input.invoker.id);
  const file = { name: 'my-data.json', text: `${JSON.stringify(data, null, 2)}\n` };
  return say(pick(input, TEXTS.exported), { files: [file] });
}

async function askFirst(input: Invocation): Promise<Reply> {
  const label = pick(input, TEXTS.deleteLabel);
  return say(pick(input, TEXTS.question), {
    rows: [[{ kind: 'button', id: 'data:delete', label, style: 'danger' }]],
  });
}

async function deleteAll(core: Core, input: Invocation): Promise<Reply> {
  const { answers, suggestions } = await deleteMember(core, input.invoker.id);
  return say(
    pick(input, {
      de: `🗑️ Gelöscht: ${countOf(answers, 'Frage mit ihrer Antwort', 'Fragen mit ihren Antworten')} und ${countOf(suggestions, 'Vorschlag', 'Vorschläge')} aus deinen Nachrichten. Was daraus übernommen war, ist ausgesetzt. Deine Kennung steht nirgends mehr. Damit auch künftig nichts gespeichert wird: \`/opt-out\`.`,
      en: `🗑️ Deleted: ${countOf(answers, 'question with its answer', 'questions with their answers')} and ${countOf(suggestions, 'suggestion', 'suggestions')} from your messages. What was approved from them is suspended. Your id stands nowhere any more. To have nothing stored in future either: \`/opt-out\`.`,
    }),
    { isReplacing: true },
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
