import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../../src/domain/limits.ts';
import { ask } from '../../support/app.ts';
import { GIF, jpegOf, pngOf, webpOf } from '../../support/files/pictures.ts';
import { lastAction, useDashboard } from './setup.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const dashboard = useDashboard();
beforeEach(async () => {
  await dashboard.visitor.get(dashboard.path('ki?lang=en'));
  await dashboard.visitor.post(dashboard.path('picture/remove'));
});

const upload = (name: string, text: string | Uint8Array<ArrayBuffer>) =>
  dashboard.visitor.upload(dashboard.path('picture'), {}, { field: 'picture', name, text });
const shownAvatar = async () => (await dashboard.app.status(dashboard.server.key)).body.bot.avatar as string;
const load = (avatar: string, init: RequestInit = {}) =>
  fetch(dashboard.app.url + new URL(avatar).pathname, init);
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('A picture of the bot that is uploaded', () => {
  test.each([
    ['png', 'image/png', pngOf(64, 64)],
    ['jpg', 'image/jpeg', jpegOf(64, 48)],
    ['webp', 'image/webp', webpOf.extended(64, 64)],
    ['webp', 'image/webp', webpOf.lossy(64, 64)],
    ['webp', 'image/webp', webpOf.lossless(64, 64)],
  ])('is what every answer shows from then on, byte by byte, whatever its name: %s', async (ending, type, bytes) => {
    const { app, server, visitor } = dashboard;
    const seen = await visitor.follow(await upload('face.bin', bytes));
    expect(seen.status).toBe(200);
    const avatar = await shownAvatar();
    const { PUBLIC_URL } = app.core.config;
    expect(avatar).toBe(`${PUBLIC_URL}/pictures/${server.id}/${digestOf(bytes)}.${ending}`);
    expect((await app.chat(server.key, ask('Hello?'))).body.bot.avatar).toBe(avatar);
    expect(seen.attribute('.card.bot img', 'src')).toBe(new URL(avatar).pathname);
    const loaded = await load(avatar);
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.from(await loaded.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await lastAction(app, server.id)).toMatchObject({ action: 'picture.set', memberName: 'Ada' });
  });

  test('is kept by browsers, runs nothing, and is not sent again to whoever has it', async () => {
    await upload('face.png', pngOf(32, 32));
    const avatar = await shownAvatar();
    const { headers } = await load(avatar);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const etag = headers.get('etag') ?? '';
    const again = await load(avatar, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await load(avatar, { method: 'HEAD' })).status).toBe(200);
  });

  test('takes the place of an address, and an address that is typed later takes its place', async () => {
    const { visitor, path } = dashboard;
    const persona = { bot_name: 'Lotse', avatar: 'https://example.com/a.png' };
    await visitor.post(path('persona'), persona);
    await upload('face.png', pngOf(32, 32));
    const uploaded = await shownAvatar();
    expect(uploaded).toContain('/pictures/');
    await visitor.post(path('persona'), persona);
    expect(await shownAvatar()).toBe('https://example.com/a.png');
    await visitor.post(path('persona'), { ...persona, avatar: '' });
    expect(await shownAvatar()).toBe(uploaded);
  });

  test('is replaced by the next one and removed with one button, and neither can be loaded afterwards', async () => {
    const { app, server, visitor, path } = dashboard;
    await upload('one.png', pngOf(32, 32));
    const first = await shownAvatar();
    await upload('two.jpg', jpegOf(32, 32));
    const second = await shownAvatar();
    expect((await load(first)).status).toBe(404);
    expect((await load(second)).status).toBe(200);
    const seen = await visitor.submit(path('picture/remove'));
    expect(seen.text('#picture-said')).toBe('Saved. It applies from the next answer on.');
    expect(await shownAvatar()).toBe(`${app.core.config.PUBLIC_URL}/avatar.svg`);
    expect((await load(second)).status).toBe(404);
    expect(await lastAction(app, server.id)).toMatchObject({ action: 'picture.removed' });
    expect(
      (await visitor.get(path('ki'))).document.querySelector('form[action$="/picture/remove"]'),
    ).toBeNull();
  });

  test('is found under no other name, kind, server or digest', async () => {
    await upload('face.png', pngOf(32, 32));
    const avatar = await shownAvatar();
    for (const other of [
      avatar.replace(/png$/, 'jpg'),
      avatar.replace(/png$/, 'svg'),
      avatar.replace(`/${dashboard.server.id}/`, '/elsewhere/'),
      avatar.replace(`/${dashboard.server.id}/`, '/%00/'),
      avatar.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
      avatar.replace(/[0-9a-f]{64}/, '%00'),
    ])
      expect([other, (await load(other)).status]).toEqual([other, 404]);
  });
});

describe('A file that is no picture for a bot', () => {
  const large = Buffer.concat([pngOf(32, 32), Buffer.alloc(MAX_PICTURE_BYTES)]);
  const cases: [string, string | Uint8Array<ArrayBuffer>, en: RegExp, de: RegExp][] = [
    ['a.png', '', /^Choose a picture first\.$/, /^Wähl zuerst ein Bild aus\.$/],
    ['a.png', large, /is 1,025 kB\. .* at most 1 MB/, /hat 1\.025 kB\. .* höchstens 1 MB/],
    ['a.svg', SVG, /not a PNG, JPEG or WebP/, /kein PNG-, JPEG- oder WebP-Bild/],
    ['a.png', SVG, /not a PNG, JPEG or WebP/, /kein PNG-, JPEG- oder WebP-Bild/],
    ['a.png', GIF, /not a PNG, JPEG or WebP/, /kein PNG-, JPEG- oder WebP-Bild/],
    ['a.png', pngOf(32, 32).subarray(0, 20), /not a PNG, JPEG or WebP/, /kein PNG-, JPEG- oder WebP-Bild/],
    ['a.jpg', jpegOf(32, 32).subarray(0, 12), /not a PNG, JPEG or WebP/, /kein PNG-, JPEG- oder WebP-Bild/],
    ['a.png', pngOf(0, 32), /not a PNG, JPEG or WebP/, /kein PNG-, JPEG- oder WebP-Bild/],
    ['a.webp', webpOf.extended(32, 5_000), /32 × 5,000 pixels/, /32 × 5\.000 Pixel/],
    ['a.webp', webpOf.lossy(32, 5_000), /32 × 5,000 pixels/, /32 × 5\.000 Pixel/],
    ['a.webp', webpOf.lossless(32, 5_000), /32 × 5,000 pixels/, /32 × 5\.000 Pixel/],
    ['a.jpg', jpegOf(5_000, 32), /5,000 × 32 pixels/, /5\.000 × 32 Pixel/],
    ['a.png', pngOf(40_000, 32), /40,000 × 32 pixels/, /40\.000 × 32 Pixel/],
  ];

  test.each(
    cases,
  )('is refused beside its field in either language, and changes nothing: %s', async (name, bytes, en, de) => {
    for (const [language, sentence] of [['en', en] as const, ['de', de] as const]) {
      await dashboard.visitor.get(dashboard.path(`ki?lang=${language}`));
      const seen = await upload(name, bytes);
      expect(seen.status).toBe(422);
      expect(seen.text('#picture-file-fault')).toMatch(sentence);
      expect(seen.attribute('#picture-file', 'aria-describedby')).toContain('picture-file-fault');
    }
    expect(await shownAvatar()).toMatch(/\/avatar\.svg$/);
  });
});
