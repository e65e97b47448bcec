import { readFileSync } from 'node:fs';

/** A whole program that runs as it stands, once the key is in the environment. */
export interface Sample {
  id: 'curl' | 'node' | 'python' | 'php';
  /** As people call what it is for. */
  label: string;
  text: string;
}

const BASE_URL = '__BASE_URL__';
const SAMPLES: Sample[] = [
  { id: 'curl', label: 'curl', text: read('ticket.sh') },
  { id: 'node', label: 'Node.js', text: read('ticket.mjs') },
  { id: 'python', label: 'Python', text: read('ticket.py') },
  { id: 'php', label: 'PHP', text: read('ticket.php') },
];

function read(name: string): string {
  return readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8');
}

/** The samples for the service at an address. */
export function listSamples(baseUrl: string): Sample[] {
  return SAMPLES.map((sample) => ({ ...sample, text: sample.text.replaceAll(BASE_URL, () => baseUrl) }));
}
