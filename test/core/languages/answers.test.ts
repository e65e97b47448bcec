import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTICES } from '../../../src/core/answering/notices.ts';
import { readSmallTalk } from '../../../src/core/answering/ticket/small-talk.ts';
import { findTeamReason } from '../../../src/core/handover/handover.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { LANGUAGES, type Language } from '../../../src/domain/types.ts';
import { type Community, startCommunity } from '../../channels/discord/setup.ts';
import { ask } from '../../support/app.ts';
import { SHORT_QUESTIONS } from './short-questions.ts';

/** Knowledge in English alone; a question in any language that names what it is about. */
const ENTRY = { id: 'bedrock', title: 'Bedrock', text: 'Bedrock joins on port 19132.', language: 'en' };
const QUESTIONS: Record<Language, string> = {
  de: 'Habt ihr auch einen Bedrock-Server?',
  en: 'Do you have a Bedrock server?',
  fr: 'Avez-vous aussi un serveur Bedrock ?',
  es: '¿Tenéis también un servidor Bedrock?',
  it: 'Avete anche un server Bedrock?',
  pt: 'Vocês também têm um servidor Bedrock?',
  nl: 'Hebben jullie ook een Bedrock-server?',
  pl: 'Czy macie też serwer Bedrock?',
  tr: 'Bedrock sunucunuz da var mı?',
};

let home: Community;
let keys: { real: string; test: string };
beforeAll(async () => {
  home = await startCommunity({ settings: { LIMIT_PER_MINUTE: '1000', LIMIT_PER_DAY_FREE: '1000' } });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  const make = (isTest: boolean) => createKey(home.app.core, { serverId: home.guild.id, isTest });
  keys = { real: (await make(false)).key, test: (await make(true)).key };
});
afterAll(() => home.stop());

describe.each(LANGUAGES)('a customer who asks in %s of knowledge in English', (language) => {
  const notices = NOTICES[language];

  test('reads the notice in that language, with a model and without, over HTTP', async () => {
    home.ai.reply({ answer: 'Port 19132.', needs_team: false, answerable: true, used: ['bedrock'] });
    for (const key of [keys.real, keys.test]) {
      const { body } = await home.app.chat(key, ask(QUESTIONS[language]));
      expect(body.ai_notice).toBe(notices.ai);
    }
  });

  test('reads it in Discord, with sources and buttons in that language', async () => {
    home.ai.reply({ answer: 'Port 19132.', needs_team: false, answerable: true, used: ['bedrock'] });
    const channel = home.guild.addChannel();
    home.guild.addMember().says(channel, `<@${home.discord.botId}> ${QUESTIONS[language]}`);
    const { content } = await home.discord.nextMessage(channel);
    expect(content.split('\n').slice(-2)).toEqual([`**${notices.sources}** Bedrock`, `-# ${notices.ai}`]);
  });

  test('is told in that language that the team takes over when the knowledge holds nothing', async () => {
    const { body } = await home.app.chat(keys.test, ask(SHORT_QUESTIONS[language][2] ?? ''));
    const { answer, ai_notice, needs_team } = body;
    expect({ answer, ai_notice, needs_team }).toEqual({
      answer: notices.notInKnowledge,
      ai_notice: notices.ai,
      needs_team: true,
    });
  });
});

const TALK: Record<Exclude<Language, 'de' | 'en'>, { greetings: string[]; closings: string[] }> = {
  fr: {
    greetings: ['bonsoir à tous', 'Salut !'],
    closings: ['merci pour votre aide', 'ça marche, merci', 'Parfait'],
  },
  es: {
    greetings: ['¡Buenos días!', 'hola a todos'],
    closings: ['¡Muchas gracias!', 'ya funciona', 'un saludo'],
  },
  it: {
    greetings: ['salve', 'Buonasera a tutti'],
    closings: ['grazie per l’aiuto', 'arrivederci', 'risolto'],
  },
  pt: { greetings: ['Bom dia', 'olá a todos'], closings: ['Muito obrigado!', 'já funciona', 'valeu'] },
  nl: {
    greetings: ['Goedemorgen', 'hoi allemaal'],
    closings: ['dank je wel', 'het werkt weer', 'fijne dag'],
  },
  pl: {
    greetings: ['Dzień dobry', 'czesc wszystkim'],
    closings: ['dzięki za pomoc', 'już działa', 'do widzenia'],
  },
  tr: {
    greetings: ['Merhaba', 'iyi akşamlar'],
    closings: ['çok teşekkür ederim', 'İşe yaradı', 'görüşürüz'],
  },
};

