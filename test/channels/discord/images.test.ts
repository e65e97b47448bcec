import { randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTICES } from '../../../src/core/answering/notices.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { createCertificate } from '../../adapters/outbound/certificate.ts';
import { readPrompt } from '../../core/prompt-setup.ts';
import { showLog } from '../../support/app.ts';
import type { SayOptions } from '../../support/discord/actors/member.ts';
import { JPEG, pngSaying, wholePng } from '../../support/files/pictures.ts';
import { createOutside, PUBLIC, watch } from '../../support/outbound.ts';
import { findInTables } from '../../support/tables.ts';
import { QUESTION, useAnsweringCommunity } from './setup.ts';

const CDN = 'cdn.discordapp.com';
const UNSEEN = NOTICES.en.unseen;
const certificate = createCertificate(CDN);
const authorities = getCACertificates('default');
/** What lies on the CDN, by path. */
const files = new Map<string, Buffer>();
const cdn = await watch(
  createServer(certificate, (request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file ? 200 : 404).end(file);
  }),
);
const outside = createOutside(cdn.port, { [CDN]: [PUBLIC], 'elsewhere.example': [PUBLIC] });
const home = useAnsweringCommunity({ settings: { VISION_V1: 'true' }, world: outside.world });
beforeAll(() => setDefaultCACertificates([...authorities, certificate.cert]));
afterAll(async () => {
  setDefaultCACertificates(authorities);
  await cdn.close();
});
beforeEach(async () => {
  outside.dialled.length = 0;
  // What was read of the server is read again.
  home.app.clock.now += 6_000;
  await changeServer(home.app.core, home.guild.id, { vision: ['V1'], member_questions: 0 });
});

const addChannel = (name = `c-${randomUUID()}`) => home.guild.addChannel({ name });
const png = (bytes: Buffer = wholePng(64, 64)) => ({ name: 'screen.png', bytes, contentType: 'image/png' });
const urlOf = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const promptOfLast = () => readPrompt(home.ai.requests.at(-1) ?? { body: {} });

/** Asks with a mention and files; resolves with what the bot says. */
async function showing(attachments: object[], text = QUESTION) {
  const channel = addChannel();
  const said = { attachments: attachments as SayOptions['attachments'] & object };
  home.member.says(channel, `${home.mention} ${text}`.trim(), said);
  return home.discord.nextMessage(channel);
}

describe('A picture that a member attaches', () => {
  test('goes to the model from the platform’s own host, up to four, and is kept nowhere', async () => {
    const canary = `canary-${randomUUID()}`;
    const film = Buffer.concat([JPEG, Buffer.from('ftypmp42 a film')]);
    const answer = await showing([
      png(pngSaying(canary)),
      { name: 'photo.jpg', bytes: film, contentType: 'image/jpeg' },
    ]);
    expect(answer.content).toContain('Press Join.');
    expect(answer.content).not.toContain(UNSEEN);
    expect(promptOfLast().images).toEqual([urlOf(pngSaying(canary)), urlOf(JPEG, 'image/jpeg')]);
    for (const kept of [canary, pngSaying(canary).toString('base64').slice(0, 200)]) {
      expect(await findInTables(home.app.core, kept)).toEqual([]);
      expect(showLog(home.app)).not.toContain(kept);
    }
    const { content } = await showing(Array(5).fill(png()));
    expect([promptOfLast().images.length, content.includes(UNSEEN)]).toEqual([4, true]);
  });

  test('goes along with the messages of its burst', async () => {
    const channel = addChannel();
    home.member.says(channel, home.mention, { attachments: [png()] });
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(channel);
    expect([promptOfLast().images.length, promptOfLast().question.text]).toEqual([1, QUESTION]);
  });

  test('needs no words, if the bot is meant', async () => {
    expect((await showing([png()], '')).content).toContain('Press Join.');
    expect(promptOfLast().question.text).not.toContain('<');
    expect(promptOfLast().images).toHaveLength(1);
  });

  test('without words is left alone in a channel where the bot is not meant, and costs nothing', async () => {
    const channel = addChannel();
    await changeServer(home.app.core, home.guild.id, { channels: { [channel.id]: 'every_message' } });
    const calls = home.ai.requests.length;
    home.member.says(channel, 'lol', { attachments: [png()] });
    await home.discord.settled();
    expect(home.ai.requests.length).toBe(calls);
  });

  test('is fetched from the CDN through the guard, over https alone', async () => {
    const channel = addChannel();
    const attach = async (url: string) => {
      const said = home.member.says(channel, `${home.mention} ${QUESTION}`, {
        attachments: [{ ...png(), url }],
      });
      expect(said.attachments[0]?.url).toBe(url);
      return (await home.discord.nextMessage(channel)).content;
    };
    files.set('/attachments/1/2/a.png?ex=1', wholePng(64, 64));
    expect(await attach(`https://${CDN}/attachments/1/2/a.png?ex=1`)).not.toContain(UNSEEN);
    expect(promptOfLast().images).toEqual([urlOf(wholePng(64, 64))]);
    expect(outside.dialled).toEqual([`${CDN} ${PUBLIC}:443`]);
    outside.dialled.length = 0;
    for (const url of [
      `http://${CDN}/attachments/1/2/a.png?ex=1`,
      `https://${CDN}.elsewhere.example/a.png`,
      'https://elsewhere.example/a.png',
      `https://${CDN}@elsewhere.example/a.png`,
      `https://${CDN}:8443/a.png`,
      'http://127.0.0.1:1/a.png',
      'file:///etc/passwd',
      '',
    ]) {
      expect(await attach(url)).toContain(UNSEEN);
      expect(promptOfLast().images).toEqual([]);
    }
    expect(outside.dialled).toEqual([]);
  });

  test.each<[string, () => object]>([
    ['is gone', () => ({ ...png(), url: `https://${CDN}/attachments/9/9/gone.png` })],
    ['is larger than it says', () => png(Buffer.alloc(6 * 1024 * 1024, 'x'))],
    ['is no picture', () => png(Buffer.from('<svg/>'))],
    ['is a bomb', () => png(wholePng(8_000, 8_000))],
    ['is cut off', () => png(wholePng(64, 64).subarray(0, -4))],
    ['is a GIF', () => ({ ...png(), contentType: 'image/gif' })],
  ])('that %s loses no answer, and the asker is told', async (_, file) => {
    const { content } = await showing([file()]);
    expect(content).toContain('Press Join.');
    expect(content).toContain(UNSEEN);
    expect(promptOfLast().images).toEqual([]);
  });

  test('is not fetched where nobody sees it: the asker is told, and asked for words where there are none', async () => {
    await changeServer(home.app.core, home.guild.id, { vision: [] });
    const calls = home.ai.requests.length;
    const gone = { ...png(), url: `https://${CDN}/attachments/1/2/a.png?ex=1` };
    expect((await showing([gone])).content).toContain(UNSEEN);
    expect((await showing([gone], '')).content).toMatch(/describe in words/);
    expect(outside.dialled).toEqual([]);
    expect(home.ai.requests.length).toBe(calls + 1);
  });

  test('of somebody else is not fetched', async () => {
    const channel = addChannel();
    const other = home.guild.addMember({ name: 'Tom' });
    const said = other.says(channel, 'What does this say?', { attachments: [png()] });
    home.member.says(channel, home.mention, { replyTo: said });
    await home.discord.nextMessage(channel);
    expect([promptOfLast().images, promptOfLast().question.text]).toEqual([[], 'What does this say?']);
  });
});
