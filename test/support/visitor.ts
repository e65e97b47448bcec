import { parseHTML } from 'linkedom';

type Document = ReturnType<typeof parseHTML>['document'];

/** What came back from the dashboard. */
export interface Seen {
  status: number;
  headers: Headers;
  /** Of a redirect, as path and query where it leads to the dashboard itself. */
  location: string | null;
  html: string;
  document: Document;
  /** Text of the first element that fits, without blanks around it. */
  text(selector: string): string | undefined;
  texts(selector: string): string[];
  /** An attribute of the first element that fits. */
  attribute(selector: string, name: string): string | null | undefined;
  attributes(selector: string, name: string): (string | null)[];
}

export interface PostOptions {
  headers?: Record<string, string>;
  /** false leaves the token out, a text replaces it. */
  csrf?: false | string;
}

type Fields = Record<string, string | readonly string[]>;

/** Somebody at a browser without script: keeps cookies, posts forms with their token, follows nothing by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  #csrf = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** The token of the last page that held one. */
  get csrf(): string {
    return this.#csrf;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Seen> {
    return this.#send(path, { method: 'GET', headers });
  }

  /** Posts a form. */
  post(path: string, fields: Fields = {}, options: PostOptions = {}): Promise<Seen> {
    const body = new URLSearchParams();
    if (options.csrf !== false) body.append('_csrf', options.csrf ?? this.#csrf);
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) body.append(name, one);
    return this.#send(path, { method: 'POST', body, headers: options.headers ?? {} });
  }

  /** Posts a form with a file. */
  upload(
    path: string,
    fields: Fields,
    file: { field: string; name: string; text: string | Uint8Array<ArrayBuffer> },
  ): Promise<Seen> {
    const body = new FormData();
    body.append('_csrf', this.#csrf);
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) body.append(name, one);
    body.append(file.field, new File([file.text], file.name));
    return this.#send(path, { method: 'POST', body, headers: {} });
  }

  /** Posts a form and opens the page that it leads to. */
  async submit(path: string, fields: Fields = {}): Promise<Seen> {
    return this.follow(await this.post(path, fields));
  }

  /** Opens where a redirect leads; anything else stays as it is. */
  async follow(seen: Seen): Promise<Seen> {
    return seen.location === null ? seen : this.get(seen.location);
  }

  async #send(
    path: string,
    init: { method: string; body?: URLSearchParams | FormData; headers: Record<string, string> },
  ) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#url + path, {
      ...init,
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        'Accept-Language': 'en',
        ...(cookie ? { Cookie: cookie } : {}),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return this.#see(response);
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const isGone = attributes.some((attribute) => attribute.startsWith('Expires=Thu, 01 Jan 1970'));
    if (isGone) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  async #see(response: Response): Promise<Seen> {
    const html = await response.text();
    const { document } = parseHTML(html === '' ? '<html></html>' : html);
    this.#csrf = document.querySelector('input[name=_csrf]')?.getAttribute('value') ?? this.#csrf;
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      html,
      document,
      text: (selector) => document.querySelector(selector)?.textContent?.trim(),
      texts: (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim()),
      attribute: (selector, name) => document.querySelector(selector)?.getAttribute(name),
      attributes: (selector, name) =>
        [...document.querySelectorAll(selector)].map((one) => one.getAttribute(name)),
    };
  }
}
