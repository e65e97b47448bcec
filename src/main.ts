import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled modules stay beside the packages for the next start; NODE_COMPILE_CACHE names another folder.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('./start.ts');
