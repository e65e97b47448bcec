import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Manifest = Record<string, unknown> & { scripts?: Record<string, string> };
interface Package extends Manifest {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

const read = <Content>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Content;
const manifest = read<Manifest>('package.json');
const lockfile = read<{ lockfileVersion: number; packages: Record<string, Package> }>('package-lock.json');
const { '': root = {}, ...others } = lockfile.packages;
const packages = Object.entries(others);

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
/** Run by npm when a package is installed. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** What makes an entry of the lockfile something other than one known archive of the registry. */
function findFault([path, entry]: [string, Package]): string[] {
  const faults = {
    'no exact version': !/^\d+\.\d+\.\d+([-+][\w.+-]+)?$/.test(entry.version ?? ''),
    'no sha512': !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''),
    // Without an address npm takes it from the registry it is set to, and holds it against the digest.
    'not of the registry': entry.link === true || entry.resolved !== undefined,
    'runs at installation': entry.hasInstallScript === true,
  };
  return Object.entries(faults).flatMap(([fault, isOne]) => (isOne ? [`${path}: ${fault}`] : []));
}

test('the lockfile has one archive with its sha512 for every package, and none that runs code when installed', () => {
  expect(lockfile.lockfileVersion).toBe(3);
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.flatMap(findFault)).toEqual([]);
});

test('a package from elsewhere, without digest or with a script would be noticed', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`;
  const planted: Package[] = [
    { version: '1.0.0' },
    { version: '1.0.0', integrity: 'sha1-AAAA' },
    { version: '^1.0.0', integrity },
    { version: '1.0.0', integrity, resolved: 'git+ssh://git@host.example/x.git#1' },
    { version: '1.0.0', integrity, resolved: 'https://elsewhere.example/x-1.0.0.tgz' },
    { version: '1.0.0', integrity, link: true },
    { version: '1.0.0', integrity, hasInstallScript: true },
  ];
  expect(planted.map((entry) => findFault(['x', entry]).length)).toEqual(planted.map(() => 1));
});

test('the installed packages run nothing at installation, so npm ci and npm ci --ignore-scripts do the same', () => {
  const scripted = packages.filter(([path]) => {
    const file = `${path}/package.json`;
    if (!existsSync(file)) return false;
    const { scripts = {} } = read<Manifest>(file);
    return INSTALL_SCRIPTS.some((name) => name in scripts) || existsSync(`${path}/binding.gyp`);
  });
  expect(scripted.map(([path]) => path)).toEqual([]);
  expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install|prepare/.test(name))).toEqual([]);
});

test('every dependency is named with one exact version, the same in both files', () => {
  for (const group of GROUPS) {
    const named = (manifest[group] ?? {}) as Record<string, string>;
    expect(root[group] ?? {}).toEqual(named);
    for (const [name, version] of Object.entries(named)) {
      const [, exact] = /^(?:npm:typescript@)?(\d+\.\d+\.\d+)$/.exec(version) ?? [];
      expect([name, exact]).toEqual([name, expect.any(String)]);
      expect([name, others[`node_modules/${name}`]?.version]).toEqual([name, exact]);
    }
  }
});
