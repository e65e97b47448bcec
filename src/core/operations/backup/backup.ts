/** Backup and restore of one server: a file of JSON lines, written and read row by row. */
export { exportServer } from './export.ts';
export { type Imported, importServer } from './import.ts';
