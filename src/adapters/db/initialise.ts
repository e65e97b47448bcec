import { PGlite } from '@electric-sql/pglite';

/** Makes the embedded database's folder, then ends: a program of its own, see embedded.ts. */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('give the folder to make');
const engine = await PGlite.create(folder);
await engine.close();
