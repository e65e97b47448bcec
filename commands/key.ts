import type { Core } from '../src/core/core.ts';
import { nameKey } from '../src/core/owners/audit.ts';
import { type ApiKey, createKey, listKeys, revokeKey } from '../src/core/owners/keys.ts';
import { AppError } from '../src/domain/errors.ts';
import { MAX_KEYS_PER_SERVER, MAX_NAME_CHARACTERS } from '../src/domain/limits.ts';
import { truncate } from '../src/domain/text.ts';
import type { Language } from '../src/domain/types.ts';
import { bySubcommand, type Command, type Completion, type Invocation, pick, type Texts } from './command.ts';
import { ago, escapeMarkdown, MAX_SUGGESTION_CHARACTERS, type Reply, say, toSuggestions } from './reply.ts';

/** Revoked keys stay stored; the list shows the last ones. */
const REVOKED_SHOWN = 5;

const TEXTS = {
  full: {
    de: `Dieser Server hat schon ${MAX_KEYS_PER_SERVER} gültige Schlüssel, mehr gehen nicht. Sperre erst einen, den niemand mehr braucht: \`/key revoke\`.`,
    en: `This server has ${MAX_KEYS_PER_SERVER} valid keys already, which is the most. Revoke one that nobody needs any more first: \`/key revoke\`.`,
  },
  none: {
    de: 'Es gibt noch keinen Schlüssel. Lege einen an: `/key create`.',
    en: 'There is no key yet. Make one: `/key create`.',
  },
  unknown: {
    de: 'Diesen Schlüssel gibt es hier nicht. Wähle einen aus der Liste, die beim Tippen erscheint.',
    en: 'There is no such key here. Choose one from the list that appears as you type.',
  },
  nameless: { de: 'ohne Namen', en: 'without a name' },
} satisfies Record<string, Texts>;

export const key: Command = {
  data: {
    kind: 'slash',
    name: 'key',
    description: { de: 'API-Schlüssel dieses Servers', en: 'API keys of this server' },
    access: 'admin',
    subcommands: [
      {
        name: 'create',
        description: {
          de: 'Legt einen API-Schlüssel an; er wird nur einmal gezeigt',
          en: 'Makes an API key; it is shown only once',
        },
        options: [
          {
            kind: 'string',
            name: 'name',
            description: { de: 'Wofür der Schlüssel ist', en: 'What the key is for' },
            maxLength: MAX_NAME_CHARACTERS,
          },
        ],
      },
      {
        name: 'list',
        description: { de: 'Zeigt die API-Schlüssel', en: 'Shows the API keys' },
      },
      {
        name: 'revoke',
        description: { de: 'Sperrt einen API-Schlüssel sofort', en: 'Revokes an API key at once' },
        options: [
          {
            kind: 'string',
            name: 'key',
            description: { de: 'Name oder letzte vier Zeichen', en: 'Name or last four characters' },
            isRequired: true,
            maxLength: MAX_NAME_CHARACTERS,
            isCompleted: true,
          },
        ],
      },
    ],
  },
  run: bySubcommand({ create, list, revoke }),
  complete: suggestKeys,
};

async function create(core: Core, input: Invocation): Promise<Reply> {
  const { serverId, options } = input;
  try {
    const made = await createKey(core, {
      serverId,
      ...(options.name === undefined ? {} : { name: options.name }),
    });
    const audited = { action: 'key.created' as const, subject: nameKey(made) };
    return say(presentKey(core, input, made.key), { audited });
  } catch (error) {
    if (error instanceof AppError && error.code === 'key_limit_reached') return say(pick(input, TEXTS.full));
    throw error;
  }
}

/** The key stands in one place only; the example takes it from the environment, so that no shell keeps it. */
function presentKey(core: Core, input: Invocation, newKey: string): string {
  const question = pick(input, { de: 'Wie kann ich beitreten?', en: 'How do I join?' });
  const curl = [
    '```sh',
    `curl -s ${core.config.PUBLIC_URL}/api/v1/chat \\`,
    '  -H "Authorization: Bearer $LOTSE_KEY" -H "Content-Type: application/json" \\',
    `  -d '{"messages": [{"role": "user", "content": "${question}"}]}'`,
    '```',
  ].join('\n');
  const block = `\`\`\`\n${newKey}\n\`\`\``;
  const docs = `${core.config.PUBLIC_URL}/docs`;
  return pick(input, {
    de: `🔑 **Dein neuer Schlüssel. Du siehst ihn nur jetzt:**\n${block}Lege ihn auf deinem Server ab, zum Beispiel als Umgebungsvariable \`LOTSE_KEY\`: nie in einer Webseite, App oder im Chat. Wer ihn hat, verbraucht dein Kontingent; dann hilft \`/key revoke\`.\n\nProbier ihn aus:\n${curl}Alles Weitere: <${docs}>`,
    en: `🔑 **Your new key. You see it only now:**\n${block}Keep it on your server, for example as the environment variable \`LOTSE_KEY\`: never in a web page, an app or a chat. Whoever has it spends your quota; then use \`/key revoke\`.\n\nTry it:\n${curl}Everything else: <${docs}>`,
  });
}

