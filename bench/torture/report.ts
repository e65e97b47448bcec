/** One thing that must hold at the end. */
export interface Check {
  title: string;
  found: number;
  wanted: string;
  isMet: boolean;
}

export interface Report {
  title: string;
  figures: Record<string, number | string>;
  checks: Check[];
  /** The first cases behind a failure, one per line. */
  examples: string[];
}

export function expectNone(title: string, found: number): Check {
  return { title, found, wanted: '0', isMet: found === 0 };
}

export function expectExactly(title: string, found: number, wanted: number): Check {
  return { title, found, wanted: String(wanted), isMet: found === wanted };
}

export function expectAtMost(title: string, found: number, most: number): Check {
  return { title, found, wanted: `<= ${most}`, isMet: found <= most };
}

export function expectAtLeast(title: string, found: number, least: number): Check {
  return { title, found, wanted: `>= ${least}`, isMet: found >= least };
}

/** Prints figures, checks and the cases behind failed ones. @returns whether every check is met. */
export function printReport({ title, figures, checks, examples }: Report): boolean {
  const width = Math.max(
    ...[...Object.keys(figures), ...checks.map((check) => check.title)].map(({ length }) => length),
  );
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures)) console.log(`      ${name.padEnd(width)}  ${value}`);
  for (const check of checks) {
    const found = check.isMet ? check.found : `${check.found} instead of ${check.wanted}`;
    console.log(`${check.isMet ? 'ok  ' : 'FAIL'}  ${check.title.padEnd(width)}  ${found}`);
  }
  for (const example of examples) console.log(`      ${example}`);
  return checks.every((check) => check.isMet);
}
