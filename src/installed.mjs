import { existsSync } from 'node:fs';

// Loaded before everything else, also by a Node that cannot read TypeScript.
const packages = new URL('../node_modules/', import.meta.url);
if (!existsSync(new URL('zod/package.json', packages)) || !existsSync(new URL('.bin/node', packages))) {
  process.stderr.write(
    'Lotse is not installed yet: run "npm ci" in this folder first. It brings Node 24 and the packages.\n',
  );
  process.exit(1);
}