describe.each(Object.entries(TALK))('small talk in %s', (language, { greetings, closings }) => {
  const { greeting, closing } = NOTICES[language as Language];

  test.each(greetings)('%j only greets and is greeted back', async (text) => {
    expect(readSmallTalk(text)?.kind).toBe('greeting');
    const { body } = await home.app.chat(keys.test, ask(text));
    expect(body).toMatchObject({ answer: greeting, needs_team: false, sources: [] });
  });

  test.each(closings)('%j asks nothing and is answered in the language', async (text) => {
    expect(readSmallTalk(text)?.kind).toBe('closing');
    const { body } = await home.app.chat(keys.test, ask(text));
    expect(body).toMatchObject({ answer: closing, needs_team: false, sources: [] });
  });
});

test.each([
  'hola no puedo entrar',
  'ciao, il gioco non parte',
  'merhaba şifremi unuttum',
  'merci, mais ça ne marche pas',
])('%j may ask something', (text) => {
  expect(readSmallTalk(text)).toBeNull();
});

const OFFERS: Record<Exclude<Language, 'de' | 'en'>, [question: string, statement: string]> = {
  fr: ['Voulez-vous que je transmette cela à l’équipe ?', 'Je peux aussi transmettre cela à l’équipe.'],
  es: ['¿Quieres que lo pase al equipo?', 'También puedo pasarlo al equipo.'],
  it: ['Vuoi che lo inoltri al team?', 'Posso anche inoltrarlo al team.'],
  pt: ['Quer que eu encaminhe isto à equipa?', 'Também posso encaminhar isto à equipa.'],
  nl: ['Zal ik je doorverbinden met het team?', 'Ik kan je ook doorverbinden met het team.'],
  pl: ['Czy mam przekazać to zespołowi?', 'Mogę też przekazać to zespołowi.'],
  tr: ['Bunu ekibe iletmemi ister misiniz?', 'Bunu ekibe de iletebilirim.'],
};
const REPLIES: Record<keyof typeof OFFERS, [yes: string, no: string]> = {
  fr: ['oui, s’il vous plaît', 'non merci'],
  es: ['sí, por favor', 'no, gracias'],
  it: ['sì, grazie', 'no grazie'],
  pt: ['sim, por favor', 'não, obrigado'],
  nl: ['ja graag', 'nee hoor'],
  pl: ['tak, proszę', 'nie, dziękuję'],
  tr: ['evet lütfen', 'hayır teşekkürler'],
};

describe.each(Object.entries(OFFERS))('an offer of a person in %s', (language, offers) => {
  const [yes, no] = REPLIES[language as keyof typeof OFFERS];
  const reasonAfter = (offer: string, reply: string) =>
    findTeamReason([
      { role: 'user', content: 'Minecraft Bedrock' },
      { role: 'assistant', content: offer },
      { role: 'user', content: reply },
    ]);

  test.each(offers)('%j is accepted by a yes and by nothing else', (offer) => {
    expect(reasonAfter(offer, yes)).toBe('asked_for_human');
    expect(reasonAfter(offer, no)).toBeNull();
    expect(reasonAfter(offer, 'Bedrock')).toBeNull();
  });
});

test.each([
  ['no difference', 'My lamp does not glow any more', 'en'],
  ['Kubernetes 42', 'Wie komme ich auf den Server?', 'de'],
  ['mapa bugeado', '¿Cómo puedo entrar al servidor?', 'es'],
  ['merci, et comment je fais ?', 'How can I join the server?', 'fr'],
] as const)('after %j the language is that of the latest message that tells it clearly', async (last, first, language) => {
  const messages = [
    { role: 'user', content: first },
    { role: 'assistant', content: 'Zxqv.' },
    { role: 'user', content: last },
  ];
  const { body } = await home.app.chat(keys.test, { messages });
  expect(body.ai_notice).toBe(NOTICES[language].ai);
});

test('every line for customers is written in every language, and none is left in another', () => {
  const lines = LANGUAGES.flatMap((language) => Object.entries(NOTICES[language]));
  const texts = lines
    .filter(([name]) => !['sources', 'channel', 'role', 'member'].includes(name))
    .map(([, text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
  for (const language of LANGUAGES) expect(NOTICES[language].teamTakesOverSafety).toContain('112');
});