async function list(core: Core, input: Invocation): Promise<Reply> {
  const keys = await listKeys(core, input.serverId);
  if (keys.length === 0) return say(pick(input, TEXTS.none));
  const valid = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys
    .filter(({ revokedAt }) => revokedAt !== null)
    .sort((a, b) => Number(b.revokedAt) - Number(a.revokedAt))
    .slice(0, REVOKED_SHOWN);
  const heading = pick(input, {
    de: `**${valid.length} von ${MAX_KEYS_PER_SERVER} Schlüsseln**`,
    en: `**${valid.length} of ${MAX_KEYS_PER_SERVER} keys**`,
  });
  return say([heading, ...[...valid, ...revoked].map((one) => describeKey(one, input))].join('\n'));
}

function describeKey(one: ApiKey, input: Invocation): string {
  const mark = one.revokedAt === null ? '🔑' : '🚫';
  const test = one.isTest ? pick(input, { de: ' · Testschlüssel', en: ' · test key' }) : '';
  return `${mark} **${escapeMarkdown(one.name || pick(input, TEXTS.nameless))}** \`…${one.last4}\`${test} · ${describeUse(one, input)}`;
}

function describeUse({ createdAt, lastUsedAt, revokedAt }: ApiKey, input: Invocation): string {
  if (revokedAt) {
    return pick(input, { de: `gesperrt ${ago(revokedAt)}`, en: `revoked ${ago(revokedAt)}` });
  }
  if (lastUsedAt) {
    return pick(input, { de: `zuletzt benutzt ${ago(lastUsedAt)}`, en: `last used ${ago(lastUsedAt)}` });
  }
  const made = ago(createdAt);
  return pick(input, { de: `angelegt ${made}, noch nie benutzt`, en: `made ${made}, never used yet` });
}

async function revoke(core: Core, input: Invocation): Promise<Reply> {
  const keyId = input.options.key ?? '';
  try {
    await revokeKey(core, input.serverId, keyId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return explainMissing(core, input, keyId);
  }
  const revoked = (await listKeys(core, input.serverId)).find(({ id }) => id === keyId);
  const name = revoked ? nameOf(revoked, input.language) : keyId;
  return say(
    pick(input, {
      de: `🚫 **${escapeMarkdown(name)}** ist gesperrt, ab sofort und überall.`,
      en: `🚫 **${escapeMarkdown(name)}** is revoked, everywhere and from now on.`,
    }),
    { audited: { action: 'key.revoked', subject: revoked ? nameKey(revoked) : keyId } },
  );
}

async function explainMissing(core: Core, input: Invocation, keyId: string): Promise<Reply> {
  const known = (await listKeys(core, input.serverId)).find(({ id }) => id === keyId);
  if (!known?.revokedAt) return say(pick(input, TEXTS.unknown));
  const name = escapeMarkdown(nameOf(known, input.language));
  return say(
    pick(input, {
      de: `**${name}** war schon gesperrt (${ago(known.revokedAt)}).`,
      en: `**${name}** was revoked already (${ago(known.revokedAt)}).`,
    }),
  );
}

async function suggestKeys(core: Core, input: Completion) {
  const typed = input.typed.trim().toLowerCase();
  const valid = (await listKeys(core, input.serverId)).filter(({ revokedAt }) => revokedAt === null);
  const fitting = valid.filter(({ name, last4 }) => `${name} …${last4}`.toLowerCase().includes(typed));
  return toSuggestions(fitting, (one) => ({ name: nameOf(one, input.language), value: one.id }));
}

/** Name and last four characters, which always fit. */
function nameOf({ name, last4 }: ApiKey, language: Language): string {
  const ending = ` …${last4}`;
  return truncate(name || TEXTS.nameless[language], MAX_SUGGESTION_CHARACTERS - ending.length) + ending;
}
