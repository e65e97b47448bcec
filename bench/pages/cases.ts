import { createHash } from 'node:crypto';

/** A page that is measured. */
export interface Case {
  name: string;
  /** From the address of the server on. */
  path: string;
}

/** The id that data.ts gives an answer; 1 is the newest. */
function answerId(serverId: string, n: number): string {
  const digest = createHash('md5').update(`${serverId}${n}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Filters alone, then those that seldom or never come together. */
const FILTERS = [
  ...['channel=api', 'channel=discord', 'channel=test'],
  ...['reason=answered', 'reason=handed_over', 'reason=not_in_knowledge', 'reason=legal', 'reason=safety'],
  ...['vote=up', 'vote=down', 'vote=none', 'draft=yes', 'draft=no'],
  ...['channel=discord&draft=yes', 'channel=test&vote=up', 'reason=safety&vote=down&channel=discord'],
  ...['reason=answered&vote=down', 'reason=handed_over&vote=up&draft=yes', 'reason=ban&draft=yes&vote=down'],
];

/** @param answers how many the server has */
export function casesFor(serverId: string, answers: number): Case[] {
  const deep = answerId(serverId, Math.floor(answers * 0.9));
  const log = (name: string, query: string) => ({ name, path: `/answers${query && `?${query}`}` });
  return [
    log('answers, first page', ''),
    log('answers, nine tenths deep', `before=${deep}`),
    ...FILTERS.map((filter) => log(filter, filter)),
    log('draft=yes&channel=api, deep', `draft=yes&channel=api&before=${deep}`),
    { name: 'one answer', path: `/answers/${answerId(serverId, 5)}` },
    { name: 'unanswered', path: '/unanswered' },
    { name: 'overview and statistics', path: '' },
  ];
}
