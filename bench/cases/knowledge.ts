import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { runCli } from '../../src/channels/cli/program.ts';
import type { Core } from '../../src/core/core.ts';
import { importKnowledge, listKnowledge } from '../../src/core/knowledge/knowledge.ts';
import { addLink, crawlNow, listLinkPages } from '../../src/core/knowledge/links.ts';
import { addTestServer, speakTo } from '../../test/support/app.ts';
import { type DocsSite, redirectTo, startDocsSite } from '../../test/support/site.ts';
import type { BaseEntry, CaseFolder, KnowledgeCase } from './files.ts';
import { judgeText, type Outcome } from './judge.ts';
import { makeFolder, openService } from './stage.ts';

/** Files and pages as people have them: imported or crawled, then asked about over HTTP. */
export async function runKnowledge({ knowledge, folder: source }: CaseFolder): Promise<Outcome[]> {
  if (knowledge.length === 0) return [];
  using folder = makeFolder();
  const site = await startDocsSite({});
  await using service = await openService(folder.path, {}, site.world);
  const outcomes: Outcome[] = [];
  for (const entry of knowledge) {
    const { id: server, key } = await addTestServer(service.core, { language: entry.language ?? 'en' });
    const path = join(source, 'knowledge', entry.file);
    const { faults, isRefused } =
      entry.format === 'page'
        ? await crawlPage(service.core, server, { site, source }, entry)
        : await importFile(service.core, server, entry, path);
    if (!isRefused) {
      faults.push(...judgeTitles(await listKnowledge(service.core, server), entry));
      faults.push(...(await askAll(service.url, key, entry)));
    }
    outcomes.push({ id: entry.id, kind: entry.kind, faults });
  }
  await site.close();
  return outcomes;
}

/** @param entries of one of the bases; their facts are not a field of an import. */
export async function addBase(
  core: Core,
  serverId: string,
  entries: readonly Omit<BaseEntry, 'base' | 'fact'>[],
): Promise<void> {
  const lines = entries.map(({ id, title, text, language }) => JSON.stringify({ id, title, text, language }));
  await importKnowledge(core, { serverId, text: lines.join('\n'), format: 'jsonl' });
}

/** Through the command line. A refusal is one clear sentence if the case allows one, and leaves nothing behind. */
async function importFile(core: Core, server: string, entry: KnowledgeCase, path: string) {
  let said = '';
  const code = await runCli({
    argv: ['knowledge', 'import', server, path, '--json'],
    openCore: async () => core,
    stdout: () => true,
    stderr: (text) => {
      said += text;
      return true;
    },
    readFile,
  });
  if (code === 0) return { faults: [], isRefused: false };
  const isClear = entry.expected_import !== undefined && /\.md|markdown/i.test(said) && /jsonl/i.test(said);
  const isEmpty = (await listKnowledge(core, server)).length === 0;
  return { faults: isClear && isEmpty ? [] : [`refused: ${said.trim()}`], isRefused: true };
}

async function crawlPage(core: Core, server: string, place: Place, entry: KnowledgeCase) {
  const address = `http://docs.example${openSite(place, entry)}`;
  await addLink(core, server, address);
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  await crawlNow(core, server, address, options).catch(() => undefined);
  const pages = await listLinkPages(core, server, address);
  const isRead = pages.some(({ state }) => state !== 'failed');
  if (entry.expected_link === 'failed') {
    const entries = await listKnowledge(core, server);
    return { faults: isRead || entries.length > 0 ? ['counts as read'] : [], isRefused: true };
  }
  const faults = pages.flatMap(({ fault, detail }) => (fault === null ? [] : [`${fault} ${detail}`]));
  if (!isRead && faults.length === 0) faults.push('not read');
  const missing = entry.expected !== undefined && !(await isBelowRead(core, server));
  return { faults: missing ? [...faults, entry.expected ?? ''] : faults, isRefused: false };
}

async function isBelowRead(core: Core, server: string): Promise<boolean> {
  return (await listKnowledge(core, server)).some(({ title }) => title.includes('The page below'));
}

interface Place {
  site: DocsSite;
  /** Folder of the cases. */
  source: string;
}

/** @returns where the crawl enters. */
function openSite({ site, source }: Place, entry: KnowledgeCase): string {
  const read = (file: string) => readFileSync(join(source, 'knowledge', file));
  const serve = (body: string | Buffer) => (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': entry.content_type }).end(body);
  };
  for (const path of Object.keys(site.answers)) delete site.answers[path];
  const paths = Object.entries(entry.files);
  for (const [path, file] of paths) site.answers[path] = serve(read(file));
  const isLinked = paths.length > 0;
  const isPage = entry.expected === undefined;
  const entrance = isLinked ? '/' : `/${entry.id}${isPage ? '' : '/'}`;
  const links = paths.map(([path]) => `<li><a href="${path}">${path}</a></li>`);
  const body = isLinked
    ? `<nav><ul>${links.join('')}</ul></nav><h1>Manual</h1><p>Choose a page.</p>`
    : read(entry.file);
  site.answers[entrance] = serve(body);
  // A page that is none stands at every address of such a site.
  if (entry.expected_link === 'failed' && entry.redirect_from === undefined) site.answers['*'] = serve(body);
  const [below] = /(?<=["'=])\w[\w.-]*\/(?=["'])/.exec(String(body)) ?? [];
  if (entry.expected !== undefined && below)
    site.answers[entrance + below] = serve('<h1>The page below</h1><p>It says a thing or two.</p>');
  if (entry.redirect_from === undefined) return entrance;
  site.answers[entry.redirect_from] = redirectTo(entrance);
  return entry.redirect_from;
}

function judgeTitles(entries: { title: string }[], expected: KnowledgeCase): string[] {
  const titles = entries.map(({ title }) => title);
  const all = titles.join(' | ');
  const { expected_entries: wanted, expected_no_entries: unwanted, expected_count: count } = expected;
  return [
    ...wanted.filter((part) => !all.includes(part)).map((part) => `no entry "${part}" (${all})`),
    ...unwanted.filter((part) => all.includes(part)).map((part) => `an entry "${part}" (${all})`),
    ...(count !== undefined && titles.length !== count ? [`${titles.length} entries (${all})`] : []),
  ];
}

async function askAll(url: string, key: string, { ask }: KnowledgeCase): Promise<string[]> {
  const faults: string[] = [];
  for (const asked of ask) {
    const { body } = await speakTo(url).chat(key, { messages: [{ role: 'user', content: asked.question }] });
    const titles = (body.sources ?? []).map(({ title }: { title: string }) => title).join(' | ');
    const found = [
      ...judgeText('answer', body.answer ?? '', asked.expected_contains, asked.expected_lacks),
      ...judgeText('sources', titles, asked.source_contains, asked.source_lacks),
      ...(body.needs_team === asked.needs_team ? [] : [`needs_team ${body.needs_team}`]),
    ];
    faults.push(...found.map((fault) => `${asked.question} ${fault}`));
  }
  return faults;
}
