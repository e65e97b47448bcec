import { createHash, randomBytes } from 'node:crypto';
import type { World } from './world.ts';

const WEEK_SECONDS = 604_800;

/** Agreed to on the page, and waiting to be redeemed. */
interface Code {
  userId: string;
  redirectUri: string;
  challenge: string;
  scopes: string[];
}

interface Token {
  userId: string;
  scopes: string[];
}

/** Discord as a person's way in: who sits at the browser, what they agreed to, which tokens are alive. */
export class SignIn {
  readonly clientSecret = randomBytes(16).toString('hex');
  /** Addresses registered in the portal; null: any. */
  redirectUris: string[] | null = null;
  /** What the person says on the page. */
  consent: 'given' | 'denied' = 'given';
  /** The granted scopes if they differ from the requested ones. */
  scopes: string[] | null = null;
  tokenLifeSeconds = WEEK_SECONDS;
  /** Stand in everybody's list of servers, as they are. */
  oddGuilds: unknown[] = [];
  readonly #world: World;
  #userId: string | null = null;
  readonly #codes = new Map<string, Code>();
  readonly #tokens = new Map<string, Token>();

  constructor(world: World) {
    this.#world = world;
  }

  get clientId(): string {
    return this.#world.applicationId;
  }

  /** Every access token that was given out and is alive. */
  get tokens(): string[] {
    return [...this.#tokens.keys()];
  }

  /** Who is logged in to Discord in the browser; null for nobody. */
  as(person: { id: string } | null): void {
    this.#userId = person?.id ?? null;
  }

  get userId(): string | null {
    return this.#userId;
  }

  /** Discord forgets what this person granted. */
  revoke({ id }: { id: string }): void {
    for (const [token, { userId }] of this.#tokens) if (userId === id) this.#tokens.delete(token);
  }

  addCode(code: Code): string {
    const name = randomBytes(15).toString('base64url');
    this.#codes.set(name, code);
    return name;
  }

  /** A token for the code, which is used up by the attempt; null for a wrong code, address or verifier. */
  redeem({ code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string }) {
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (!found || found.redirectUri !== redirectUri || found.challenge !== challenge) return null;
    const token = randomBytes(22).toString('base64url');
    const scopes = this.scopes ?? found.scopes;
    this.#tokens.set(token, { userId: found.userId, scopes });
    return { token, scopes };
  }

  holder(token: string): Token | undefined {
    return this.#tokens.get(token);
  }
}
